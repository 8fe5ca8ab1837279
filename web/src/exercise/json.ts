/** Reads an array of numbers as JSON writes it, and says where and why a text isn't one. */

const MOST_NUMBERS = 2000; // scores have up to the square of it, for each of 20 cases
const MOST_CHARACTERS = 100_000;
const MOST_AXES = 8;

export type FaultKey =
  | 'empty'
  | 'end' // brackets are left open
  | 'comma' // one is missing
  | 'trailing' // one too many, before ]
  | 'tuple'
  | 'quote'
  | 'boolean'
  | 'null'
  | 'infinite'
  | 'object'
  | 'number' // written in another way than JSON's
  | 'unexpected'
  | 'extra' // after the end
  | 'hollow' // an axis of length 0
  | 'ragged'
  | 'mixed' // numbers within more and within fewer brackets
  | 'deep'
  | 'large'
  | 'long'
  | 'axes'; // fewer than the exercise needs; not the reader's to know

export interface Fault {
  readonly key: FaultKey;
  readonly line: number; // from 1, as the column; in characters
  readonly column: number;
  readonly found: string; // what stands there
  readonly at: readonly number[]; // index of the row that is told about
  readonly count: number; // what it has
  readonly wanted: number; // what it should have
}

type More = Partial<Pick<Fault, 'at' | 'count' | 'wanted'>>;

const BLANKS = /[ \t\n\r]*/y; // all that JSON knows
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![^\s,[\](){}])/y;
const TOKEN = /[^\s,[\](){}]+/y;
const LONGEST = 20; // characters of a token that are shown

/** Return the shape of the array that a text holds, or the first fault in it. */
export function readArray(text: string): { readonly shape: readonly number[] } | Fault {
  try {
    return { shape: new Reader(text).read() };
  } catch (fault) {
    if (fault instanceof Error) throw fault;
    return fault as Fault;
  }
}

class Reader {
  readonly #text: string;
  readonly #path: number[] = [];
  readonly #shape: number[] = []; // of the first list on each level, once it is closed
  #at = 0;
  #axes: number | null = null; // brackets round the first number
  #count = 0;

  constructor(text: string) {
    this.#text = text;
  }

  read(): readonly number[] {
    if (this.#text.length > MOST_CHARACTERS) this.#fail('long', 0, { wanted: MOST_CHARACTERS });
    this.#match(BLANKS);
    if (!this.#next()) this.#fail('empty');
    this.#value(0);
    this.#match(BLANKS);
    if (this.#next()) this.#fail('extra');
    return this.#shape;
  }

  #value(depth: number): void {
    if (this.#next() === '[') return this.#list(depth);
    const start = this.#at;
    const token = this.#match(NUMBER);
    if (!token) this.#fail(this.#next() ? tokenFault(this.#token()) : 'end');
    if (!Number.isFinite(Number(token))) this.#fail('infinite', start);
    if (++this.#count > MOST_NUMBERS) this.#fail('large', start, { wanted: MOST_NUMBERS });
    this.#axes ??= depth;
    if (depth !== this.#axes) this.#fail('mixed', start, { count: depth, wanted: this.#axes });
  }

  #list(depth: number): void {
    const start = this.#at;
    const wanted = this.#axes ?? Infinity;
    if (depth === MOST_AXES) this.#fail('deep', start, { wanted: MOST_AXES });
    if (depth >= wanted) this.#fail('mixed', start, { count: depth + 1, wanted });
    this.#at += 1;
    this.#match(BLANKS);
    if (this.#next() === ']') this.#fail('hollow', start);
    let count = 0;
    do {
      this.#path.splice(depth, MOST_AXES, count);
      this.#value(depth + 1);
      count += 1;
    } while (this.#goesOn());
    this.#path.length = depth;
    this.#shape[depth] ??= count;
    if (this.#shape[depth] !== count)
      this.#fail('ragged', start, { at: [...this.#path], count, wanted: this.#shape[depth] });
  }

  /** Step over a comma (true) or a closing bracket (false). */
  #goesOn(): boolean {
    this.#match(BLANKS);
    const start = this.#at;
    const next = this.#next();
    if (next !== ',' && next !== ']') this.#fail(next ? separatorFault(this.#token()) : 'end');
    this.#at += 1;
    if (next === ']') return false;
    this.#match(BLANKS);
    if (this.#next() === ']') this.#fail('trailing', start);
    return true;
  }

  #next(): string {
    return this.#text.charAt(this.#at);
  }

  #match(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0] ?? '';
    this.#at += found.length;
    return found;
  }

  /** What stands at a place: a word, or one character. */
  #token(at = this.#at): string {
    TOKEN.lastIndex = at;
    return TOKEN.exec(this.#text)?.[0] ?? this.#text.charAt(at);
  }

  #fail(key: FaultKey, at = this.#at, more: More = {}): never {
    const lines = this.#text.slice(0, at).split('\n');
    const column = [...lines.at(-1)!].length + 1;
    const found = shown(this.#token(at));
    throw { key, line: lines.length, column, found, at: [], count: 0, wanted: 0, ...more };
  }
}

function separatorFault(token: string): FaultKey {
  return /^[-+.\d[]/.test(token) ? 'comma' : tokenFault(token);
}

function tokenFault(token: string): FaultKey {
  if (/^[+-]?(np\.|math\.|numpy\.)?(nan|inf|infinity)$/i.test(token)) return 'infinite';
  if (/^[-+.\d\u2212\u2013]/.test(token)) return 'number'; // a typeset minus, too
  if (/^['"`‘’“”]/.test(token)) return 'quote';
  if (/^[()]/.test(token)) return 'tuple';
  if (/^[{}]/.test(token)) return 'object';
  if (/^(true|false)\b/i.test(token)) return 'boolean';
  if (/^(null|none)\b/i.test(token)) return 'null';
  return 'unexpected';
}

/** A token that fits into a sentence; what can't be seen goes by its number. */
function shown(token: string): string {
  const characters = [...token];
  const text = characters.slice(0, LONGEST).join('');
  if (/^[\p{Z}\p{C}]/u.test(text)) return codePoint(text);
  return characters.length > LONGEST ? `${text}…` : text;
}

function codePoint(text: string): string {
  return `U+${text.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`;
}
