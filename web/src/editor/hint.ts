/** The sentence beside an editor that says what Tab does and how one gets out. */
import { editorWords } from '../words';
import type { Settings } from './settings';
import type { Language } from './types';

export interface Hint {
  readonly root: HTMLElement;
  readonly show: (settings: Settings, plain: boolean) => void;
}

export function hint(language: Language, id: string): Hint {
  const words = editorWords[language]!;
  const root = document.createElement('p');
  root.className = 'weave-editor-hint';
  root.id = id;
  const show = (settings: Settings, plain: boolean) => {
    const text = plain ? words.hints.plain : words.hints[settings.bindings];
    if (root.textContent !== text) root.textContent = text;
  };
  return { root, show };
}
