/** Shows what the reader has solved: in the list of exercises, and beside links to one. */
import { type Store, store } from '../editor/store';
import { codeKey, solvedKey } from '../exercise/keep';
import { progressWords } from '../words';
import { mountFilter } from './filter';

type Progress = 'new' | 'begun' | 'solved';

export function progressOf(store: Store, slug: string): Progress {
  if (store.read(solvedKey(slug)) === true) return 'solved';
  return store.read(codeKey(slug)) === undefined ? 'new' : 'begun';
}

function showList(list: HTMLElement, store: Store): void {
  const words = progressWords[list.dataset['language']!]!;
  const items = [...list.querySelectorAll<HTMLElement>('[data-progress]')];
  const found = items.map((item) => progressOf(store, item.dataset['progress']!));
  items.forEach((item, at) => {
    item.dataset['state'] = found[at]!;
    item.querySelector('.weave-progress')!.textContent = words.states[found[at]!];
  });
  const tally = list.querySelector<HTMLElement>('.weave-tally')!;
  tally.hidden = false;
  tally.textContent = words.tally(found.filter((is) => is === 'solved').length, items.length);
}

function start(): void {
  const show = () => {
    document
      .querySelectorAll<HTMLElement>('[data-exercises]')
      .forEach((list) => showList(list, store));
    document.querySelectorAll<HTMLElement>('[data-solved-exercise]').forEach((line) => {
      line.hidden = progressOf(store, line.dataset['solvedExercise']!) !== 'solved';
    });
  };
  const look = () => {
    document.querySelectorAll<HTMLElement>('[data-exercises]').forEach(mountFilter);
    show();
  };
  store.watch(show); // other tabs
  addEventListener('weave:kept', show); // a file that was loaded in this one
  addEventListener('pageshow', show); // a page that slept while other tabs wrote
  const { document$: pages } = window;
  if (pages) pages.subscribe(look);
  else look();
}

start();
