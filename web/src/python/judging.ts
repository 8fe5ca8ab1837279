/** The order of a run in the worker. It doesn't know what is right: the page does. */
import { findCauses } from './causes';
import { Crash, Late, type Python } from './interpreter';
import { CASE_LIMIT, PROGRAM_LIMIT } from './limits';
import type { Asked, Order, Outcome, Problem, Word } from './messages';
import { isCrash } from './verdict';

type Judge = Extract<Order, { type: 'judge' }>;
type Close = Extract<Order, { type: 'close' }>;
type Program = Extract<Order, { type: 'program' }>;
type Tell = (word: Word) => void;

/** What the harness says of the module level and of a program. */
type Told = Pick<Outcome, 'problem' | 'stdout' | 'cut' | 'seconds' | 'late'>;

const FOREVER = Infinity; // our own code: only the page's limit holds
const NOTHING = { stdout: '', cut: false, seconds: 0, late: false, problem: null };
const EMPTY: Outcome = { ...NOTHING, got: null, reason: null, changed: [] };
// The reader's code can reach JavaScript's globals.
const { parse, stringify } = JSON;

/** The run that isn't closed yet. */
let open: { readonly order: Judge; readonly ended: readonly Outcome[] } | null = null;

/** Call a submission with every case; the last word is `ran`, whatever happens. */
export function judge(python: Python, order: Judge, tell: Tell): void {
  const { run } = order;
  try {
    runCases(python, order, tell);
  } catch (error) {
    // Not in the reader's code, but it may be the reader's doing.
    const problem = crash(String(error));
    tell({ type: 'unloaded', run, problem, stdout: '', cut: false });
  }
}

function runCases(python: Python, order: Judge, tell: Tell): void {
  const { run, source, entry, cases } = order;
  // Before the reader's code is there: it might change what the solution says.
  const answers = cases.map((one) => (one.own ? answer(python, order, one) : null));
  tell({ type: 'begins', run, index: -1, expected: null });
  const { stdout, cut, problem, late } = ask<Told>(python, 'load', CASE_LIMIT, source, entry);
  open = { order, ended: [] };
  if (problem || late) return tell({ type: 'unloaded', run, problem, stdout, cut });
  const ended: Outcome[] = [];
  for (const [index, one] of cases.entries()) {
    const known = answers[index]!;
    const refused = known !== null && !known.got;
    tell({ type: 'begins', run, index, expected: known?.got ?? null });
    const inputs = stringify(one.inputs);
    const outcome = refused ? known : ask<Outcome>(python, 'call', CASE_LIMIT, inputs);
    ended.push(outcome);
    tell({ type: 'ended', run, index, outcome, refused });
    if (outcome.late || isCrash(outcome.problem)) break;
  }
  open = { order, ended };
  tell({ type: 'ran', run, stdout, cut });
}

/** The solution's answer to a case of the reader's, or how it refuses the inputs. */
function answer(python: Python, { solution, entry }: Judge, { inputs }: Asked): Outcome {
  return parse(python.call('solve', FOREVER, solution, entry, stringify(inputs))) as Outcome;
}

/** End a run; a Python that can't do that has no sample to show. */
export function close(python: Python, order: Close, tell: Tell): void {
  try {
    closeRun(python, order, tell);
  } catch {
    const { run } = order;
    tell({ type: 'closed', run, causes: [], tampered: [], heap: 0, sample: null });
  }
}

/** Name the known mistakes, make Python clean, and ask it something for proof. */
function closeRun(python: Python, order: Close, tell: Tell): void {
  const { run, failed, mistakes, sample } = order;
  const { order: judged, ended } = open!;
  open = null;
  const { solution, entry, cases } = judged;
  const solve = (source: string, at: number): Outcome =>
    parse(python.call('solve', FOREVER, source, entry, stringify(cases[at]!.inputs)));
  let causes: readonly (string | null)[] = ended.map(() => null);
  if (failed.includes(true)) {
    python.call('rewind', FOREVER);
    causes = findCauses(mistakes, ended, failed, ({ source }, at) => solve(source, at));
  }
  const rest = cleanUp(python);
  tell({ type: 'closed', run, causes, ...rest, sample: solve(solution, sample).got });
}

/** Run a program of the playground; the only word after `begins` is `printed`. */
export function runProgram(python: Python, order: Program, tell: Tell): void {
  const { run, source } = order;
  tell({ type: 'begins', run, index: -1, expected: null });
  const told = ask<Told>(python, 'run_program', PROGRAM_LIMIT, source);
  const rest = isCrash(told.problem) ? { tampered: [], heap: 0 } : cleanUp(python);
  tell({ type: 'printed', run, ...told, ...rest, stopped: false });
}

/** Call the harness where the reader's code runs; a crash or an interrupt is an outcome. */
function ask<T>(python: Python, name: string, seconds: number, ...texts: string[]): T {
  try {
    return { ...EMPTY, ...(parse(python.call(name, seconds, ...texts)) as T) };
  } catch (error) {
    if (error instanceof Late) return { ...EMPTY, late: true } as T;
    if (!(error instanceof Crash)) throw error;
    return { ...EMPTY, problem: crash(error.message) } as T;
  }
}

function crash(message: string): Problem {
  return { key: 'crash', type: '', message, line: null, trace: '', name: '' };
}

function cleanUp(python: Python): { tampered: readonly string[]; heap: number } {
  const { tampered } = parse(python.call('close', FOREVER)) as { tampered: string[] };
  return { tampered, heap: python.heap() };
}
