/** A text field for one array; beside it stands its shape, or what is wrong with the text. */
import { element, setText } from '../dom';
import type { OwnWords } from '../words';
import { type Fault, readArray } from './json';
import { shapeText } from './numbers';

export interface ArrayField {
  readonly root: HTMLElement;
  readonly input: HTMLTextAreaElement;
  /** The input as the judge reads it, as it was written; null for what isn't an array. */
  readonly spec: () => { readonly text: string } | null;
  /** Say what is wrong now, not after a pause. */
  readonly tell: () => void;
  /** Put another text in. */
  readonly take: (text: string) => void;
}

export interface ArrayFieldSettings {
  readonly id: string;
  readonly name: string;
  readonly axes: number; // at least
  readonly words: OwnWords;
  readonly changed: () => void;
}

type Read = { readonly shape: readonly number[] } | Fault;

const PAUSE = 400; // ms; who is typing hears of no bracket that is still to come
const MOST_ROWS = 8;

export function arrayField({ id, name, axes, words, changed }: ArrayFieldSettings): ArrayField {
  const input = inputOf(id, axes);
  const shape = element('span', { class: 'weave-shape' });
  const told = element('p', { id: `${id}-fault`, class: 'weave-own-fault', 'aria-live': 'polite' });
  let read: Read = check('', axes);
  let later: ReturnType<typeof setTimeout> | undefined;
  const tell = () => {
    clearTimeout(later);
    setText(told, 'key' in read ? words.faults[read.key](read) : '');
    if ('key' in read) input.setAttribute('aria-invalid', 'true');
    else input.removeAttribute('aria-invalid');
  };
  const look = () => {
    read = check(input.value, axes);
    setText(shape, 'shape' in read ? shapeText(read.shape) : '');
    input.rows = Math.min(MOST_ROWS, input.value.split('\n').length);
  };
  input.addEventListener('input', () => {
    look();
    clearTimeout(later);
    if ('shape' in read) tell();
    else later = setTimeout(tell, PAUSE);
    changed();
  });
  const take = (text: string) => {
    if (input.value !== text) input.value = text;
    look();
    if (text) tell(); // an empty field is told when it matters
  };
  const label = element('label', { for: id, class: 'weave-name' }, name);
  const head = element('div', {}, label, ' ', shape);
  const spec = () => ('shape' in read ? { text: input.value.trim() } : null);
  return {
    root: element('div', { class: 'weave-own-field' }, head, input, told),
    input,
    spec,
    tell,
    take,
  };
}

function inputOf(id: string, axes: number): HTMLTextAreaElement {
  return element('textarea', {
    id,
    rows: '1',
    placeholder: example(axes),
    spellcheck: 'false',
    autocomplete: 'off',
    autocapitalize: 'off',
    dir: 'ltr',
    'aria-describedby': `${id}-fault`,
  });
}

function check(text: string, axes: number): Read {
  const read = readArray(text);
  if ('key' in read || read.shape.length >= axes) return read;
  const place = { line: 1, column: 1, at: [] };
  return { ...place, key: 'axes', count: read.shape.length, wanted: axes, found: example(axes) };
}

/** An array with so many axes; with none, a number. */
function example(axes: number): string {
  return axes ? `${'['.repeat(axes)}1, 0${']'.repeat(axes)}` : '1';
}
