/** The buttons of an exercise, and the line that says how things stand. */
import { button, element, setText } from '../dom';
import type { State } from '../python/client';
import type { ExerciseWords } from '../words';

export interface Bar {
  readonly root: HTMLElement;
  readonly say: (text: string) => void;
  readonly running: (is: boolean) => void;
  readonly state: (state: State) => void;
}

export interface Deeds {
  readonly run: () => void;
  readonly stop: () => void;
  readonly reset: () => void;
  readonly retry: () => void;
}

export function barOf(words: ExerciseWords, deeds: Deeds): Bar {
  const run = button(words.run, { class: 'weave-run', title: 'Ctrl+Enter' }, deeds.run);
  const stop = button(words.stop, { class: 'weave-stop' }, deeds.stop);
  const reset = button(words.reset, { class: 'weave-reset' }, deeds.reset);
  const retry = button(words.retry, { class: 'weave-retry' }, deeds.retry);
  const progress = element('progress', { max: '1', value: '0', 'aria-label': words.loading });
  const said = element('p', { class: 'weave-said', role: 'status' });
  const runtime = element('span', { class: 'weave-runtime' });
  const loading = element('p', { class: 'weave-loading' });
  const root = element(
    'div',
    { class: 'weave-exercise-bar' },
    element('div', { class: 'weave-bar' }, run, stop, reset, retry, runtime),
    loading,
    said,
  );
  retry.hidden = true;
  stop.disabled = true;
  loading.hidden = true;
  let fault = '';
  const state = (now: State) => {
    root.dataset['python'] = now.key;
    if (now.key === 'loading' && said.textContent === fault) setText(said, '');
    retry.hidden = now.key !== 'unready';
    loading.hidden = now.key !== 'loading';
    if (now.key === 'loading') showProgress(now.loaded, now.total);
    if (now.key === 'unready') {
      fault = words.faults[now.fault.key](now.fault.file);
      setText(said, fault);
    }
    if (now.key === 'ready') {
      setText(runtime, `Python ${now.python} · NumPy ${now.numpy}`);
    }
  };
  const showProgress = (loaded: number, total: number) => {
    const told = total ? words.bytes(megabytes(loaded), megabytes(total)) : words.loading;
    if (total) progress.value = loaded / total;
    loading.replaceChildren(progress, ' ', told);
  };
  return {
    root,
    say: (text) => setText(said, text),
    running: (is) => {
      if (!is && document.activeElement === stop) run.focus(); // a disabled button drops it
      stop.disabled = !is;
      root.toggleAttribute('data-running', is);
    },
    state,
  };
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 1e5) / 10;
}
