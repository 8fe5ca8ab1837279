/** What the device keeps of an exercise: the reader's code, and whether it was solved. */
import type { Store } from '../editor/store';

export interface Kept {
  /** The code to begin with; `changed` if the exercise has another start than it had then. */
  readonly code: () => { readonly text: string; readonly changed: boolean } | null;
  /** Returns false when the device keeps nothing. */
  readonly keepCode: (text: string) => boolean;
  readonly isSolved: () => boolean;
  readonly solved: () => boolean;
}

export const codeKey = (slug: string) => `code/${slug}`;
export const solvedKey = (slug: string) => `solved/${slug}`;

export function keptOf(store: Store, slug: string, starter: string): Kept {
  const key = codeKey(slug);
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
    isSolved: () => store.read(solvedKey(slug)) === true,
    solved: () => store.write(solvedKey(slug), true),
  };
}

function isCode(value: unknown): value is { text: string; starter: string } {
  const found = value as { text?: unknown; starter?: unknown } | undefined;
  return typeof found?.text === 'string' && typeof found.starter === 'string';
}
