/** What the page and an editor say to each other; the plain and the full editor are alike. */
import type { Member } from '../python/messages';
import type { Settings } from './settings';

export type Language = 'id' | 'en';

export interface EditorOptions {
  readonly doc: string;
  readonly selection?: readonly [from: number, to: number];
  readonly language: Language;
  readonly label: string; // what a screen reader calls the editor
  readonly description: string; // id of the hint beside it
  readonly settings: Settings;
  readonly names: string; // address of numpy.json, fetched at the first completion
  readonly onChange: (text: string) => void;
  readonly onRun: () => void; // Ctrl+Enter, Cmd+Enter
  readonly onFocus: () => void;
  /** Ask Python what `path` (`np.linalg`) holds; null while it isn't ready. */
  readonly members?: (source: string, path: string) => Promise<readonly Member[]> | null;
}

export interface Editor {
  readonly text: () => string;
  /** Put another text in; the reader can undo it. */
  readonly replace: (text: string) => void;
  /** Mark the line that failed, counted from 1, until the next edit; null takes it back. */
  readonly markFault: (line: number | null, message?: string) => void;
  readonly focus: () => void;
  readonly apply: (settings: Settings) => void;
  readonly destroy: () => void;
}
