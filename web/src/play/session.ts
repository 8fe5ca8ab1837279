/** A program being run: starts it, hears what becomes of it, shows what it printed. */
import type { Editor } from '../editor/types';
import type { Bar } from '../exercise/bar';
import { block, codeNodes } from '../exercise/cases';
import { problemText } from '../exercise/told';
import { element } from '../dom';
import type { PythonClient } from '../python/client';
import type { Report } from '../python/messages';
import type { ExerciseWords, PlayWords } from '../words';

type Printed = Extract<Report, { type: 'printed' }>;

export interface Scene {
  readonly container: HTMLElement; // its data-run says how things stand
  readonly common: ExerciseWords;
  readonly words: PlayWords;
  readonly client: PythonClient;
  readonly editor: Editor;
  readonly bar: Bar;
  readonly output: HTMLElement;
}

export class ProgramSession {
  readonly #scene: Scene;
  #run = 0; // counts runs; what an older one says is not heard
  #running = false;

  constructor(scene: Scene) {
    this.#scene = scene;
  }

  /** Run the program as it stands. */
  run(): void {
    const { client, bar, common, editor, output } = this.#scene;
    // What waits for Python gives way to the program as it stands now.
    if (this.#running && client.state.key === 'ready') return;
    const run = ++this.#run;
    this.#running = true;
    bar.running(true);
    output.replaceChildren();
    editor.markFault(null);
    this.#show('running');
    bar.say(client.state.key === 'ready' ? common.running(0, 0) : common.waiting);
    client.program(editor.text(), (report) => run === this.#run && this.#hear(report));
  }

  stop(): void {
    if (this.#running) this.#scene.client.stop(); // it reports the end
  }

  /** Leave the page: nothing is shown any more. */
  end(): void {
    this.#run += 1;
    this.stop();
    this.#running = false;
  }

  #hear(report: Report): void {
    const { bar, common } = this.#scene;
    if (report.type === 'begins') bar.say(common.running(0, 0));
    else if (report.type === 'printed') this.#printed(report);
    else if (report.type === 'unready') this.#finish('error'); // the bar says which file is missing
  }

  #printed(report: Printed): void {
    const { bar, common, editor, output } = this.#scene;
    const { problem, stdout, cut } = report;
    if (stdout) output.append(block('weave-stdout', common.printed(cut), [stdout]));
    if (problem) {
      const told = codeNodes(problemText(common, problem));
      output.append(element('p', { class: 'weave-reason' }, ...told));
      if (problem.trace) output.append(block('weave-trace', common.trace, [problem.trace]));
      if (problem.line) editor.markFault(problem.line, problem.message);
    }
    bar.say(this.#ended(report));
    this.#finish(problem ? 'error' : report.late || report.stopped ? 'stopped' : 'done');
  }

  #ended({ problem, late, stopped, stdout, seconds, tampered }: Printed): string {
    const { common, words } = this.#scene;
    if (stopped) return common.verdicts.stopped();
    if (late) return words.late;
    if (problem) return words.failed;
    const said = stdout ? words.done(Math.max(1, Math.round(seconds * 1000))) : words.silent;
    const names = tampered.slice(0, 3).join(', ');
    return names ? `${said} ${common.tampered(names)}` : said;
  }

  #finish(how: 'done' | 'error' | 'stopped'): void {
    this.#running = false;
    this.#scene.bar.running(false);
    this.#show(how);
  }

  #show(how: 'running' | 'done' | 'error' | 'stopped'): void {
    this.#scene.container.dataset['run'] = how;
  }
}
