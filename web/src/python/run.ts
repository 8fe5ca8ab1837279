/** A run as the page sees it: what has been told so far, and how to end it from here. */
import { CASE_LIMIT, GRACE, HEAP_LIMIT, PROGRAM_LIMIT, QUIET_LIMIT } from './limits';
import type { CaseResult, Numbers, Order, Report } from './messages';
import { isCrash, verdictOf } from './verdict';

export type Listener = (report: Report) => void;
export type RunOrder = Extract<Order, { run: number }>;

export interface Run {
  readonly order: RunOrder;
  readonly listener: Listener;
  readonly results: CaseResult[];
  sent: boolean;
  begun: { readonly index: number; readonly expected: Numbers | null } | null; // going on now
  printed: { readonly stdout: string; readonly cut: boolean };
}

const SILENCE = { stdout: '', cut: false };

export function createRun(order: RunOrder, listener: Listener): Run {
  return { order, listener, results: [], sent: false, begun: null, printed: SILENCE };
}

/** Take a report in; tell whether it was the run's last. */
export function note(run: Run, report: Report): boolean {
  run.begun = report.type === 'begins' ? report : null;
  if (report.type === 'case') run.results.push(report.result);
  return report.type === 'judged' || report.type === 'printed';
}

/** Seconds from now in which the worker must say something. */
export function patience(run: Run): number {
  if (!run.begun) return QUIET_LIMIT;
  return GRACE + (run.order.type === 'judge' ? CASE_LIMIT : PROGRAM_LIMIT);
}

/** What is left to report when the reader ends a run. */
export function stopped(run: Run): Report[] {
  return [lastReport(run, 'stopped')];
}

/** What is left to report when the worker had to be ended for being late. */
export function outOfTime(run: Run): Report[] {
  const last = lastReport(run, 'timeout');
  if (run.order.type === 'program') return [last];
  const { order, begun } = run;
  if (begun?.expected) {
    const result = lateResult(begun.index, begun.expected);
    run.results.push(result);
    return [{ type: 'case', run: order.run, result }, lastReport(run, 'timeout')];
  }
  if (run.results.length) return [{ ...last, verdict: verdictOf(run.results) } as Report];
  return [{ type: 'unloaded', run: order.run, problem: null, ...SILENCE }, last];
}

/** Tell whether this report means that Python should start anew. */
export function isSpent(report: Report): boolean {
  if (report.type === 'case') return isCrash(report.result.problem);
  if (report.type === 'unloaded') return isCrash(report.problem);
  if (report.type === 'printed' && isCrash(report.problem)) return true;
  if (report.type !== 'judged' && report.type !== 'printed') return false;
  return report.tampered.length > 0 || report.heap > HEAP_LIMIT;
}

function lastReport({ order, results }: Run, verdict: 'timeout' | 'stopped'): Report {
  const rest = { ...SILENCE, tampered: [], heap: 0 };
  if (order.type === 'judge')
    return { type: 'judged', run: order.run, verdict, causes: results.map(() => null), ...rest };
  const ends = { late: verdict === 'timeout', stopped: verdict === 'stopped' };
  return { type: 'printed', run: order.run, problem: null, ...ends, seconds: 0, ...rest };
}

function lateResult(index: number, expected: Numbers): CaseResult {
  const nothing = { got: null, reason: null, problem: null, changed: [], ...SILENCE };
  return { index, status: 'timeout', expected, ...nothing, seconds: CASE_LIMIT + GRACE };
}
