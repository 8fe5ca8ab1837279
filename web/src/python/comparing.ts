/** Compares results as plain numbers, on the page: no code of the reader's runs here. */
import type { Numbers, Outcome, Reason } from './messages';

const ATOL = 1e-6;
const RTOL = 1e-5;
const MOST_AXES = 64; // NumPy's own limit
const MOST_VALUES = 100_000; // as arrays.py has it
const LONGEST = 64; // characters of a spelt number
const REAL = 'iuf';
const FITS = { b: 'b', c: 'iufc', i: REAL, u: REAL, f: REAL }; // expected kind: accepted kinds
const SPELT: Readonly<Record<string, number>> = { nan: NaN, inf: Infinity };

type Complex = readonly [real: number, imaginary: number];

/** Why a result isn't the expected one: shape before kind before finiteness before values. */
export function difference(got: Numbers, expected: Numbers): Reason | null {
  if (got.shape.join() !== expected.shape.join()) return { key: 'shape' };
  if (!FITS[expected.kind].includes(got.kind)) return { key: 'kind' };
  const pairs = got.values.map((value, at) => [read(value), read(expected.values[at]!)] as const);
  const strange = pairs.findIndex(([one, other]) => !finite(one) && !same(one, other));
  if (strange >= 0) return { key: 'not_finite', at: placeOf(strange, got.shape) };
  const first = pairs.findIndex(([one, other]) => !same(one, other));
  if (first < 0) return null;
  const [one, other] = pairs[first]!;
  return {
    key: 'value',
    at: placeOf(first, got.shape),
    difference: Math.min(distance(one, other), Number.MAX_VALUE),
    allowed: Math.min(allowed(other), Number.MAX_VALUE),
  };
}

/** Whether two calls ended in the same way: the same numbers, reason or exception. */
export function alike(one: Outcome, other: Outcome): boolean {
  if (one.problem && other.problem)
    return one.problem.type === other.problem.type && one.problem.message === other.problem.message;
  if (one.problem || other.problem) return false;
  if (one.got && other.got) return difference(one.got, other.got) === null;
  if (one.got || other.got) return false;
  return one.reason !== null && JSON.stringify(one.reason) === JSON.stringify(other.reason);
}

/** Whether this is an array as arrays.py writes it; the reader's code may have meddled. */
export function isNumbers(value: unknown): value is Numbers {
  const { shape, kind, values } = (value ?? {}) as Partial<Numbers>;
  if (!Array.isArray(shape) || !Array.isArray(values) || !Object.hasOwn(FITS, kind ?? ''))
    return false;
  if (shape.length > MOST_AXES || values.length > MOST_VALUES) return false;
  const size = shape.reduce((product, count) => product * count, 1);
  // Array.from: `every` alone would pass over holes.
  return (
    Array.from(shape).every(Number.isSafeInteger) &&
    values.length === size &&
    Array.from(values).every(isValue)
  );
}

function isValue(value: unknown): boolean {
  if (typeof value === 'string') return value.length <= LONGEST;
  return typeof value === 'number' || typeof value === 'boolean';
}

/** The number that a value of Numbers stands for; what JSON lacks is spelt as Python does. */
function read(value: number | boolean | string): Complex {
  if (typeof value !== 'string') return [Number(value), 0];
  if (!value.endsWith('j') && !value.endsWith('j)')) return [real(value), 0];
  const text = value.replace(/[()j]/g, '');
  const sign = Math.max(...[...text.matchAll(/(?<!e|^)[+-]/g)].map((found) => found.index), 0);
  return [sign ? real(text.slice(0, sign)) : 0, real(text.slice(sign))];
}

function real(text: string): number {
  const [, sign, size] = /^([+-]?)(.*)$/.exec(text)!;
  return (sign === '-' ? -1 : 1) * (SPELT[size!] ?? Number(size));
}

function finite([one, other]: Complex): boolean {
  return Number.isFinite(one) && Number.isFinite(other);
}

/** Whether a number is as good as the expected one; NaN is as good as NaN. */
function same(one: Complex, other: Complex): boolean {
  if (finite(one) && finite(other)) return distance(one, other) <= allowed(other);
  return one.every((part, at) => Object.is(part, other[at]) || part === other[at]);
}

function distance([a, b]: Complex, [c, d]: Complex): number {
  return b === d ? Math.abs(a - c) : Math.hypot(a - c, b - d);
}

function allowed(value: Complex): number {
  return ATOL + RTOL * distance(value, [0, 0]);
}

/** The index, one number for each axis, of the value at a flat position. */
function placeOf(at: number, shape: readonly number[]): number[] {
  const index: number[] = [];
  for (const size of [...shape].reverse()) {
    index.unshift(at % size);
    at = Math.floor(at / size);
  }
  return index;
}
