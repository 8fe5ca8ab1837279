/** The list of cases: which one runs, how each ended, and what it got. */
import { element, setText } from '../dom';
import type { CaseResult, Numbers } from '../python/messages';
import type { ExerciseWords } from '../words';
import { arrayNodes, shapeText } from './numbers';
import { problemText, reasonText } from './told';

export type Status =
  | 'waiting'
  | 'running'
  | 'passed'
  | 'failed'
  | 'error'
  | 'timeout'
  | 'stopped'
  | 'skipped'
  | 'refused';

export interface Cases {
  readonly reset: () => void;
  readonly begin: (index: number) => void;
  readonly show: (result: CaseResult) => void;
  /** The run is over: what is still open was not reached. */
  readonly finish: (otherwise: 'skipped' | 'stopped') => void;
  readonly explain: (causes: readonly (string | null)[]) => void;
  readonly tally: () => Tally;
}

export interface Tally {
  readonly first: string; // the name of the first case that didn't pass
  readonly passed: number;
  readonly counted: number; // all but those that the reference refuses
  readonly refused: number;
  readonly given: boolean; // whether all of the exercise's cases passed
}

const BAD = new Set(['failed', 'error', 'timeout']);

/** Take over the cases of each run: the exercise's in a list, then the reader's own. */
export function casesOf(
  list: HTMLElement,
  own: () => readonly HTMLElement[],
  words: ExerciseWords,
  mistakes: Readonly<Record<string, string>>,
): Cases {
  // `toggle` doesn't bubble.
  list.addEventListener('toggle', ({ target }) => letReach(target as HTMLElement), true);
  const given = [...list.querySelectorAll<HTMLElement>(':scope > [data-case]')];
  let all: readonly HTMLElement[] = given; // as they were when the run began
  let opened = false; // the first case that didn't pass opens
  // What was edited meanwhile is another case by now.
  const items = () => all.filter((item) => !item.hasAttribute('data-edited'));
  const itemAt = (index: number) => (items().includes(all[index]!) ? all[index] : undefined);
  const set = (item: HTMLElement, status: Status, text = words.statuses[status]) => {
    item.dataset['status'] = status;
    setText(item.querySelector('.weave-case-status')!, text);
  };
  const reset = () => {
    all = [...given, ...own()];
    opened = false;
    for (const item of all) {
      delete item.dataset['cause'];
      delete item.dataset['edited'];
      set(item, 'waiting');
      toldOf(item).replaceChildren();
      item.querySelectorAll('mark').forEach((mark) => mark.replaceWith(...mark.childNodes));
      if (given.includes(item)) item.querySelector('details')!.open = false;
    }
  };
  const show = (result: CaseResult) => {
    const item = itemAt(result.index);
    if (!item) return;
    set(item, result.status, statusText(words, result));
    const expected = given.includes(item) ? [] : expectedNodes(words, result);
    toldOf(item).replaceChildren(...expected, ...resultNodes(words, result));
    showExpected(item, result);
    letReach(item);
    if (result.status === 'passed' || opened) return;
    item.querySelector('details')!.open = opened = true;
  };
  const finish = (otherwise: 'skipped' | 'stopped') => {
    for (const item of items()) {
      if (item.dataset['status'] === 'running') set(item, otherwise);
      if (item.dataset['status'] === 'waiting') set(item, 'skipped');
    }
  };
  const explain = (causes: readonly (string | null)[]) => {
    causes.forEach((cause, index) => {
      const sentence = cause && Object.hasOwn(mistakes, cause) && mistakes[cause];
      const item = itemAt(index);
      if (!sentence || !item || item.dataset['status'] === 'passed') return;
      item.dataset['cause'] = cause;
      toldOf(item).prepend(element('p', { class: 'weave-cause' }, ...codeNodes(sentence)));
    });
  };
  return {
    reset,
    begin: (index) => {
      const item = itemAt(index);
      if (item) set(item, 'running');
    },
    show,
    finish,
    explain,
    tally: () => {
      const bad = items().find((item) => BAD.has(item.dataset['status']!));
      const refused = countOf(items(), 'refused');
      return {
        first: bad?.querySelector('.weave-case-name')?.textContent ?? '',
        passed: countOf(items(), 'passed'),
        counted: items().length - refused,
        refused,
        given: countOf(given, 'passed') === given.length,
      };
    },
  };
}

