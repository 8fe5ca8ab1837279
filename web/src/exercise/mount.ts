/** Brings one exercise to life: puts its parts together. */
import { type Opened, openEditor } from '../editor/open';
import { type Panel, settingsPanel } from '../editor/panel';
import { openStore } from '../editor/store';
import type { Language } from '../editor/types';
import { element } from '../heatmap/part';
import { python, type PythonClient } from '../python/client';
import type { Exercise } from '../python/messages';
import { exerciseWords, ownWords } from '../words';
import { barOf, type Deeds } from './bar';
import { casesOf } from './cases';
import { casesKey, codeKey, type Kept, keptCasesOf, keptOf } from './keep';
import { OwnCases } from './own';
import { Session } from './session';

const store = openStore();
const files = new Map<string, Promise<Exercise>>();

/** Mount an exercise; returns what ends it. */
export function mount(container: HTMLElement): () => void {
  const given = container.dataset as Record<string, string>;
  const language = given['language'] as Language;
  const words = exerciseWords[language]!;
  const address = (name: string) => new URL(given[name]!, document.baseURI).href;
  const client = python(address('python'), address('worker'));
  const area = container.querySelector<HTMLTextAreaElement>('textarea')!;
  const starter = area.defaultValue;
  const kept = keptOf(store, given['exercise']!, starter);
  const changed = restore(area, kept);
  const solution = container.querySelector<HTMLDetailsElement>('.weave-solution')!;
  const output = element('div', { class: 'weave-output-of-module' });
  const keep = (done: boolean) => done || bar.say(words.unkept);
  const deeds: Deeds = {
    run: () => void session.run(),
    stop: () => session.stop(),
    reset: () => {
      editor.replace(starter);
      editor.focus(); // where Ctrl+Z means the code
      bar.say(words.wasReset);
    },
    retry: () => client.retry(),
  };
  const bar = barOf(words, deeds);
  const panel = settingsPanel({
    language,
    store,
    onChange: (settings) => editor.apply(settings),
    onImport: (keys) => {
      const text = kept.code()?.text;
      if (keys.includes(codeKey(given['exercise']!)) && text !== undefined) editor.replace(text);
      if (keys.includes(casesKey(given['exercise']!))) own.reread();
    },
  });
  const onChange = (text: string) => keep(kept.keepCode(text));
  const editor = editorOf(container, area, client, panel, address('names'), deeds, onChange);
  const list = container.querySelector<HTMLElement>('.weave-cases')!;
  const own = new OwnCases({
    uid: container.id,
    parameters: JSON.parse(given['parameters']!),
    words: ownWords[language]!,
    kept: keptCasesOf(store, given['exercise']!),
    run: deeds.run,
  });
  const session = new Session({
    container,
    words,
    client,
    editor,
    bar,
    cases: casesOf(list, () => own.items(), words, JSON.parse(given['mistakes']!)),
    output,
    exercise: () => exerciseAt(address('source')),
    own: () => own.cases(),
    ownText: (verdict, tally) => own.text(verdict, tally),
    solved: () => {
      kept.solved(); // a device that keeps nothing was told of at the first key
      container.dataset['solved'] = '';
      solution.open = true;
    },
  });
  list.after(own.root);
  area.parentElement!.append(bar.root, output, panel.root);
  container.toggleAttribute('data-solved', kept.isSolved());
  if (changed) bar.say(words.exerciseChanged);
  else if (kept.isSolved()) bar.say(words.wasSolved);
  const unwatch = client.onState(bar.state);
  return () => {
    session.end();
    own.destroy();
    unwatch();
    panel.destroy();
    editor.destroy();
  };
}

/** Put back what the device keeps; tells whether the exercise has another start by now. */
function restore(area: HTMLTextAreaElement, kept: Kept): boolean {
  const before = kept.code();
  // What was typed before scripts ran is newer than what the device keeps.
  if (before && area.value === area.defaultValue) area.value = before.text;
  return before?.changed ?? false;
}

function editorOf(
  container: HTMLElement,
  area: HTMLTextAreaElement,
  client: PythonClient,
  panel: Panel,
  names: string,
  { run }: Deeds,
  onChange: (text: string) => void,
): Opened {
  const editor = openEditor(area, {
    language: container.dataset['language'] as Language,
    label: area.getAttribute('aria-label')!,
    description: `${container.id}-hint`,
    settings: panel.settings(),
    names,
    onChange,
    onRun: run,
    onFocus: () => client.start(),
    members: (source, path) => (client.state.key === 'ready' ? client.members(source, path) : null),
  });
  void editor.arrived.then((full) => (container.dataset['editor'] = full ? 'full' : 'plain'));
  return editor;
}

/** Fetch an exercise once; a failure isn't kept. */
function exerciseAt(address: string): Promise<Exercise> {
  const known = files.get(address);
  if (known) return known;
  const asked = fetch(address).then((answer) => {
    if (!answer.ok) throw new Error(`${answer.status} ${address}`);
    return answer.json() as Promise<Exercise>;
  });
  files.set(address, asked);
  asked.catch(() => files.delete(address));
  return asked;
}
