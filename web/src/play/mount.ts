/** One playground: a program's NumPy part in the editor, its buttons, its output. */
import { openEditor } from '../editor/open';
import { settingsPanel } from '../editor/panel';
import { openStore } from '../editor/store';
import type { Language } from '../editor/types';
import { barOf, type Deeds } from '../exercise/bar';
import { codeAt } from '../exercise/keep';
import { element } from '../heatmap/part';
import { python } from '../python/client';
import { exerciseWords, playWords } from '../words';
import { ProgramSession } from './session';

export interface Playground {
  /** Open it, with the focus in its editor, or put it away; the first time it runs at once. */
  readonly show: (is: boolean) => void;
  readonly end: () => void;
}

const store = openStore();

/** Make the playground of a container that is in the page; it is hidden at first. */
export async function mount(container: HTMLElement): Promise<Playground> {
  const given = container.dataset as Record<string, string>;
  const language = given['language'] as Language;
  const common = exerciseWords[language]!;
  const words = playWords[language]!;
  const address = (name: string) => new URL(given[name]!, document.baseURI).href;
  const client = python(address('python'), address('worker'));
  const start = given['code']!;
  const key = `play/${language}/${given['play']!}`;
  const kept = codeAt(store, key, start);
  const before = kept.code();
  const label = words.label(given['file']!);
  const area = element('textarea', { 'aria-label': label, autocomplete: 'off' });
  area.rows = Math.min(start.split('\n').length, 24);
  area.value = before?.text ?? start;
  const output = element('div', { class: 'weave-output-of-module' });
  const deeds: Deeds = {
    run: () => session.run(),
    stop: () => session.stop(),
    reset: () => {
      editor.replace(start);
      editor.focus(); // where Ctrl+Z means the code
      bar.say(common.wasReset);
    },
    retry: () => client.retry(),
  };
  const bar = barOf(common, deeds);
  const panel = settingsPanel({
    language,
    store,
    onChange: (settings) => editor.apply(settings),
    onImport: (keys) => {
      const text = kept.code()?.text;
      if (keys.includes(key) && text !== undefined) editor.replace(text);
      dispatchEvent(new Event('weave:kept')); // progress came with it
    },
  });
  const holder = container.querySelector<HTMLElement>('.weave-play-panel')!;
  await styled(container, address('styles'));
  holder.prepend(element('div', { class: 'weave-editor' }, area));
  area.parentElement!.after(bar.root, output);
  if (before?.changed) output.before(element('p', { class: 'weave-notice' }, words.changed));
  holder.append(panel.root);
  const editor = openEditor(area, {
    language,
    label,
    description: `${holder.id}-hint`,
    settings: panel.settings(),
    names: address('names'),
    onChange: (text) => kept.keepCode(text) || bar.say(common.unkept),
    onRun: deeds.run,
    onFocus: () => client.start(),
    members: (source, path) => (client.state.key === 'ready' ? client.members(source, path) : null),
  });
  void editor.arrived.then((full) => (container.dataset['editor'] = full ? 'full' : 'plain'));
  const session = new ProgramSession({ container, common, words, client, editor, bar, output });
  const unwatch = client.onState(bar.state);
  let begun = false;
  return {
    show: (is) => {
      holder.hidden = !is;
      if (!is) return;
      editor.focus();
      if (!begun) session.run();
      begun = true;
    },
    end: () => {
      session.end();
      unwatch();
      panel.destroy();
      editor.destroy();
    },
  };
}

/** Put the editor's styles into the page; without them it would still work. */
async function styled(container: HTMLElement, href: string): Promise<void> {
  if (document.querySelector(`link[rel="stylesheet"][href="${href}"]`)) return;
  const link = element('link', { rel: 'stylesheet', href });
  await new Promise((done) => {
    link.addEventListener('load', done, { once: true });
    link.addEventListener('error', done, { once: true });
    container.prepend(link);
  });
}
