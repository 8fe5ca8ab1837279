/** One playground: a program's NumPy part in the editor, its buttons, its output. */
import { coveredTop, element } from '../dom';
import { store } from '../editor/store';
import { codeAt } from '../exercise/keep';
import { workbench } from '../exercise/workbench';
import { playWords } from '../words';
import { ProgramSession } from './session';

const FIRST_LINES = 120; // px; what shows of a playground that has just been opened

export interface Playground {
  /** Open it, with the focus in its editor, or put it away; the first time it runs at once. */
  readonly show: (is: boolean) => void;
  readonly end: () => void;
}

/** Make the playground of a container that is in the page; it is hidden at first. */
export async function mount(container: HTMLElement): Promise<Playground> {
  const given = container.dataset as Record<string, string>;
  const words = playWords[given['language']!]!;
  const start = given['code']!;
  const key = `play/${given['language']!}/${given['play']!}`;
  const area = element('textarea', {
    'aria-label': words.label(given['file']!),
    autocomplete: 'off',
  });
  area.rows = Math.min(start.split('\n').length, 24);
  area.value = start;
  const holder = container.querySelector<HTMLElement>('.weave-play-panel')!;
  await styled(container, new URL(given['styles']!, document.baseURI).href);
  holder.prepend(element('div', { class: 'weave-editor' }, area));
  const bench = workbench({
    container,
    area,
    id: holder.id,
    start,
    key,
    kept: codeAt(store, key, start),
    run: () => session.run(),
    stop: () => session.stop(),
    imported: () => {},
  });
  const { bar, output, settings, words: common } = bench;
  area.parentElement!.after(bar.root, output);
  if (bench.changed) output.before(element('p', { class: 'weave-notice' }, words.changed));
  holder.append(settings);
  const session = new ProgramSession({ ...bench, container, common, words });
  let begun = false;
  return {
    show: (is) => {
      holder.hidden = !is;
      if (!is) return;
      bench.editor.focus();
      bringTopIntoSight(holder);
      if (!begun) session.run();
      begun = true;
    },
    end: () => {
      session.end();
      bench.end();
    },
  };
}

/** Scroll no more than it takes to see where the code begins: the reader has just pressed there. */
function bringTopIntoSight(panel: HTMLElement): void {
  const { top } = panel.getBoundingClientRect();
  const below = top + FIRST_LINES - innerHeight;
  const above = top - coveredTop();
  scrollBy({ top: above < 0 ? above : Math.max(0, below), behavior: 'instant' });
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