function countOf(items: readonly HTMLElement[], status: Status): number {
  return items.filter((item) => item.dataset['status'] === status).length;
}

/** Let the keyboard stop at what scrolls within a case, and at nothing else. */
function letReach(item: HTMLElement): void {
  for (const pre of item.querySelectorAll('pre')) {
    const { scrollWidth, clientWidth, scrollHeight, clientHeight } = pre;
    if (scrollWidth > clientWidth || scrollHeight > clientHeight) pre.tabIndex = 0;
    else pre.removeAttribute('tabindex');
  }
}

function toldOf(item: HTMLElement): HTMLElement {
  return item.querySelector<HTMLElement>('.weave-case-told')!;
}

function statusText(words: ExerciseWords, { status, seconds }: CaseResult): string {
  const told = words.statuses[status];
  return status === 'passed' ? `${told} · ${Math.max(1, Math.round(seconds * 1000))} ms` : told;
}

function expectedNodes(words: ExerciseWords, { status, expected }: CaseResult): Node[] {
  if (status === 'refused') return [];
  return [arrayBlock('weave-expected', words.expected, expected, null)];
}

function resultNodes(words: ExerciseWords, result: CaseResult): Node[] {
  const { got, reason, problem, changed, stdout, cut, status } = result;
  const nodes: Node[] = [];
  const say = (text: string, kind = '') =>
    text && nodes.push(element('p', kind ? { class: kind } : {}, ...codeNodes(text)));
  if (status === 'timeout') say(words.late, 'weave-reason');
  if (status === 'refused') {
    const hint = problem?.key === 'raised' ? words.unfit : '';
    say(`${words.refused} ${hint}`.trim(), 'weave-reason');
  }
  say(reasonText(words, result), 'weave-reason');
  if (problem && status === 'refused') {
    say(problemText(words, { ...problem, line: null }), 'weave-reason'); // not the reader's line
  } else if (problem) {
    say(problemText(words, problem), 'weave-reason');
    if (problem.trace) nodes.push(block('weave-trace', words.trace, [problem.trace]));
  }
  if (got) nodes.push(arrayBlock('weave-got', words.got, got, reason));
  if (changed.length) say(words.changed(changed.join(', ')), 'weave-notice');
  if (stdout) nodes.push(block('weave-stdout', words.printed(cut), [stdout]));
  return nodes;
}

/** Write what was expected as the result is written: same digits, same place marked. */
function showExpected(item: HTMLElement, { got, expected, reason }: CaseResult): void {
  const target = item.querySelector('.weave-expected code');
  if (got) target?.replaceChildren(...arrayNodes(expected, placeOf(reason)));
}

function placeOf(reason: CaseResult['reason']): readonly number[] | null {
  return reason && 'at' in reason ? reason.at : null;
}

function arrayBlock(
  kind: string,
  name: string,
  array: Numbers,
  reason: CaseResult['reason'],
): HTMLElement {
  const made = block(kind, name, arrayNodes(array, placeOf(reason)));
  made
    .querySelector('.weave-name')!
    .append(' ', element('span', { class: 'weave-shape' }, shapeText(array.shape)));
  return made;
}

/** A titled piece of text that keeps its lines. */
export function block(kind: string, name: string, text: readonly (Node | string)[]): HTMLElement {
  return element(
    'div',
    { class: kind },
    element('p', { class: 'weave-name' }, name),
    element('pre', { class: 'no-copy', tabindex: '0' }, element('code', {}, ...text)),
  );
}

/** Text with `code` between backticks, as authors write it. */
export function codeNodes(text: string): (Node | string)[] {
  return text
    .split('`')
    .map((part, at) => (at % 2 ? element('code', {}, part) : part))
    .filter((node) => node !== '');
}
