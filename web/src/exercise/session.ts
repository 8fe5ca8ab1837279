/** One exercise being solved: starts runs, hears what becomes of them, shows it. */
import type { Editor } from '../editor/types';
import { element } from '../dom';
import type { PythonClient } from '../python/client';
import type { Case, Exercise, Problem, Report, Verdict } from '../python/messages';
import type { ExerciseWords } from '../words';
import type { Bar } from './bar';
import { block, type Cases, codeNodes, type Tally } from './cases';
import { problemText } from './told';

export interface Scene {
  readonly container: HTMLElement; // its data-verdict says how things stand
  readonly words: ExerciseWords;
  readonly client: PythonClient;
  readonly editor: Editor;
  readonly bar: Bar;
  readonly cases: Cases;
  readonly output: HTMLElement; // what the module level printed, or why it failed
  readonly exercise: () => Promise<Exercise>;
  readonly own: () => readonly Case[]; // the reader's own cases, whole ones
  readonly ownText: (verdict: Verdict, tally: Tally) => string; // what is to say of them
  readonly solved: () => void;
}

export class Session {
  readonly #scene: Scene;
  #run = 0; // counts runs; what an older one says is not heard
  #running = false;
  #count = 0;
  #told = false; // a case has not passed: the first is the one told of, and marked

  constructor(scene: Scene) {
    this.#scene = scene;
  }

  /** Judge the code as it stands. */
  async run(): Promise<void> {
    const { client, editor, exercise } = this.#scene;
    // What waits for Python gives way to the code as it stands now.
    if (this.#running && client.state.key === 'ready') return;
    const own = this.#scene.own(); // now: they may be edited while Python loads
    const run = this.#begin();
    try {
      const found = await exercise();
      if (run !== this.#run || !this.#running) return; // stopped meanwhile
      const cases = [...found.cases, ...own];
      this.#count = cases.length;
      client.judge(
        found,
        cases,
        editor.text(),
        (report) => run === this.#run && this.#hear(report),
      );
    } catch (error) {
      if (run !== this.#run) return;
      this.#scene.bar.say(this.#scene.words.noData(String(error)));
      this.#finish('error');
    }
  }

  /** End the run that goes on. */
  stop(): void {
    if (!this.#running) return;
    const { client, cases, bar, words } = this.#scene;
    if (client.busy) return client.stop(); // it reports the end
    cases.finish('stopped');
    bar.say(words.verdicts.stopped());
    this.#finish('stopped');
  }

  /** Leave the page: nothing is shown any more. */
  end(): void {
    this.#run += 1;
    if (this.#running) this.#scene.client.stop();
    this.#running = false;
  }

  #begin(): number {
    const { client, bar, cases, editor, output, words } = this.#scene;
    const ready = client.state.key === 'ready';
    this.#running = true;
    this.#told = false;
    bar.running(true);
    output.replaceChildren();
    editor.markFault(null);
    cases.reset();
    this.#show(ready ? 'running' : 'loading');
    bar.say(ready ? words.starting : words.waiting);
    return ++this.#run;
  }

  #finish(verdict: Verdict): void {
    this.#running = false;
    this.#scene.bar.running(false);
    this.#show(verdict);
  }

  #show(verdict: Verdict | 'loading' | 'running'): void {
    this.#scene.container.dataset['verdict'] = verdict;
  }

  #hear(report: Report): void {
    if (report.type === 'begins') this.#begins(report.index);
    else if (report.type === 'case') this.#case(report);
    else if (report.type === 'unloaded') this.#unloaded(report);
    else if (report.type === 'judged') this.#judged(report);
    else if (report.type === 'unready') {
      this.#scene.cases.finish('skipped');
      this.#finish('error'); // the bar says which file didn't come
    }
  }

  #begins(index: number): void {
    const { bar, words, cases } = this.#scene;
    this.#show('running');
    bar.say(words.running(index + 1, this.#count));
    if (index >= 0) cases.begin(index);
  }

  #case({ result }: Extract<Report, { type: 'case' }>): void {
    this.#scene.cases.show(result);
    // The exception of a reference that refuses inputs has no line here.
    if (this.#told || result.status === 'passed' || result.status === 'refused') return;
    this.#told = true;
    this.#mark(result.problem);
  }

  #unloaded({ problem, stdout, cut }: Extract<Report, { type: 'unloaded' }>): void {
    const { output, words } = this.#scene;
    const text = problem ? problemText(words, problem) : words.late;
    output.append(element('p', { class: 'weave-reason' }, ...codeNodes(text)));
    if (problem?.trace) output.append(block('weave-trace', words.trace, [problem.trace]));
    this.#printed(stdout, cut);
    this.#mark(problem);
  }

  #judged(report: Extract<Report, { type: 'judged' }>): void {
    const { verdict, causes, stdout, cut, tampered } = report;
    const { bar, cases, words, solved, output, ownText } = this.#scene;
    cases.finish(verdict === 'stopped' ? 'stopped' : 'skipped');
    cases.explain(causes);
    if (!output.querySelector('.weave-stdout')) this.#printed(stdout, cut);
    const tally = cases.tally();
    const said = words.verdicts[verdict](tally.first, tally.passed, tally.counted);
    const names = tampered.slice(0, 3).join(', ');
    const more = [ownText(verdict, tally), names && words.tampered(names)];
    bar.say([said, ...more].filter(Boolean).join(' '));
    this.#finish(verdict);
    if (tally.given) solved();
  }

  #printed(stdout: string, cut: boolean): void {
    const { output, words } = this.#scene;
    if (stdout) output.append(block('weave-stdout', words.printed(cut), [stdout]));
  }

  #mark(problem: Problem | null): void {
    if (problem?.line) this.#scene.editor.markFault(problem.line, problem.message);
  }
}
