/** Python for the page: one worker per tab, started when first needed, replaced when spent. */
import { BOOT_LIMIT, MEMBERS_LIMIT, GRACE, STALL_LIMIT } from './limits';
import { connect, type Link } from './link';
import type { Case, Exercise, LoadFault, Member, Word } from './messages';
import { type Listener, Run, type Task } from './run';
import { wordOf } from './trust';

export type State =
  | { readonly key: 'idle' }
  | { readonly key: 'loading'; readonly loaded: number; readonly total: number } // bytes
  | { readonly key: 'ready'; readonly python: string; readonly numpy: string }
  | { readonly key: 'unready'; readonly fault: LoadFault };

type Timer = ReturnType<typeof setTimeout>;
interface Ask {
  readonly answer: (members: readonly Member[]) => void;
  readonly timer: Timer;
}

export class PythonClient {
  readonly #base: string;
  readonly #workerUrl: string;
  readonly #watchers = new Set<(state: State) => void>();
  readonly #asks = new Map<number, Ask>();
  #state: State = { key: 'idle' };
  #link: Link | null = null;
  #run: Run | null = null;
  #timer: Timer | undefined;
  #number = 0;

  constructor(base: string, workerUrl: string) {
    this.#base = base;
    this.#workerUrl = workerUrl;
  }

  get state(): State {
    return this.#state;
  }

  /** Whether something runs, or waits for Python to run it. */
  get busy(): boolean {
    return this.#run !== null;
  }

  /** Hear the state, now and whenever it changes; returns how to stop that. */
  onState(watcher: (state: State) => void): () => void {
    this.#watchers.add(watcher);
    watcher(this.#state);
    return () => this.#watchers.delete(watcher);
  }

  /** Load Python, unless it is there or on its way. */
  start(): void {
    if (!this.#link) this.#connect();
  }

  /** Load Python anew after a fault. */
  retry(): void {
    this.start();
  }

  /** Judge a submission; the listener's last report is `judged` or `unready`. */
  judge(exercise: Exercise, cases: readonly Case[], source: string, listener: Listener): void {
    this.#begin({ type: 'judge', source, exercise, cases }, listener);
  }

  /** Run a program; the listener's last report is `printed` or `unready`. */
  program(source: string, listener: Listener): void {
    this.#begin({ type: 'program', source }, listener);
  }

  /** What `path` has, `np.linalg` say; nothing while Python isn't ready. */
  members(source: string, path: string): Promise<readonly Member[]> {
    if (this.#state.key !== 'ready' || this.#run) return Promise.resolve([]);
    const ask = ++this.#number;
    return new Promise((answer) => {
      const timer = setTimeout(() => this.#restart(), (MEMBERS_LIMIT + GRACE) * 1000);
      this.#asks.set(ask, { answer, timer });
      this.#link?.send({ type: 'complete', ask, source, path });
    });
  }

  /** End what is running, at once. */
  stop(): void {
    const run = this.#run;
    if (!run) return;
    this.#run = null;
    if (run.sent) this.#restart();
    for (const report of run.stopped()) run.listener(report);
  }

  #begin(task: Task, listener: Listener): void {
    this.stop();
    this.#run = new Run(++this.#number, task, listener);
    this.start();
    this.#send();
  }

  #send(): void {
    if (!this.#run || this.#run.sent || this.#state.key !== 'ready') return;
    this.#run.sent = true;
    this.#link!.send(this.#run.order);
    this.#expectWord(this.#run.patience, () => this.#late());
  }

  #connect(): void {
    this.#show({ key: 'loading', loaded: 0, total: 0 });
    this.#expectWord(BOOT_LIMIT, () => this.#silent());
    try {
      const heard = (said: unknown) => this.#heard(wordOf(said));
      this.#link = connect(this.#base, this.#workerUrl, heard, (fault) => this.#broke(fault));
    } catch (error) {
      this.#broke({ key: 'unsupported', file: '', detail: String(error) });
    }
  }

  #restart(): void {
    this.#end();
    this.#connect();
  }

  #end(): void {
    clearTimeout(this.#timer);
    this.#link?.end();
    this.#link = null;
    for (const number of [...this.#asks.keys()]) this.#answer(number, []);
  }

  #heard(word: Word | null): void {
    if (!word) return this.#meddled();
    const early = ['progress', 'ready', 'unready'].includes(word.type);
    if (early && this.#state.key !== 'loading') return;
    if (word.type === 'progress') this.#progress(word.loaded, word.total);
    else if (word.type === 'ready') this.#ready(word.python, word.numpy);
    else if (word.type === 'unready') this.#broke(word.fault);
    else if (word.type === 'members') this.#answer(word.ask, word.members);
    else if (word.run === this.#run?.number) this.#follow(this.#run, word);
  }

  #progress(loaded: number, total: number): void {
    this.#show({ key: 'loading', loaded, total });
    const all = total > 0 && loaded >= total;
    // The worker names the file that stalls; this is for a worker that can't.
    this.#expectWord(all ? BOOT_LIMIT : 2 * STALL_LIMIT, () => this.#silent());
  }

  #ready(python: string, numpy: string): void {
    clearTimeout(this.#timer);
    this.#show({ key: 'ready', python, numpy });
    this.#send();
  }

  #broke(fault: LoadFault): void {
    const run = this.#run;
    this.#run = null;
    this.#end();
    this.#show({ key: 'unready', fault });
    run?.listener({ type: 'unready', fault });
  }

  #silent(): void {
    this.#broke({ key: 'slow', file: '', detail: 'the worker says nothing' });
  }

  /** The worker isn't ours any more: the reader's code speaks in its place. */
  #meddled(): void {
    const run = this.#run;
    if (!run?.sent) return;
    this.#run = null;
    this.#restart();
    for (const report of run.meddled()) run.listener(report);
  }

  #follow(run: Run, word: Word): void {
    if (!run.count()) return this.#meddled();
    const { reports, order, last, spent } = run.hear(word);
    clearTimeout(this.#timer);
    if (order) this.#link!.send(order);
    if (!last) this.#expectWord(run.patience, () => this.#late());
    else this.#run = null;
    if (spent) this.#restart();
    for (const report of reports) run.listener(report);
  }

  #late(): void {
    const run = this.#run!;
    // Not this run's fault, none of its code ran: an earlier one goes on. Once more, then.
    const again = !run.begun && !run.repeated;
    this.#run = again ? run : null;
    if (again) [run.sent, run.repeated] = [false, true];
    this.#restart();
    if (!again) for (const report of run.outOfTime()) run.listener(report);
  }

  #answer(number: number, members: readonly Member[]): void {
    const ask = this.#asks.get(number);
    this.#asks.delete(number);
    clearTimeout(ask?.timer);
    ask?.answer(members);
  }

  #expectWord(seconds: number, otherwise: () => void): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(otherwise, seconds * 1000);
  }

  #show(state: State): void {
    this.#state = state;
    for (const watcher of this.#watchers) watcher(state);
  }
}

let only: PythonClient | null = null;

/** This tab's Python; it stays when Material swaps the page for another. */
export function python(base: string, workerUrl: string): PythonClient {
  return (only ??= new PythonClient(base, workerUrl));
}
