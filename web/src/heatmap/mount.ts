/** Brings one container to life: its state, its picture, its place in the address. */
import { heatmapWords } from '../words';
import { decode, encode, hashWith, partOf } from './address';
import type { Context } from './part';
import { allowed, compute, type Data, startOf, type State } from './state';
import { view } from './view';

const BETWEEN_WRITES = 350; // ms; Safari refuses more than 100 changes of the address in 30 s

export interface Mounted {
  readonly key: string;
  readonly page: string;
  /** Stop listening; return the state that the reader left. */
  readonly end: () => State;
}

/** Mount a heat map; `before` is the state of the one that stood here, if there was one. */
export function mount(container: HTMLElement, key: string, before?: State): Mounted {
  const data = JSON.parse(container.dataset['heatmap']!) as Data;
  const words = heatmapWords[data.language]!;
  const start = startOf(data);
  const address = place(key, () => encode(state, start));
  let state = start;
  const show = (next: State) => {
    state = next;
    whole.render({ state, steps: compute(state), mask: allowed(state) });
  };
  const change: Context['change'] = (next) => {
    whole.tell('');
    show(next(state));
    address.write();
  };
  const reset = () => {
    whole.forget();
    change(() => start);
  };
  const restore = (part: string) => {
    const told = decode(part, start);
    whole.forget();
    whole.tell(told ? '' : words.brokenLink);
    if (told) show(told);
  };
  const whole = view({ words, data, uid: `weave-${key}`, change }, reset, address.link);
  container.replaceChildren(whole.root);
  show(before ?? start);
  const part = address.read();
  if (part !== null) {
    restore(part);
    if (isFreshVisit()) requestAnimationFrame(() => container.scrollIntoView());
  }
  address.listen(restore);
  const end = () => {
    address.end();
    return state;
  };
  return { key, page: location.pathname, end };
}

/** Tell whether the page was just opened: otherwise the browser knows where the reader was. */
function isFreshVisit(): boolean {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return !entry || entry.type === 'navigate';
}

/** The heat map's part of the hash. It is replaced, never added to the history. */
function place(key: string, wanted: () => string) {
  const life = new AbortController();
  const page = location.pathname;
  let last = -Infinity; // when the address was written
  let waiting = 0; // the timer for the next write
  const write = () => {
    // Instant navigation may have left this page before its end is told.
    if (life.signal.aborted || location.pathname !== page) return;
    last = performance.now();
    const hash = hashWith(location.hash, key, wanted());
    if (hash === location.hash) return;
    history.replaceState(history.state, '', hash || location.pathname + location.search);
  };
  const listen = (restore: (part: string) => void) => {
    const follow = () => {
      const part = partOf(location.hash, key);
      if (part !== null && part !== wanted()) restore(part);
    };
    window.addEventListener('hashchange', follow, { signal: life.signal });
  };
  return {
    link: () =>
      new URL(hashWith(location.hash, key, wanted()) || location.pathname, location.href).href,
    read: () => partOf(location.hash, key),
    write: () => {
      clearTimeout(waiting);
      waiting = window.setTimeout(write, Math.max(0, last + BETWEEN_WRITES - performance.now()));
    },
    listen,
    end: () => {
      life.abort();
      clearTimeout(waiting);
    },
  };
}
