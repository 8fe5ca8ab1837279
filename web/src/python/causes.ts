/** Finds which known mistakes end as the reader's code did. */
import { alike } from './comparing';
import type { Mistake, Outcome } from './messages';

/** How a mistake's code ends in a case. */
export type Try = (mistake: Mistake, at: number) => Outcome;

/**
 * For each case the key of the known mistake that ends in the same way, or null. One that
 * does so in every case is the answer for all that failed; else each case has the first that
 * does so there.
 */
export function findCauses(
  mistakes: readonly Mistake[],
  ended: readonly Outcome[],
  failed: readonly boolean[],
  attempt: Try,
): (string | null)[] {
  const known = new Map<string, boolean>();
  const matches = (mistake: Mistake, at: number): boolean => {
    const key = `${mistake.key} ${at}`;
    if (!known.has(key)) known.set(key, alike(ended[at]!, attempt(mistake, at)));
    return known.get(key)!;
  };
  const ran = ended.map((_, at) => at).filter((at) => !ended[at]!.late);
  // Cases that failed come first: they tell most mistakes apart.
  const order = [...ran.filter((at) => failed[at]), ...ran.filter((at) => !failed[at])];
  const whole = mistakes.find((mistake) => order.every((at) => matches(mistake, at)));
  if (whole) return failed.map((bad) => (bad ? whole.key : null));
  return failed.map(
    (bad, at) => (bad && mistakes.find((mistake) => matches(mistake, at))?.key) || null,
  );
}
