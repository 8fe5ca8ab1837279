/** Scaled dot-product attention, step by step. Shapes: Q (T, d), K (T, d), V (T, v). */

export type Vector = readonly number[];
export type Matrix = readonly Vector[];
export type Mask = readonly (readonly boolean[])[]; // true: the query may see the key

export interface Steps {
  readonly scores: Matrix; // (T, T)
  readonly scaled: Matrix; // (T, T)
  readonly masked: Matrix; // (T, T); −Infinity where a query may not look
  readonly weights: Matrix; // (T, T)
  readonly output: Matrix; // (T, v)
}

export function attend(Q: Matrix, K: Matrix, V: Matrix, divisor: number, mask: Mask): Steps {
  const scores = matchAll(Q, K); // (T, d) @ (d, T) -> (T, T)
  const scaled = scores.map((row) => row.map((score) => score / divisor));
  const masked = hide(scaled, mask);
  const weights = masked.map(softmax);
  return { scores, scaled, masked, weights, output: mix(weights, V) };
}

/** The dot product of every query with every key. */
export function matchAll(Q: Matrix, K: Matrix): Matrix {
  return Q.map((q) => K.map((k) => q.reduce((sum, x, at) => sum + x * k[at]!, 0)));
}

/** Which keys each query may see: its own and earlier ones if `causal`, and no hidden one. */
export function maskOf(hidden: readonly boolean[], causal: boolean): Mask {
  return hidden.map((_, query) => hidden.map((gone, key) => !gone && (!causal || key <= query)));
}

export function hide(scores: Matrix, mask: Mask): Matrix {
  return scores.map((row, query) =>
    row.map((score, key) => (mask[query]![key] ? score : -Infinity)),
  );
}

/** Softmax less the maximum, so that exp can't overflow; zeros where nothing may be seen. */
export function softmax(scores: Vector): Vector {
  const largest = Math.max(...scores);
  // The largest of nothing but −Infinity: subtracting it would give NaN.
  if (largest === -Infinity) return scores.map(() => 0);
  const powers = scores.map((score) => Math.exp(score - largest));
  const sum = powers.reduce((total, power) => total + power, 0);
  return powers.map((power) => power / sum);
}

/** Each row's weighted mean of the values: (T, T) @ (T, v) -> (T, v). */
export function mix(weights: Matrix, V: Matrix): Matrix {
  const columns = V[0]?.map((_, column) => V.map((value) => value[column]!)) ?? [];
  return weights.map((row) =>
    columns.map((column) => row.reduce((sum, weight, key) => sum + weight * column[key]!, 0)),
  );
}
