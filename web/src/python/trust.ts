/**
 * What the page takes a worker's word for: nothing but its form.
 *
 * The reader's code can have the worker say anything. A word of another form than `Word` is no
 * word; a text that would keep the browser busy for seconds is shortened before it is shown.
 */
import type { Outcome, Problem, Word } from './messages';

const MOST_LINES = 2000;
const MOST_ENTRIES = 5000; // names of a module, say
const LONGEST_NAME = 200;
const WIDEST = 5000; // characters of one line
const MOST_CHARACTERS = 64_000; // streams.py cuts there too, unless it was meddled with
const STACKED = /(\p{M}{8})\p{M}+/gu; // marks on one letter; no language needs more
const TURNING = /[\u202a-\u202e\u2066-\u2069]/g; // controls that turn the text around

type Check = (value: unknown) => boolean;

const name: Check = (value) => typeof value === 'string' && value.length <= LONGEST_NAME;
const text: Check = (value) => typeof value === 'string';
const flag: Check = (value) => typeof value === 'boolean';
const number: Check = Number.isFinite;
const anything: Check = () => true;
const oneOf =
  (...known: string[]): Check =>
  (value) =>
    known.includes(value as string);
const orNull =
  (check: Check): Check =>
  (value) =>
    value === null || check(value);
// Array.from: `every` alone would pass over holes.
const list =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.length <= MOST_ENTRIES && Array.from(value).every(check);
const record =
  (fields: Readonly<Record<string, Check>>): Check =>
  (value) =>
    typeof value === 'object' &&
    value !== null &&
    Object.entries(fields).every(([name, check]) =>
      check((value as Record<string, unknown>)[name]),
    );

const problem = orNull(
  record({
    key: oneOf(
      ...['syntax', 'raised', 'recursion', 'memory', 'input', 'exit', 'module', 'entry', 'crash'],
    ),
    type: text,
    message: text,
    line: orNull(Number.isSafeInteger),
    trace: text,
    name: text,
  }),
);
const reasons: readonly Check[] = [
  record({ key: oneOf('none', 'ragged', 'kind') }),
  record({ key: oneOf('tuple'), length: Number.isSafeInteger }),
  record({ key: oneOf('object'), type: name }),
  record({ key: oneOf('large'), size: number }),
];
const output = { stdout: text, cut: flag };
// `comparing.ts` looks at numbers, `got` and its like.
const outcome = record({
  ...output,
  got: anything,
  reason: orNull((value) => reasons.some((check) => check(value))),
  problem,
  changed: list(name),
  seconds: number,
  late: flag,
});
const member = record({
  name: text,
  kind: oneOf('function', 'class', 'module', 'value'),
  signature: text,
  doc: text,
});
const rest = { tampered: list(name), heap: number };
const WORDS: { readonly [type in Word['type']]: Check } = {
  progress: record({ loaded: number, total: number }),
  ready: record({ python: text, numpy: text }),
  unready: record({ fault: record({ key: text, file: text, detail: text }) }),
  taken: record({ run: number }),
  begins: record({ run: number, index: Number.isSafeInteger, expected: anything }),
  unloaded: record({ run: number, problem, ...output }),
  ended: record({ run: number, index: Number.isSafeInteger, outcome, refused: flag }),
  ran: record({ run: number, ...output }),
  closed: record({ run: number, causes: list(orNull(text)), sample: anything, ...rest }),
  printed: record({ run: number, problem, late: flag, seconds: number, ...output, ...rest }),
  members: record({ ask: number, members: list(member) }),
};

/** Return what was said as a word whose texts can be shown, or null if it is none. */
export function wordOf(said: unknown): Word | null {
  const type = (said as Word | null)?.type;
  if (typeof type !== 'string' || !Object.hasOwn(WORDS, type) || !WORDS[type](said)) return null;
  const word = said as Word;
  if (word.type === 'ended') return { ...word, outcome: shortened(word.outcome) };
  if (word.type === 'unloaded' || word.type === 'printed') return shortened(word);
  if (word.type === 'ran') return { ...word, ...printed(word) };
  return word;
}

function shortened<T extends Pick<Outcome, 'stdout' | 'cut' | 'problem'>>(told: T): T {
  return { ...told, ...printed(told), problem: told.problem && legible(told.problem) };
}

function printed({ stdout, cut }: Pick<Outcome, 'stdout' | 'cut'>): {
  stdout: string;
  cut: boolean;
} {
  const shown = short(stdout);
  return { stdout: tame(shown), cut: cut || shown.length < stdout.length };
}

function legible(told: Problem): Problem {
  const [type, message, trace, name] = [told.type, told.message, told.trace, told.name].map((one) =>
    tame(short(one)),
  ) as [string, string, string, string];
  return { ...told, type, message, trace, name };
}

/** The beginning of a text: so many characters, so many lines, so long each. */
function short(whole: string): string {
  const lines = whole.slice(0, MOST_CHARACTERS).split('\n');
  const few = lines.slice(0, MOST_LINES).map((line) => line.slice(0, WIDEST));
  const kept = few.join('\n');
  return lines.length > MOST_LINES ? `${kept}\n` : kept;
}

/** Letters as they are; what would pile up or turn around is cut, or spelt out. */
function tame(shown: string): string {
  const spelt = (control: string) => `\\u${control.charCodeAt(0).toString(16)}`;
  return shown.replace(STACKED, '$1').replace(TURNING, spelt);
}
