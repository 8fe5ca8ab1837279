/** A text field that takes only good values, and says beside it what is wrong with others. */
import type { HeatmapWords } from '../words';
import { element, setText } from '../dom';
import type { Checked } from './state';

export interface Field {
  readonly root: HTMLElement;
  readonly input: HTMLInputElement;
  /** Show a value, unless the reader is writing another or has left a bad one. */
  readonly show: (text: string, force?: boolean) => void;
}

export interface FieldSettings<T> {
  readonly id: string;
  readonly label: string;
  readonly caption: string; // what is seen; the label says it in full
  readonly words: HeatmapWords;
  readonly read: (typed: string) => Checked<T>;
  readonly take: (value: T) => void;
}

export function field<T>(settings: FieldSettings<T>): Field {
  const { id, label, caption, words, read, take } = settings;
  const errorId = `${id}-error`;
  const input = element('input', {
    'aria-label': label,
    'aria-describedby': errorId,
    autocomplete: 'off',
    autocapitalize: 'off',
    spellcheck: 'false',
    dir: 'auto',
  });
  const error = element('span', { id: errorId, class: 'weave-error', 'aria-live': 'polite' });
  const judge = (sentence: string) => {
    input.toggleAttribute('aria-invalid', Boolean(sentence));
    if (sentence) input.setAttribute('aria-invalid', 'true');
    setText(error, sentence);
  };
  input.addEventListener('input', () => {
    const checked = read(input.value);
    judge('fault' in checked ? words.faults[checked.fault] : '');
    if ('value' in checked) take(checked.value);
  });
  const seen = element('span', { class: 'weave-field-name', 'aria-hidden': 'true' }, caption);
  const root = element('label', { class: 'weave-field' }, seen, input, error);
  const show = (text: string, force = false) => {
    const busy = input === document.activeElement || input.hasAttribute('aria-invalid');
    if (busy && !force) return;
    judge('');
    if (input.value !== text) input.value = text;
  };
  return { root, input, show };
}
