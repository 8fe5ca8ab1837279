/** The list of cases: which one runs, how each ended, and what it got. */
import { element, setText } from '../heatmap/part';
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
  /** The name of the first case that didn't pass, and how many did. */
  readonly tally: () => { readonly first: string; readonly passed: number };
}

const BAD = new Set(['failed', 'error', 'timeout']);

/** Take over the cases that stand in a list. */
export function casesOf(
  list: HTMLElement,
  words: ExerciseWords,
  mistakes: Readonly<Record<string, string>>,
): Cases {
  // `toggle` doesn't bubble.
  list.addEventListener('toggle', ({ target }) => letReach(target as HTMLElement), true);
  const items = () => [...list.querySelectorAll<HTMLElement>(':scope > [data-case]')];
  const set = (item: HTMLElement, status: Status, text = words.statuses[status]) => {
    item.dataset['status'] = status;
    setText(item.querySelector('.weave-case-status')!, text);
  };
  const reset = () => {
    for (const item of items()) {
      set(item, 'waiting');
      toldOf(item).replaceChildren();
      item.querySelectorAll('mark').forEach((mark) => mark.replaceWith(...mark.childNodes));
      item.querySelector('details')!.open = false;
    }
  };
  const show = (result: CaseResult) => {
    const item = items()[result.index];
    if (!item) return;
    set(item, result.status, statusText(words, result));
    toldOf(item).replaceChildren(...resultNodes(words, result));
    showExpected(item, result);
    letReach(item);
    const first = !items().some((other) => other !== item && isOpen(other));
    if (result.status !== 'passed' && first) item.querySelector('details')!.open = true;
  };
  const finish = (otherwise: 'skipped' | 'stopped') => {
    for (const item of items()) {
      if (item.dataset['status'] === 'running') set(item, otherwise);
      if (item.dataset['status'] === 'waiting') set(item, 'skipped');
    }
  };
  const explain = (causes: readonly (string | null)[]) => {
    causes.forEach((cause, index) => {
      const sentence = cause && mistakes[cause];
      const item = items()[index];
      if (!sentence || !item || item.dataset['status'] === 'passed') return;
      item.dataset['cause'] = cause;
      toldOf(item).prepend(element('p', { class: 'weave-cause' }, ...codeNodes(sentence)));
    });
  };
  return {
    reset: () => {
      items().forEach((item) => delete item.dataset['cause']);
      reset();
    },
    begin: (index) => items()[index] && set(items()[index]!, 'running'),
    show,
    finish,
    explain,
    tally: () => {
      const bad = items().find((item) => BAD.has(item.dataset['status']!));
      return {
        first: bad?.querySelector('.weave-case-name')?.textContent ?? '',
        passed: items().filter((item) => item.dataset['status'] === 'passed').length,
      };
    },
  };
}

function isOpen(item: HTMLElement): boolean {
  return item.querySelector('details')!.open;
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

function resultNodes(words: ExerciseWords, result: CaseResult): Node[] {
  const { got, reason, problem, changed, stdout, cut, status } = result;
  const nodes: Node[] = [];
  const say = (text: string, kind = '') =>
    text && nodes.push(element('p', kind ? { class: kind } : {}, ...codeNodes(text)));
  say(reasonText(words, result), 'weave-reason');
  if (status === 'timeout') say(words.late, 'weave-reason');
  if (status === 'refused') say(words.refused, 'weave-reason');
  if (problem) {
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
