/** One case of the reader's own: its fields, and the place where its result is shown. */
import { button, element, setText } from '../dom';
import type { OwnWords } from '../words';
import type { Texts } from './keep';
import { type ArrayField, arrayField } from './own-field';

/** How many axes each parameter has at least, in the function's order. */
export type Parameters = Readonly<Record<string, number>>;
export type Inputs = Readonly<Record<string, unknown>>;

export interface OwnCase {
  readonly id: string; // what the device calls it
  readonly item: HTMLElement;
  readonly name: () => string;
  readonly texts: () => Texts;
  /** What the judge gets; null while a field isn't an array. */
  readonly inputs: () => Inputs | null;
  /** Say in every field what is wrong there. */
  readonly tell: () => void;
  /** Be the case of this number, from 1. */
  readonly count: (number: number) => void;
  /** Show other texts, except where the reader is writing. */
  readonly take: (texts: Texts) => void;
  readonly open: () => void;
}

export interface OwnCaseSettings {
  readonly id: string;
  readonly uid: string; // begins every id in the page
  readonly parameters: Parameters;
  readonly words: OwnWords;
  readonly changed: () => void;
  readonly remove: () => void;
}

export function ownCase({ id, uid, parameters, words, changed, remove }: OwnCaseSettings): OwnCase {
  const edited = () => {
    item.dataset['edited'] = ''; // what a run still says of the old inputs isn't shown
    show();
    changed();
  };
  const fields = Object.entries(parameters).map(([name, axes], at) => {
    return [name, arrayField({ id: `${uid}-${at}`, name, axes, words, changed: edited })] as const;
  });
  const name = element('span', { id: `${uid}-name`, class: 'weave-case-name' });
  const status = element('span', { class: 'weave-case-status' });
  const told = element('div', { class: 'weave-case-told' });
  const dropper = button(words.remove, { class: 'weave-own-remove' }, remove);
  const details = detailsOf(element('summary', {}, name, ' ', status), fields, dropper, told);
  const item = element('li', { class: 'weave-case weave-own-case' }, details);
  const show = () => {
    const done = inputsOf(fields) !== null;
    item.dataset['status'] = done ? 'waiting' : 'draft';
    setText(status, done ? '' : words.draft);
    told.replaceChildren();
  };
  show();
  return {
    id,
    item,
    name: () => name.textContent,
    texts: () => Object.fromEntries(fields.map(([key, field]) => [key, field.input.value])),
    inputs: () => inputsOf(fields),
    tell: () => fields.forEach(([, field]) => field.tell()),
    count: (number) => {
      item.dataset['case'] = `own-${number}`;
      setText(name, words.name(number));
      dropper.setAttribute('aria-label', `${words.remove}: ${words.name(number)}`);
    },
    take: (texts) => {
      if (takeAll(fields, texts)) show();
    },
    open: () => {
      details.open = true;
      fields[0]?.[1].input.focus();
    },
  };
}

type Fields = readonly (readonly [string, ArrayField])[];

function detailsOf(
  summary: HTMLElement,
  fields: Fields,
  dropper: HTMLElement,
  told: HTMLElement,
): HTMLDetailsElement {
  const labelled = summary.querySelector('.weave-case-name')!.id;
  const roots = fields.map(([, field]) => field.root);
  const bar = element('div', { class: 'weave-bar' }, dropper);
  const group = { class: 'weave-case-body', role: 'group', 'aria-labelledby': labelled };
  return element('details', {}, summary, element('div', group, ...roots, told, bar));
}

function inputsOf(fields: Fields): Inputs | null {
  const specs = fields.map(([name, field]) => [name, field.spec()] as const);
  return specs.every(([, spec]) => spec) ? Object.fromEntries(specs) : null;
}

/** Tells whether any field has another text now. */
function takeAll(fields: Fields, texts: Texts): boolean {
  const other = fields.filter(([name, { input }]) => {
    return input !== document.activeElement && input.value !== (texts[name] ?? '');
  });
  other.forEach(([name, field]) => field.take(texts[name] ?? ''));
  return other.length > 0;
}
