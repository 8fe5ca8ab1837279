/** What a heat map shows, and every change a reader can make to it. Nothing here is mutated. */
import { attend, maskOf, type Steps, type Vector } from './attention';

export const MOST_TOKENS = 12;
export const LONGEST_TOKEN = 40; // characters
export const LARGEST = 1000; // of a number's size: no score can overflow

export const SIZES = [2, 4] as const;
export const STEPS = ['scores', 'scaled', 'masked', 'weights', 'output'] as const;
export const KINDS = ['q', 'k', 'v'] as const;
export const SLOTS = ['q2', 'k2', 'q4', 'k4', 'v'] as const;

export type Size = (typeof SIZES)[number];
export type Step = (typeof STEPS)[number];
export type Kind = (typeof KINDS)[number];
export type Slot = (typeof SLOTS)[number];

/** Both pairs of vectors are kept, so that a change of size and back loses nothing. */
export type Token = Readonly<Record<Slot, Vector>> & {
  readonly text: string;
  readonly hidden: boolean; // nobody may look at its key
};

export interface State {
  readonly tokens: readonly Token[];
  readonly size: Size;
  readonly scaled: boolean;
  readonly causal: boolean;
  readonly row: number | null;
  readonly step: Step;
}

/** What the page's data attribute holds; written by weave/heatmap.py. */
export interface Data extends Readonly<Record<Slot, readonly Vector[]>> {
  readonly language: string;
  readonly tokenLanguage: string;
  readonly tokens: readonly string[];
  readonly gloss: readonly string[];
}

export function startOf(data: Data): State {
  const tokens = data.tokens.map((text, at) => ({ text, hidden: false, ...vectorsAt(data, at) }));
  return { tokens, size: 4, scaled: true, causal: false, row: null, step: 'weights' };
}

function vectorsAt(data: Data, at: number): Record<Slot, Vector> {
  const { q2, k2, q4, k4, v } = data;
  return { q2: q2[at]!, k2: k2[at]!, q4: q4[at]!, k4: k4[at]!, v: v[at]! };
}

/** A token that looks for nothing and is found by nobody in particular. */
export function blankToken(text: string): Token {
  return {
    text,
    hidden: false,
    q2: [0, 0],
    k2: [0, 0],
    q4: [0, 0, 0, 0],
    k4: [0, 0, 0, 0],
    v: [1, 1],
  };
}

export function slotOf(kind: Kind, size: Size): Slot {
  return kind === 'v' ? 'v' : `${kind}${size}`;
}

export function compute(state: State): Steps {
  const all = (kind: Kind) => state.tokens.map((token) => token[slotOf(kind, state.size)]);
  const divisor = state.scaled ? Math.sqrt(state.size) : 1;
  return attend(all('q'), all('k'), all('v'), divisor, allowed(state));
}

export function allowed(state: State): readonly (readonly boolean[])[] {
  return maskOf(
    state.tokens.map((token) => token.hidden),
    state.causal,
  );
}

export function withToken(state: State, at: number, change: Partial<Token>): State {
  const tokens = state.tokens.map((token, own) => (own === at ? { ...token, ...change } : token));
  return { ...state, tokens };
}

export function withNumber(
  state: State,
  at: number,
  slot: Slot,
  index: number,
  value: number,
): State {
  const vector = state.tokens[at]![slot].map((old, own) => (own === index ? value : old));
  return withToken(state, at, { [slot]: vector });
}

export function withNewToken(state: State, text: string): State {
  if (state.tokens.length >= MOST_TOKENS) return state;
  return { ...state, tokens: [...state.tokens, blankToken(unused(state, text))] };
}

/** The text, or with a number behind it, so that a sentence about a row can name it. */
function unused(state: State, text: string): string {
  const taken = new Set(state.tokens.map((token) => token.text));
  let name = text;
  for (let number = 2; taken.has(name); number += 1) name = `${text} ${number}`;
  return name;
}

export function withoutToken(state: State, at: number): State {
  if (state.tokens.length <= 1) return state;
  const tokens = state.tokens.filter((_, own) => own !== at);
  return { ...state, tokens, row: rowAfterRemoval(state.row, at) };
}

function rowAfterRemoval(row: number | null, removed: number): number | null {
  if (row === null || row === removed) return null;
  return row > removed ? row - 1 : row;
}

export type Fault = 'empty' | 'notNumber' | 'tooLarge' | 'tooLong';
export type Checked<T> = { readonly value: T } | { readonly fault: Fault };

/** Read a number as a reader types it: comma or point, a real minus or a hyphen. */
export function readNumber(typed: string): Checked<number> {
  const text = typed.trim().replace('−', '-').replace(',', '.');
  if (!text) return { fault: 'empty' };
  if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text)) return { fault: 'notNumber' };
  const value = Number(text);
  // `||` makes a zero of minus zero.
  return Math.abs(value) <= LARGEST ? { value: value || 0 } : { fault: 'tooLarge' };
}

/** Read a token's text: any Unicode on one line, but something to see. */
export function readText(typed: string): Checked<string> {
  // A lone surrogate is no character, and can't go into an address.
  const text = typed
    .replace(/\p{Cs}/gu, '\uFFFD')
    .replace(/\s+/gu, ' ')
    .trim();
  if (!/[^\p{C}\p{Z}]/u.test(text)) return { fault: 'empty' };
  return [...text].length <= LONGEST_TOKEN ? { value: text } : { fault: 'tooLong' };
}
