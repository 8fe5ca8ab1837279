/** What a run's results come to; shared by the worker and the page. */
import type { CaseResult, Problem, Verdict } from './messages';

/** The first case that did not pass decides; running out of time outweighs all. */
export function verdictOf(results: readonly CaseResult[]): Verdict {
  if (results.some((result) => result.status === 'timeout')) return 'timeout';
  const counted = results.filter((result) => result.status !== 'refused');
  const first = counted.find((result) => result.status !== 'passed');
  return first ? (first.status as Verdict) : 'passed';
}

export function isCrash(problem: Problem | null): boolean {
  return problem?.key === 'crash';
}
