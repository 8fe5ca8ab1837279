/** The order of a run. What the reader must not reach (the answers) stays in JavaScript. */
import { Crash, Late, type Python } from './interpreter';
import { CASE_LIMIT, PROGRAM_LIMIT } from './limits';
import type {
  Case,
  CaseResult,
  Exercise,
  Numbers,
  Order,
  Problem,
  Reason,
  Report,
  Verdict,
} from './messages';
import { isCrash, verdictOf } from './verdict';

type Judge = Extract<Order, { type: 'judge' }>;
type Program = Extract<Order, { type: 'program' }>;
type Tell = (report: Report) => void;

/** What the harness says of the module level, of a program, and of a case. */
interface Told {
  readonly problem: Problem | null;
  readonly stdout: string;
  readonly cut: boolean;
  readonly seconds: number;
  readonly late?: boolean;
}
interface Called extends Told {
  readonly got: Numbers | null;
  readonly reason: Reason | null;
  readonly changed: readonly string[];
}
interface Refused {
  readonly problem: Problem | null;
  readonly reason: Reason | null;
}
interface Ended {
  readonly expected: string;
  readonly outcome: string;
  readonly result: CaseResult;
}

interface End {
  readonly tampered: readonly string[];
  readonly heap: number;
}

const FOREVER = Infinity; // our own code: only the page's limit holds
const NOTHING: Told = { problem: null, stdout: '', cut: false, seconds: 0 };
const NO_NUMBERS: Numbers = { shape: [0], kind: 'f', values: [] };
// The reader's code can reach JavaScript's globals.
const { parse, stringify } = JSON;

const answers = new Map<string, string>();
const MOST_ANSWERS = 500;

/** Judge a submission; the last report is `judged`, whatever happens. */
export function judge(python: Python, order: Judge, tell: Tell): void {
  try {
    judgeCases(python, order, tell);
  } catch (error) {
    // Not in the reader's code, but it may be the reader's doing.
    const { run } = order;
    const output = { stdout: '', cut: false };
    tell({ type: 'unloaded', run, problem: crash(String(error)), ...output });
    const rest = { causes: [], tampered: [], heap: 0, ...output };
    tell({ type: 'judged', run, verdict: 'error', ...rest });
  }
}

function judgeCases(python: Python, order: Judge, tell: Tell): void {
  const { run, exercise, cases } = order;
  const expected = cases.map((one) => expect(python, exercise, one));
  tell({ type: 'begins', run, index: -1, expected: null });
  const [told] = ask(python, 'load', CASE_LIMIT, order.source, exercise.entry);
  const { stdout, cut, problem } = told;
  if (problem || told.late) {
    tell({ type: 'unloaded', run, problem, stdout, cut });
    const verdict = problem ? 'error' : 'timeout';
    return tell(judged(run, verdict, [], told, close(python, isCrash(problem))));
  }
  const ended: Ended[] = [];
  for (const [index, one] of cases.entries()) {
    const end = runCase(python, run, index, one, expected[index]!, tell);
    ended.push(end);
    tell({ type: 'case', run, result: end.result });
    if (end.result.status === 'timeout' || isCrash(end.result.problem)) break;
  }
  const results = ended.map((end) => end.result);
  const causes = findCauses(python, order, ended);
  const crashed = results.some((result) => isCrash(result.problem));
  tell(judged(run, verdictOf(results), causes, told, close(python, crashed)));
}

/** Run a program of the playground; the only report after `begins` is `printed`. */
export function runProgram(python: Python, order: Program, tell: Tell): void {
  const { run, source } = order;
  tell({ type: 'begins', run, index: -1, expected: null });
  const [told] = ask(python, 'run_program', PROGRAM_LIMIT, source);
  const { problem, stdout, cut, seconds, late = false } = told;
  const { tampered, heap } = close(python, isCrash(problem));
  const rest = { tampered, heap, seconds, stopped: false };
  tell({ type: 'printed', run, stdout, cut, problem, late, ...rest });
}

/** The reference's answer as JSON, or the exception with which it refuses the inputs. */
function expect(python: Python, exercise: Exercise, one: Case): string {
  const inputs = stringify(one.inputs);
  const key = stringify([exercise.slug, exercise.solution, inputs]);
  const known = answers.get(key);
  if (known) return known;
  const answer = python.call('expect', FOREVER, exercise.solution, exercise.entry, inputs);
  if (answers.size >= MOST_ANSWERS) answers.clear();
  answers.set(key, answer);
  return answer;
}

function runCase(
  python: Python,
  run: number,
  index: number,
  one: Case,
  answer: string,
  tell: Tell,
): Ended {
  const known = parse(answer) as Numbers | Refused;
  const expected = 'shape' in known ? known : NO_NUMBERS;
  tell({ type: 'begins', run, index, expected });
  const empty = { ...NOTHING, got: null, reason: null, changed: [] };
  if (!('shape' in known)) {
    const result: CaseResult = { ...empty, ...known, index, status: 'refused', expected };
    return { expected: answer, outcome: 'null', result };
  }
  const [told, outcome] = ask(python, 'call', CASE_LIMIT, stringify(one.inputs));
  const { late = false, ...called } = sound({ ...empty, ...told } as Called);
  const reason = called.reason ?? (called.got && python.difference(called.got, expected));
  const status = late ? 'timeout' : called.problem ? 'error' : reason ? 'failed' : 'passed';
  return { expected: answer, outcome, result: { ...called, index, status, expected, reason } };
}

/** An outcome that says nothing at all is no pass: the judge itself was touched. */
function sound(called: Called): Called {
  const { late, got, reason, problem } = called;
  return late || got || reason || problem
    ? called
    : { ...called, problem: crash('the judge lost the result') };
}

/** Call the harness where the reader's code runs; a crash or an interrupt is an outcome. */
function ask(python: Python, name: string, seconds: number, ...texts: string[]): [Told, string] {
  try {
    const text = python.call(name, seconds, ...texts);
    return [parse(text) as Told, text];
  } catch (error) {
    if (error instanceof Late) return [{ ...NOTHING, late: true }, 'null'];
    if (!(error instanceof Crash)) throw error;
    return [{ ...NOTHING, problem: crash(error.message) }, 'null'];
  }
}

function crash(message: string): Problem {
  return { key: 'crash', type: '', message, line: null, trace: '', name: '' };
}

function findCauses(python: Python, order: Judge, ended: readonly Ended[]): (string | null)[] {
  const results = ended.map((end) => end.result);
  const none = results.map(() => null);
  const failed = results.some(({ status }) => status === 'failed' || status === 'error');
  if (!failed || results.some(({ problem }) => isCrash(problem))) return none;
  const { exercise, cases } = order;
  const list = (texts: string[]) => `[${texts.join(',')}]`;
  const told = python.call(
    'causes',
    FOREVER,
    list(ended.map((end) => end.outcome)),
    list(ended.map((end) => end.expected)),
    stringify(cases.slice(0, ended.length).map((one) => one.inputs)),
    stringify({ entry: exercise.entry, mistakes: exercise.mistakes }),
  );
  return parse(told) as (string | null)[];
}

function judged(
  run: number,
  verdict: Verdict,
  causes: readonly (string | null)[],
  { stdout, cut }: Told,
  end: End,
): Report {
  return { type: 'judged', run, verdict, causes, stdout, cut, ...end };
}

function close(python: Python, crashed: boolean): End {
  if (crashed) return { tampered: [], heap: 0 };
  const { tampered } = parse(python.call('close', FOREVER)) as { tampered: string[] };
  return { tampered, heap: python.heap() };
}
