/** What the book keeps, as a file: out of the device, and in again. */
import { button, element } from '../dom';
import type { EditorWords } from '../words';
import type { Store } from './store';

const FILE_NAME = 'attention-book.json';

/** Return the two controls; `told` is where they say how it went. */
export function transfer(
  words: EditorWords,
  store: Store,
  told: HTMLElement,
  taken: (keys: readonly string[]) => void,
): readonly HTMLElement[] {
  const input = element('input', { type: 'file', accept: '.json,application/json' });
  input.hidden = true;
  input.addEventListener('change', async () => {
    const file = input.files?.[0];
    if (!file) return;
    told.textContent = takeIn(await file.text(), words, store, taken);
    input.value = ''; // so that the same file can be chosen again
  });
  const take = button(words.importing, {}, () => input.click());
  const give = button(words.exporting, {}, () => {
    save(store.exportAll());
    told.textContent = words.exported(FILE_NAME);
  });
  return [give, take, input];
}

function takeIn(
  text: string,
  words: EditorWords,
  store: Store,
  taken: (keys: readonly string[]) => void,
): string {
  const done = store.importAll(text);
  if ('fault' in done) return words.importFaults[done.fault];
  taken(done.keys);
  return done.kept ? words.imported : words.unkept;
}

function save(text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  element('a', { href: address, download: FILE_NAME }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000); // Safari reads it late
}
