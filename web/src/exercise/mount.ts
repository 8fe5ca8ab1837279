/** Brings one exercise to life: its editor, its buttons, its runs. */
import { openEditor } from '../editor/open';
import { settingsPanel } from '../editor/panel';
import { openStore } from '../editor/store';
import type { Language } from '../editor/types';
import { element } from '../heatmap/part';
import { python } from '../python/client';
import type { Exercise, Report, Verdict } from '../python/messages';
import { exerciseWords, type ExerciseWords } from '../words';
import { barOf } from './bar';
import { block, casesOf } from './cases';
import { codeKey, keptOf } from './keep';
import { problemText } from './told';

type Shown = Verdict | 'idle' | 'loading' | 'running';

/** Mount an exercise; returns what ends it. */
export function mount(container: HTMLElement): () => void {
  const given = container.dataset as Record<string, string>;
  const slug = given['exercise']!;
  const language = given['language'] as Language;
  const words = exerciseWords[language]!;
  const address = (name: string) => new URL(given[name]!, document.baseURI).href;
  const client = python(address('python'), address('worker'));
  const store = openStore();
  const area = container.querySelector<HTMLTextAreaElement>('textarea.weave-area')!;
  const starter = area.defaultValue;
  const kept = keptOf(store, slug, starter);
  const cases = casesOf(container.querySelector('.weave-cases')!, words, JSON.parse(given['mistakes']!));
  const solution = container.querySelector<HTMLDetailsElement>('.weave-solution')!;
  const output = element('div', { class: 'weave-module-output' });
  let running = false;
  let count = 0;

  const show = (verdict: Shown) => (container.dataset['verdict'] = verdict);
  const keep = (text: string) => {
    if (!kept.keepCode(text)) bar.say(words.unkept);
  };
  const end = (verdict: Verdict) => {
    running = false;
    bar.running(false);
    show(verdict);
    if (verdict !== 'passed') return;
    if (!kept.solved()) bar.say(words.unkept);
    solution.open = true;
  };
  const hear = (report: Report) => {
    if (!container.isConnected) return;
    if (report.type === 'begins') {
      show('running');
      bar.say(words.running(report.index + 1, count));
      if (report.index >= 0) cases.begin(report.index);
    } else if (report.type === 'case') {
      cases.show(report.result);
      const { problem } = report.result;
      if (problem?.line) editor.markFault(problem.line, problem.message);
    } else if (report.type === 'unloaded') {
      showUnloaded(output, words, report);
      if (report.problem?.line) editor.markFault(report.problem.line, report.problem.message);
    } else if (report.type === 'judged') {
      cases.finish(report.verdict === 'stopped' ? 'stopped' : 'skipped');
      cases.explain(report.causes);
      if (report.stdout) output.append(block('weave-stdout', words.printed(report.cut), [report.stdout]));
      bar.say([verdictText(words, report, container), tampered(words, report)].join(' ').trim());
      end(report.verdict);
    } else if (report.type === 'unready') {
      running = false;
      bar.running(false);
      show('error');
    }
  };
  const run = async () => {
    if (running) return;
    running = true;
    bar.running(true);
    output.replaceChildren();
    editor.markFault(null);
    cases.reset();
    show(client.state.key === 'ready' ? 'running' : 'loading');
    bar.say(client.state.key === 'ready' ? words.starting : words.waiting);
    try {
      const exercise = await exerciseAt(address('source'));
      if (!running) return; // stopped while the file was on its way
      count = exercise.cases.length;
      client.judge(exercise, exercise.cases, editor.text(), hear);
    } catch (error) {
      running = false;
      bar.running(false);
      show('error');
      bar.say(words.noData(String(error)));
    }
  };
  const stop = () => {
    if (!running) return;
    if (client.busy) client.stop();
    else {
      cases.finish('stopped');
      bar.say(words.verdicts.stopped(''));
      end('stopped');
    }
  };
  const reset = () => {
    editor.replace(starter);
    bar.say(words.wasReset);
  };
  const bar = barOf(words, { run, stop, reset, retry: () => client.retry() });
  const before = kept.code();
  // What was typed before scripts ran is newer than what the device keeps.
  if (before && area.value === starter) area.value = before.text;
  const panel = settingsPanel({
    language,
    store,
    onChange: (settings) => editor.apply(settings),
    onImport: (keys) => {
      const text = kept.code()?.text;
      if (keys.includes(codeKey(slug)) && text !== undefined) editor.replace(text);
    },
  });
  const editor = openEditor(area, {
    language,
    label: area.getAttribute('aria-label')!,
    description: `${container.id}-hint`,
    settings: panel.settings(),
    names: address('names'),
    onChange: keep,
    onRun: () => void run(),
    onFocus: () => client.start(),
    members: (source, path) =>
      client.state.key === 'ready' ? client.members(source, path) : null,
  });
  void editor.arrived.then((full) => (container.dataset['editor'] = full ? 'full' : 'plain'));
  container.querySelector('.weave-label')!.before(bar.root, output, panel.root);
  if (before?.changed) bar.say(words.exerciseChanged);
  const unwatch = client.onState(bar.state);
  return () => {
    if (running && client.busy) client.stop();
    running = false;
    unwatch();
    panel.destroy();
    editor.destroy();
  };
}

const files = new Map<string, Promise<Exercise>>();

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

type Unloaded = Extract<Report, { type: 'unloaded' }>;
type Judged = Extract<Report, { type: 'judged' }>;

function showUnloaded(output: HTMLElement, words: ExerciseWords, report: Unloaded): void {
  const { problem, stdout, cut } = report;
  const text = problem ? problemText(words, problem) : words.late;
  output.append(element('p', { class: 'weave-reason' }, text));
  if (problem?.trace) output.append(block('weave-trace', words.trace, [problem.trace]));
  if (stdout) output.append(block('weave-stdout', words.printed(cut), [stdout]));
}

function verdictText(words: ExerciseWords, { verdict }: Judged, container: HTMLElement): string {
  const cases = [...container.querySelectorAll<HTMLElement>('[data-case]')];
  const bad = cases.find((one) => ['failed', 'error', 'timeout'].includes(one.dataset['status']!));
  const name = bad?.querySelector('.weave-case-name')?.textContent ?? '';
  const passed = cases.filter((one) => one.dataset['status'] === 'passed').length;
  return verdict === 'passed' ? words.verdicts.passed(cases.length) : words.verdicts[verdict](name, passed, cases.length);
}

function tampered(words: ExerciseWords, { tampered: names }: Judged): string {
  return names.length ? words.tampered(names.slice(0, 3).join(', ')) : '';
}
