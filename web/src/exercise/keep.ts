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
