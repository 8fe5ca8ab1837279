/** What the parts of a heat map share: their shape, their context, small helpers. */
import { element } from '../dom';
import type { HeatmapWords } from '../words';
import type { Mask, Steps, Vector } from './attention';
import type { Data, State, Token } from './state';

/** One state with everything computed from it. */
export interface Picture {
  readonly state: State;
  readonly steps: Steps;
  readonly mask: Mask;
}

export interface Context {
  readonly words: HeatmapWords;
  readonly data: Data;
  readonly uid: string; // begins every id and name of this heat map
  readonly change: (next: (state: State) => State) => void;
}

/** A piece of the page that shows a picture. */
export interface Part {
  readonly root: HTMLElement;
  readonly render: (picture: Picture) => void;
}

export function glossOf(token: Token, data: Data): string {
  return data.gloss[data.tokens.indexOf(token.text)] ?? '';
}

/** A token as a heading shows it: in its own language, with its gloss. */
export function showToken(target: HTMLElement, token: Token, data: Data): void {
  const gloss = glossOf(token, data);
  if (target.dataset['shown'] === `${token.text}\n${gloss}`) return;
  target.dataset['shown'] = `${token.text}\n${gloss}`;
  const word = element('bdi', {}, token.text);
  if (data.tokens.includes(token.text)) word.lang = data.tokenLanguage;
  target.replaceChildren(word);
  if (gloss) target.append(element('span', { class: 'weave-gloss' }, gloss));
}

/** A token inside a sentence; a right-to-left one must not turn the rest round. */
export function quoted(text: string): string {
  return `“${isolated(text)}”`;
}

export function isolated(text: string): string {
  return /[\u0590-\u08FF\uFB1D-\uFEFC]/.test(text) ? `\u2068${text}\u2069` : text;
}

export function fixed(value: number, words: HeatmapWords): string {
  return localised(value.toFixed(2), words);
}

/** A number with up to two decimals: 2, 0.5, 1.41. */
export function short(value: number, words: HeatmapWords): string {
  return localised(String(Number(value.toFixed(2))), words);
}

export function percent(share: number): string {
  return `${(100 * share).toFixed(0)}%`;
}

export function vector(values: Vector, words: HeatmapWords, show = short): string {
  return `[${values.map((value) => show(value, words)).join(words.separator)}]`;
}

function localised(text: string, words: HeatmapWords): string {
  const unsigned = /^-[0.]+$/.test(text) ? text.slice(1) : text; // no minus before a zero
  return unsigned.replace('-', '−').replace('.', words.decimal);
}
