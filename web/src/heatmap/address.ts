/**
 * A heat map's state as part of the address: `#heatmap=size:2;causal:on;row:3`.
 *
 * Only what differs from the start is written. A page's second heat map is `heatmap-2`;
 * `&` stands between them. No quote or bracket is ever written: Material looks the hash up
 * as an id, in a selector.
 */
import type { Vector } from './attention';
import {
  blankToken,
  MOST_TOKENS,
  readNumber,
  readText,
  type Size,
  SIZES,
  type Slot,
  SLOTS,
  type State,
  type Step,
  STEPS,
  type Token,
} from './state';

const LONGEST = 8000; // characters: twelve tokens with every number changed are about 3000

export function encode(state: State, start: State): string {
  const fields: [string, string][] = [];
  if (state.size !== start.size) fields.push(['size', String(state.size)]);
  if (state.scaled !== start.scaled) fields.push(['scale', onOff(state.scaled)]);
  if (state.causal !== start.causal) fields.push(['causal', onOff(state.causal)]);
  if (state.row !== null) fields.push(['row', String(state.row + 1)]);
  if (state.step !== start.step) fields.push(['step', state.step]);
  return [...fields, ...tokenFields(state, start)].map((field) => field.join(':')).join(';');
}

function tokenFields(state: State, start: State): [string, string][] {
  const fields: [string, string][] = [];
  const texts = (one: State) => one.tokens.map((token) => escaped(token.text)).join(',');
  if (texts(state) !== texts(start)) fields.push(['tokens', texts(state)]);
  const hidden = state.tokens.flatMap((token, at) => (token.hidden ? [at + 1] : []));
  if (hidden.length) fields.push(['hidden', hidden.join(',')]);
  for (const slot of SLOTS) {
    const numbers = state.tokens.flatMap((token) => token[slot]).join(',');
    const usual = state.tokens.flatMap((_, at) => usualToken(start, at)[slot]).join(',');
    if (numbers !== usual) fields.push([slot, numbers]);
  }
  return fields;
}

/** What a token's vectors are when the address doesn't say. */
function usualToken(start: State, at: number): Token {
  return start.tokens[at] ?? blankToken('');
}

function onOff(value: boolean): string {
  return value ? 'on' : 'off';
}

function escaped(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*~]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  );
}

/** Return the state that an address tells, or null for one that makes no sense. */
export function decode(text: string, start: State): State | null {
  if (text.length > LONGEST) return null;
  const fields = new Map<string, string>();
  for (const field of text.split(';')) {
    const [name = '', ...rest] = field.split(':');
    if (rest.length !== 1 || fields.has(name)) return null;
    fields.set(name, rest[0]!);
  }
  try {
    return read(fields, start);
  } catch (error) {
    if (error instanceof Broken || error instanceof URIError) return null;
    throw error;
  }
}

class Broken extends Error {}

function read(fields: Map<string, string>, start: State): State {
  const take = <T>(name: string, usual: T, reading: (text: string) => T): T => {
    const text = fields.get(name);
    fields.delete(name);
    return text === undefined ? usual : reading(text);
  };
  const size = take<Size>('size', start.size, (text) => oneOf(SIZES, Number(text)));
  const scaled = take('scale', start.scaled, readSwitch);
  const causal = take('causal', start.causal, readSwitch);
  const step = take<Step>('step', start.step, (text) => oneOf(STEPS, text));
  const texts = take(
    'tokens',
    start.tokens.map((token) => token.text),
    readTexts,
  );
  const row = take<number | null>('row', null, (text) => readIndex(text, texts.length));
  const hidden = take<number[]>('hidden', [], (text) =>
    text.split(',').map((part) => readIndex(part, texts.length)),
  );
  let tokens: Token[] = texts.map((own, at) => ({
    ...usualToken(start, at),
    text: own,
    hidden: hidden.includes(at),
  }));
  for (const slot of SLOTS) tokens = take(slot, tokens, (text) => withNumbers(tokens, slot, text));
  if (fields.size) throw new Broken();
  return { tokens, size, scaled, causal, row, step };
}

function oneOf<T>(known: readonly T[], value: unknown): T {
  const found = known.find((one) => one === value);
  if (found === undefined) throw new Broken();
  return found;
}

function readSwitch(text: string): boolean {
  return oneOf(['on', 'off'], text) === 'on';
}

function readIndex(text: string, count: number): number {
  if (!/^\d{1,2}$/.test(text) || Number(text) < 1 || Number(text) > count) throw new Broken();
  return Number(text) - 1;
}

function readTexts(text: string): string[] {
  const parts = text.split(',').map((part) => valueOf(readText(decodeURIComponent(part))));
  if (parts.length > MOST_TOKENS) throw new Broken();
  return parts;
}

function withNumbers(tokens: Token[], slot: Slot, text: string): Token[] {
  const numbers = text.split(',').map((part) => valueOf(readNumber(part)));
  const width = blankToken('')[slot].length;
  if (numbers.length !== width * tokens.length) throw new Broken();
  const vector = (at: number): Vector => numbers.slice(at * width, (at + 1) * width);
  return tokens.map((token, at) => ({ ...token, [slot]: vector(at) }));
}

function valueOf<T>(checked: { readonly value: T } | object): T {
  if (!('value' in checked)) throw new Broken();
  return checked.value;
}

/** The part of a hash that belongs to one heat map; null if there is none. */
export function partOf(hash: string, key: string): string | null {
  const own = hash
    .replace(/^#/, '')
    .split('&')
    .find((part) => part.startsWith(`${key}=`));
  return own === undefined ? null : own.slice(key.length + 1);
}

/** The hash with one heat map's part replaced; a section's anchor gives way to it. */
export function hashWith(hash: string, key: string, part: string): string {
  const parts = hash.replace(/^#/, '').split('&');
  const others = parts.filter((one) => /^heatmap(-\d+)?=/.test(one) && !one.startsWith(`${key}=`));
  if (!part && partOf(hash, key) === null) return hash;
  const all = part ? [...others, `${key}=${part}`] : others;
  return all.length ? `#${all.join('&')}` : '';
}
