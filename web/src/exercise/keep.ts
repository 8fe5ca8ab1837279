/** What the device keeps of an exercise: the reader's code, and whether it was solved. */
import type { Store } from '../editor/store';

export interface KeptCode {
  /** The code to begin with; `changed` if there is another start by now than there was then. */
  readonly code: () => { readonly text: string; readonly changed: boolean } | null;
  /** Returns false when the device keeps nothing. */
  readonly keepCode: (text: string) => boolean;
}

export interface Kept extends KeptCode {
  readonly isSolved: () => boolean;
  readonly solved: () => boolean;
}

export const codeKey = (slug: string) => `code/${slug}`;
export const solvedKey = (slug: string) => `solved/${slug}`;

export function keptOf(store: Store, slug: string, starter: string): Kept {
  return {
    ...codeAt(store, codeKey(slug), starter),
    isSolved: () => store.read(solvedKey(slug)) === true,
    solved: () => store.write(solvedKey(slug), true),
  };
}

/** What the device keeps of code that began as `starter`, under a key. */
export function codeAt(store: Store, key: string, starter: string): KeptCode {
  return {
    code: () => {
      const kept = store.read(key);
      if (!isCode(kept)) return null;
      return { text: kept.text, changed: kept.starter !== starter };
    },
    keepCode: (text) => {
      if (text !== starter) return store.write(key, { text, starter });
      store.remove(key);
      return true;
    },
  };
}

function isCode(value: unknown): value is { text: string; starter: string } {
  const found = value as { text?: unknown; starter?: unknown } | undefined;
  return typeof found?.text === 'string' && typeof found.starter === 'string';
}

/** What stands in the fields of one own case, by parameter; it need not be an array yet. */
export type Texts = Readonly<Record<string, string>>;

/** The reader's own cases. Each has a name of its own, so that two tabs or a file only add. */
export interface KeptCases {
  readonly all: () => readonly (readonly [id: string, texts: Texts])[];
  /** Return false when the device keeps nothing. */
  readonly keep: (id: string, texts: Texts) => boolean;
  readonly drop: (id: string) => void;
  readonly watch: (listener: () => void) => () => void;
}

export const casesKey = (slug: string) => `cases/${slug}`;

export function keptCasesOf(store: Store, slug: string): KeptCases {
  const key = casesKey(slug);
  const read = () => entriesOf(store.read(key)).filter(([, texts]) => isTexts(texts));
  return {
    all: () => read() as [string, Texts][],
    keep: (id, texts) => {
      const kept = Object.fromEntries(read());
      // A parameter that the exercise no longer has keeps its text.
      return store.write(key, { ...kept, [id]: { ...(kept[id] as Texts), ...texts } });
    },
    drop: (id) => {
      const left = read().filter(([other]) => other !== id);
      if (left.length) store.write(key, Object.fromEntries(left));
      else store.remove(key);
    },
    watch: (listener) => store.watch((changed) => changed === key && listener()),
  };
}

function entriesOf(value: unknown): [string, unknown][] {
  return typeof value === 'object' && value ? Object.entries(value) : [];
}

function isTexts(value: unknown): boolean {
  const texts = entriesOf(value);
  return texts.length > 0 && texts.every(([, text]) => typeof text === 'string');
}
