/** What an exercise and a playground share: the editor, its buttons and settings, Python. */
import { element } from '../dom';
import { type Opened, openEditor } from '../editor/open';
import { settingsPanel } from '../editor/panel';
import { store } from '../editor/store';
import type { Language } from '../editor/types';
import { python, type PythonClient } from '../python/client';
import { exerciseWords, type ExerciseWords } from '../words';
import { type Bar, barOf } from './bar';
import type { KeptCode } from './keep';

export interface Work {
  readonly container: HTMLElement; // its data attributes say where things are
  readonly area: HTMLTextAreaElement; // it stands in the page
  readonly id: string; // begins the id of the hint beside the editor
  readonly start: string; // the code to begin with, and to come back to
  readonly key: string; // of the code in the store
  readonly kept: KeptCode;
  readonly run: () => void;
  readonly stop: () => void;
  /** Hear which keys of the store a file has changed; the code is taken over already. */
  readonly imported: (keys: readonly string[]) => void;
}

export interface Workbench {
  readonly language: Language;
  readonly words: ExerciseWords;
  readonly client: PythonClient;
  readonly editor: Opened;
  readonly bar: Bar;
  readonly output: HTMLElement;
  readonly settings: HTMLElement;
  readonly changed: boolean; // there is another start by now than when the code was kept
  readonly address: (name: string) => string; // of a data attribute
  readonly end: () => void;
}

/** Set up a workbench; its parts are put into the page by whoever asked. */
export function workbench(work: Work): Workbench {
  const { container, area, kept, start } = work;
  const given = container.dataset as Record<string, string>;
  const language = given['language'] as Language;
  const words = exerciseWords[language]!;
  const address = (name: string) => new URL(given[name]!, document.baseURI).href;
  const client = python(address('python'), address('worker'));
  const before = kept.code();
  // What was typed before scripts ran is newer than what the device keeps.
  if (before && area.value === start) area.value = before.text;
  const bar = barOf(words, {
    run: work.run,
    stop: work.stop,
    reset: () => {
      editor.replace(start);
      editor.focus(); // where Ctrl+Z means the code
      bar.say(words.wasReset);
    },
    retry: () => client.retry(),
  });
  const panel = settingsPanel({
    language,
    store,
    onChange: (settings) => editor.apply(settings),
    onImport: (keys) => {
      const text = kept.code()?.text;
      if (keys.includes(work.key) && text !== undefined) editor.replace(text);
      work.imported(keys);
      dispatchEvent(new Event('weave:kept')); // progress came with it
    },
  });
  const editor = openEditor(area, {
    language,
    label: area.getAttribute('aria-label')!,
    description: `${work.id}-hint`,
    settings: panel.settings(),
    names: address('names'),
    onChange: (text) => kept.keepCode(text) || bar.say(words.unkept),
    onRun: work.run,
    onFocus: () => client.start(),
    members: (source, path) => (client.state.key === 'ready' ? client.members(source, path) : null),
  });
  void editor.arrived.then((full) => (container.dataset['editor'] = full ? 'full' : 'plain'));
  const unwatch = client.onState(bar.state);
  const output = element('div', { class: 'weave-output-of-module' });
  const end = () => {
    unwatch();
    panel.destroy();
    editor.destroy();
  };
  const changed = before?.changed ?? false;
  const settings = panel.root;
  return { language, words, client, editor, bar, output, settings, changed, address, end };
}
