/** The panel where readers set the editor up, and take what the book keeps with them. */
import { button, element } from '../dom';
import { type EditorWords, editorWords } from '../words';
import { CHOICES, DEFAULTS, readSettings, type Settings, SETTINGS_KEY } from './settings';
import type { Store } from './store';
import { transfer } from './transfer';
import type { Language } from './types';

export interface PanelOptions {
  readonly language: Language;
  readonly store: Store;
  /** Hear of changed settings: from here, another tab, or a file. */
  readonly onChange: (settings: Settings) => void;
  /** Hear which keys of the store a file has changed, if not the settings alone. */
  readonly onImport: (keys: readonly string[]) => void;
}

export interface Panel {
  readonly root: HTMLElement;
  readonly settings: () => Settings;
  readonly destroy: () => void;
}

// Told to every panel of a page, with the keys of the store; other tabs hear the store itself.
const CHANGED = 'weave:changed';

interface Field {
  readonly root: HTMLElement;
  readonly show: (settings: Settings) => void;
}

export function settingsPanel(options: PanelOptions): Panel {
  const { language, store, onChange, onImport } = options;
  const words = editorWords[language]!;
  const told = element('p', { class: 'weave-told', role: 'status' });
  let settings = readSettings(store.read(SETTINGS_KEY));
  const show = (next: Settings) => {
    settings = next;
    fields.forEach((field) => field.show(settings));
  };
  const reread = () => {
    show(readSettings(store.read(SETTINGS_KEY)));
    onChange(settings);
  };
  const change = (changes: Partial<Settings>, done = '') => {
    show({ ...settings, ...changes });
    told.textContent = store.write(SETTINGS_KEY, settings) ? done : words.unkept;
    tell([SETTINGS_KEY]);
  };
  const fields = fieldsOf(words, change);
  const reset = button(words.reset, {}, () => change(DEFAULTS, words.wasReset));
  const root = element(
    'details',
    { class: 'weave-editor-settings' },
    element('summary', {}, words.settings),
    ...fields.map((field) => field.root),
    element('div', { class: 'weave-bar' }, reset, ...transfer(words, store, told, tell)),
    told,
  );
  show(settings);
  const hear = (event: Event) => {
    const { detail: keys } = event as CustomEvent<readonly string[]>;
    if (keys.includes(SETTINGS_KEY)) reread();
    if (keys.some((key) => key !== SETTINGS_KEY)) onImport(keys);
  };
  addEventListener(CHANGED, hear);
  const unwatch = store.watch((key) => key === SETTINGS_KEY && reread());
  const destroy = () => {
    removeEventListener(CHANGED, hear);
    unwatch();
  };
  return { root, settings: () => settings, destroy };
}

function tell(keys: readonly string[]): void {
  dispatchEvent(new CustomEvent(CHANGED, { detail: keys }));
}

type Change = (changes: Partial<Settings>) => void;

function fieldsOf(words: EditorWords, change: Change): readonly Field[] {
  const { names } = words;
  return [
    pick('fontSize', names, (size) => `${size} px`, change),
    pick('tabSize', names, (size) => (size === 'auto' ? words.automatic : `${size}`), change),
    pick('bindings', names, (keys) => words.bindings[keys], change),
    tick('relativeNumbers', names, change),
    tick('wordWrap', names, change),
    tick('intelliSense', names, change),
  ];
}

function pick<K extends 'fontSize' | 'tabSize' | 'bindings'>(
  name: K,
  names: EditorWords['names'],
  told: (value: Settings[K]) => string,
  change: Change,
): Field {
  const values: readonly Settings[K][] = CHOICES[name];
  const options = values.map((value) => element('option', { value: String(value) }, told(value)));
  const select = element('select', { name }, ...options);
  select.addEventListener('change', () => {
    change({ [name]: values[select.selectedIndex]! } as Partial<Settings>);
  });
  const root = element('label', {}, element('span', {}, names[name]), select);
  return { root, show: (settings) => void (select.value = String(settings[name])) };
}

function tick(
  name: 'relativeNumbers' | 'wordWrap' | 'intelliSense',
  names: EditorWords['names'],
  change: Change,
): Field {
  const input = element('input', { type: 'checkbox', name });
  input.addEventListener('change', () => change({ [name]: input.checked }));
  const root = element('label', {}, input, element('span', {}, names[name]));
  return { root, show: (settings) => void (input.checked = settings[name]) };
}
