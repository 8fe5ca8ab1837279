/** Arrays as text: as NumPy writes them, with the first difference marked. */
import type { Numbers } from '../python/messages';

const DIGITS = 9;
const MOST = 400; // numbers of one array that are shown

/** A number as Python would write it, with nine digits at most. */
export function numberText(value: number | boolean | string): string {
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value === 'string') return value;
  return String(Number(value.toPrecision(DIGITS)));
}

/** `(2, 3)`, `(4,)`, `()`. */
export function shapeText(shape: readonly number[]): string {
  return shape.length === 1 ? `(${shape[0]},)` : `(${shape.join(', ')})`;
}

/** `[0, 1]`: an index as one writes it behind an array. */
export function placeText(at: readonly number[]): string {
  return `[${at.join(', ')}]`;
}

/** The number at an index, or nothing where the array has no such place. */
export function valueAt({ shape, values }: Numbers, at: readonly number[]): string {
  const flat = flatIndex(shape, at);
  const value = flat === null ? undefined : values[flat];
  return value === undefined ? '' : numberText(value);
}

/** An array as nested brackets; the number at `mark` in an element of its own. */
export function arrayNodes(array: Numbers, mark: readonly number[] | null): (Node | string)[] {
  const { shape, values } = array;
  const marked = mark ? flatIndex(shape, mark) : null;
  const texts = values.slice(0, MOST).map(numberText);
  const width = Math.max(0, ...texts.map((text) => text.length));
  const nodes: (Node | string)[] = [];
  texts.forEach((text, at) => {
    nodes.push(opening(shape, at), text.padStart(width).slice(0, width - text.length));
    nodes.push(at === marked ? markOf(text) : text);
    nodes.push(closing(shape, at));
  });
  if (!values.length) nodes.push('[]');
  if (values.length > MOST) nodes.push(' …');
  return nodes;
}

function markOf(text: string): HTMLElement {
  const mark = document.createElement('mark');
  mark.textContent = text;
  return mark;
}

function flatIndex(shape: readonly number[], at: readonly number[]): number | null {
  if (at.length !== shape.length) return null;
  return at.reduce((flat, index, axis) => flat * shape[axis]! + index, 0);
}

/** How many of the last axes begin at the flat index `at`. */
function edges(shape: readonly number[], at: number): number {
  let size = 1;
  let count = 0;
  for (const length of [...shape].reverse()) {
    size *= length;
    if (at % size) break;
    count += 1;
  }
  return count;
}

function opening(shape: readonly number[], at: number): string {
  const count = edges(shape, at);
  if (!at) return '['.repeat(shape.length);
  if (!count) return ' ';
  return `\n${'\n'.repeat(count - 1)}${' '.repeat(shape.length - count)}${'['.repeat(count)}`;
}

function closing(shape: readonly number[], at: number): string {
  return ']'.repeat(edges(shape, at + 1));
}
