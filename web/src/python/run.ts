/** A run as the page sees it: judges what the worker says of it, and ends it from here. */
import { difference, isNumbers } from './comparing';
import { CASE_LIMIT, GRACE, HEAP_LIMIT, PROGRAM_LIMIT, QUIET_LIMIT, TAKEN_LIMIT } from './limits';
import type {
  Case,
  CaseResult,
  Exercise,
  Numbers,
  Order,
  Outcome,
  Problem,
  Report,
  Verdict,
  Word,
} from './messages';
import { isPlain } from './plain';
import { isCrash, verdictOf } from './verdict';

export type Listener = (report: Report) => void;

/** What is to be run. */
export type Task =
  | {
      readonly type: 'judge';
      readonly source: string;
      readonly exercise: Exercise;
      readonly cases: readonly Case[]; // the exercise's own, then the reader's
    }
  | { readonly type: 'program'; readonly source: string };

/** What a word of the worker's leads to. */
export interface Step {
  readonly reports: readonly Report[];
  readonly order?: Order; // the worker's next
  readonly last?: boolean;
  readonly spent?: boolean; // Python has to start anew
}

type Said<Type extends Word['type']> = Extract<Word, { type: Type }>;

const SILENCE = { stdout: '', cut: false };
const NO_NUMBERS: Numbers = { shape: [0], kind: 'f', values: [] };
const SAMPLE = 0; // the case that shows whether Python is still sound

export class Run {
  readonly number: number;
  readonly listener: Listener;
  readonly #task: Task;
  readonly #results: CaseResult[] = [];
  sent = false;
  begun = false; // the reader's code
  repeated = false; // the order was sent to a second worker
  #words = 0;
  #unread = true; // the last order
  #going: { readonly index: number; readonly expected: Numbers | null } | null = null;
  #printed: { readonly stdout: string; readonly cut: boolean } = SILENCE;
  #unloaded: Verdict | null = null;

  constructor(number: number, task: Task, listener: Listener) {
    this.number = number;
    this.listener = listener;
    this.#task = task;
  }

  get order(): Order {
    const task = this.#task;
    if (task.type === 'program') return { ...task, run: this.number };
    const { entry, solution } = task.exercise;
    const cases = task.cases.map(({ inputs, expected }) => ({ inputs, own: !expected }));
    return { type: 'judge', run: this.number, source: task.source, entry, solution, cases };
  }

