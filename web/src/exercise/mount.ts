/** Brings one exercise to life: puts its parts together. */
import { store } from '../editor/store';
import type { Exercise } from '../python/messages';
import { ownWords } from '../words';
import { casesOf } from './cases';
import { casesKey, codeKey, keptCasesOf, keptOf, solvedKey } from './keep';
import { OwnCases } from './own';
import { Session } from './session';
import { workbench } from './workbench';

const files = new Map<string, Promise<Exercise>>();

/** Mount an exercise; returns what ends it. */
export function mount(container: HTMLElement): () => void {
  const given = container.dataset as Record<string, string>;
  const slug = given['exercise']!;
  const area = container.querySelector<HTMLTextAreaElement>('textarea')!;
  const kept = keptOf(store, slug, area.defaultValue);
  const run = () => void session.run();
  const showSolved = () => container.toggleAttribute('data-solved', kept.isSolved());
  const bench = workbench({
    container,
    area,
    id: container.id,
    start: area.defaultValue,
    key: codeKey(slug),
    kept,
    run,
    stop: () => session.stop(),
    imported: (keys) => {
      if (keys.includes(casesKey(slug))) own.reread();
      if (keys.includes(solvedKey(slug))) showSolved();
    },
  });
  const list = container.querySelector<HTMLElement>('.weave-cases')!;
  const own = new OwnCases({
    uid: container.id,
    parameters: JSON.parse(given['parameters']!),
    words: ownWords[bench.language]!,
    kept: keptCasesOf(store, slug),
    run,
  });
  const session = new Session({
    ...bench,
    container,
    cases: casesOf(list, () => own.items(), bench.words, JSON.parse(given['mistakes']!)),
    exercise: () => exerciseAt(bench.address('source')),
    own: () => own.cases(),
    ownText: (verdict, tally) => own.text(verdict, tally),
    solved: () => {
      kept.solved(); // a device that keeps nothing was told of at the first key
      container.dataset['solved'] = '';
      container.querySelector<HTMLDetailsElement>('.weave-solution')!.open = true;
    },
  });
  list.after(own.root);
  area.parentElement!.append(bench.bar.root, bench.output, bench.settings);
  showSolved();
  if (bench.changed) bench.bar.say(bench.words.exerciseChanged);
  else if (kept.isSolved()) bench.bar.say(bench.words.wasSolved);
  return () => {
    session.end();
    own.destroy();
    bench.end();
  };
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
