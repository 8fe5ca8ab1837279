/** Opens an editor on a text area: at once a plain one, and the full one when it has arrived. */
import { plainEditor, upgrade } from './fallback';
import { hint } from './hint';
import type { Settings } from './settings';
import type { Editor, EditorOptions } from './types';

export interface Opened extends Editor {
  /** Whether the full editor came; without it the plain one stays. */
  readonly arrived: Promise<boolean>;
}

type Load = () => Promise<typeof import('./editor')>;

/** Open an editor; `area` keeps what it holds, also what was typed before scripts ran. */
export function openEditor(
  area: HTMLTextAreaElement,
  given: Omit<EditorOptions, 'doc'>,
  load: Load = () => import('./editor'),
): Opened {
  let options: EditorOptions = { ...given, doc: area.value };
  let ended = false;
  let full = false;
  const beside = hint(options.language, options.description);
  area.after(beside.root);
  beside.show(options.settings, true);
  let editor = plainEditor(area, options);
  const swap = async () => {
    const { mountEditor } = await load();
    await pauseOf(area);
    if (ended) return;
    editor.destroy();
    editor = upgrade(area, options, mountEditor);
    full = true;
    beside.show(options.settings, false);
  };
  const apply = (settings: Settings) => {
    options = { ...options, settings };
    editor.apply(settings);
    beside.show(settings, !full);
  };
  const destroy = () => {
    ended = true;
    editor.destroy();
    beside.root.remove();
  };
  return {
    text: () => editor.text(),
    replace: (text) => editor.replace(text),
    markFault: (line, message) => editor.markFault(line, message),
    focus: () => editor.focus(),
    apply,
    destroy,
    arrived: swap().then(
      () => full,
      () => false,
    ),
  };
}

/** Wait until no word is half typed: Chinese, Japanese and phones compose them. */
async function pauseOf(area: HTMLTextAreaElement): Promise<void> {
  if (!area.matches('[data-composing]')) return;
  await new Promise((go) => area.addEventListener('compositionend', go, { once: true }));
}