  /** Seconds from now in which the worker must say something. */
  get patience(): number {
    if (this.#unread) return TAKEN_LIMIT;
    if (!this.#going) return QUIET_LIMIT;
    return GRACE + (this.#task.type === 'judge' ? CASE_LIMIT : PROGRAM_LIMIT);
  }

  /** Take a word in. */
  hear(word: Word): Step {
    this.#unread = false;
    const going = this.#going;
    this.#going = null;
    if (word.type === 'begins') return this.#begins(word);
    if (word.type === 'ended') return this.#ended(word, going?.expected ?? null);
    if (word.type === 'unloaded') return this.#failed(word);
    if (word.type === 'ran') return this.#ran(word);
    if (word.type === 'closed') return this.#closed(word);
    if (word.type !== 'printed') return { reports: [] };
    return { reports: [word], last: true, spent: isCrash(word.problem) || this.#isUsedUp(word) };
  }

  /** Count a word; false once there are more than a run has, however it goes. */
  count(): boolean {
    const cases = this.#task.type === 'judge' ? this.#task.cases.length : 0;
    return ++this.#words <= 2 * cases + 10;
  }

  /** What is left to report when the worker says what no worker of ours says. */
  meddled(): Report[] {
    const last = this.#last('error');
    if (this.#task.type === 'program') return [{ ...last, problem: lost() } as Report];
    if (this.#unloaded || this.#results.length) return [last];
    return [{ type: 'unloaded', run: this.number, problem: lost(), ...SILENCE }, last];
  }

  /** What is left to report when the reader ends the run. */
  stopped(): Report[] {
    return [this.#last('stopped')];
  }

  /** What is left to report when the worker had to be ended for being late. */
  outOfTime(): Report[] {
    if (this.#task.type === 'program') return [this.#last('timeout')];
    const run = this.number;
    if (this.#going?.expected) {
      const result = lateResult(this.#going.index, this.#going.expected);
      this.#results.push(result);
      return [{ type: 'case', run, result }, this.#last('timeout')];
    }
    if (this.#unloaded || this.#results.length) return [this.#last(this.#verdict())];
    return [{ type: 'unloaded', run, problem: null, ...SILENCE }, this.#last('timeout')];
  }

  #begins({ index, expected }: Said<'begins'>): Step {
    this.begun = true;
    this.#going = { index, expected: this.#answer(index) ?? expected };
    return { reports: [{ type: 'begins', run: this.number, ...this.#going }] };
  }

  #ended({ index, outcome, refused }: Said<'ended'>, expected: Numbers | null): Step {
    if (index !== this.#results.length) return { reports: [] };
    const answer = this.#answer(index);
    const own = !answer && (refused || !isNumbers(expected));
    const result = own
      ? refusedResult(index, outcome)
      : judged(index, outcome, answer ?? expected!);
    this.#results.push(result);
    return { reports: [{ type: 'case', run: this.number, result }] };
  }

  #failed(word: Said<'unloaded'>): Step {
    this.#unloaded = word.problem ? 'error' : 'timeout';
    const { reports, ...rest } = this.#close(word.problem);
    return { reports: [word, ...reports], ...rest };
  }

  #ran({ stdout, cut }: Said<'ran'>): Step {
    this.#printed = { stdout, cut };
    return this.#close(this.#results.at(-1)?.problem ?? null);
  }

  /** The worker has run everything; a dead Python has nothing more to say. */
  #close(problem: Problem | null): Step {
    if (isCrash(problem))
      return { reports: [this.#last(this.#verdict())], last: true, spent: true };
    this.#unread = true;
    const failed = this.#results.map(({ status }) => status === 'failed' || status === 'error');
    const mistakes = this.#task.type === 'judge' ? this.#task.exercise.mistakes : [];
    const order: Order = { type: 'close', run: this.number, failed, mistakes, sample: SAMPLE };
    return { reports: [], order };
  }

  #closed({ causes, tampered, heap, sample }: Said<'closed'>): Step {
    const answer = this.#answer(SAMPLE);
    const sound = !answer || (isNumbers(sample) && !difference(sample, answer));
    const told = { causes: this.#known(causes), tampered, heap };
    const report = { ...this.#last(this.#verdict()), ...told } as Report;
    return { reports: [report], last: true, spent: !sound || this.#isUsedUp({ tampered, heap }) };
  }

  /** For each case, the mistake that is said to be its cause, if there is such a mistake. */
  #known(causes: readonly (string | null)[]): (string | null)[] {
    const mistakes = this.#task.type === 'judge' ? this.#task.exercise.mistakes : [];
    const keys = new Set<string | null | undefined>(mistakes.map(({ key }) => key));
    return this.#results.map((_, at) => (keys.has(causes[at]) ? causes[at]! : null));
  }

  #isUsedUp(end: { readonly tampered: readonly string[]; readonly heap: number }): boolean {
    return end.tampered.length > 0 || end.heap > HEAP_LIMIT || !isPlain(this.#task.source);
  }

  /** What is right in a case of the exercise's own. */
  #answer(index: number): Numbers | undefined {
    return this.#task.type === 'judge' ? this.#task.cases[index]?.expected : undefined;
  }

  /** A run that didn't reach every case is no pass, whatever the reason. */
  #verdict(): Verdict {
    if (this.#unloaded) return this.#unloaded;
    const verdict = verdictOf(this.#results);
    const whole = this.#task.type !== 'judge' || this.#results.length === this.#task.cases.length;
    return verdict === 'passed' && !whole ? 'error' : verdict;
  }

  #last(verdict: Verdict): Report {
    const rest = { run: this.number, tampered: [], heap: 0 };
    if (this.#task.type === 'judge') {
      const causes = this.#results.map(() => null);
      return { type: 'judged', verdict, causes, ...rest, ...this.#printed };
    }
    const ends = { late: verdict === 'timeout', stopped: verdict === 'stopped' };
    return { type: 'printed', problem: null, ...ends, seconds: 0, ...rest, ...SILENCE };
  }
}

/** Judge what the worker says of a case. */
function judged(index: number, outcome: Outcome, expected: Numbers): CaseResult {
  const { late, ...told } = whole(outcome);
  // Numbers are compared, whatever else is said of them.
  const reason = told.got ? difference(told.got, expected) : told.reason;
  const status = late ? 'timeout' : told.problem ? 'error' : reason ? 'failed' : 'passed';
  return { ...told, index, status, expected, reason };
}

/** An outcome that says nothing, or nothing that can be read, is no pass: it was meddled with. */
function whole(outcome: Outcome): Outcome {
  const { late, got, reason, problem } = outcome;
  if (late || problem || (got ? isNumbers(got) : reason)) return outcome;
  return { ...outcome, got: null, reason: null, problem: lost() };
}

function lost(): Problem {
  const message = 'the result was lost on its way';
  return { key: 'crash', type: '', message, line: null, trace: '', name: '' };
}

function refusedResult(index: number, { late: _, ...told }: Outcome): CaseResult {
  return { ...told, index, status: 'refused', expected: NO_NUMBERS };
}

function lateResult(index: number, expected: Numbers): CaseResult {
  const nothing = { got: null, reason: null, problem: null, changed: [], ...SILENCE };
  return { index, status: 'timeout', expected, ...nothing, seconds: CASE_LIMIT + GRACE };
}
