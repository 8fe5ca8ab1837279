/** The editor where the full one isn't there: a text area, alive from the start. */
import { editorWords } from '../words';
import { indentWidth, type Settings } from './settings';
import type { Editor, EditorOptions } from './types';

/** Make an editor of a text area that stands in the page; it keeps what is in it. */
export function plainEditor(area: HTMLTextAreaElement, options: EditorOptions): Editor {
  const life = new AbortController();
  const { signal } = life;
  const fault = faultLine(area, options);
  const changed = () => {
    fault.show(null, '');
    options.onChange(area.value);
  };
  area.addEventListener('input', changed, { signal });
  area.addEventListener('focus', options.onFocus, { signal });
  area.addEventListener('keydown', (event) => runOn(event, options.onRun), { signal });
  area.addEventListener('compositionstart', () => (area.dataset['composing'] = ''), { signal });
  area.addEventListener('compositionend', () => delete area.dataset['composing'], { signal });
  describe(area, options);
  style(area, options.settings);
  return {
    text: () => area.value,
    replace: (text) => {
      replaceAll(area, text);
      changed();
    },
    markFault: (line, message = '') => fault.show(line, message),
    focus: () => area.focus({ preventScroll: true }), // as CodeMirror does
    apply: (settings) => style(area, settings),
    destroy: () => {
      life.abort();
      fault.root.remove();
    },
  };
}

/** Put the full editor in the area's place, with text, cursor and focus as they are. */
export function upgrade(
  area: HTMLTextAreaElement,
  options: EditorOptions,
  mount: (parent: HTMLElement, options: EditorOptions) => Editor,
): Editor {
  const parent = document.createElement('div');
  parent.className = 'weave-code';
  const focused = document.activeElement === area;
  const selection = [area.selectionStart, area.selectionEnd] as const;
  area.before(parent);
  const editor = mount(parent, { ...options, doc: area.value, selection });
  area.hidden = true;
  if (focused) editor.focus();
  return {
    ...editor,
    destroy: () => {
      area.value = editor.text();
      area.hidden = false;
      editor.destroy();
      parent.remove();
    },
  };
}

function runOn(event: KeyboardEvent, run: () => void): void {
  if (event.key !== 'Enter' || event.ctrlKey === event.metaKey) return;
  event.preventDefault();
  run();
}

function describe(area: HTMLTextAreaElement, { label, description }: EditorOptions): void {
  area.setAttribute('aria-label', label);
  area.setAttribute('aria-describedby', description);
  area.setAttribute('autocapitalize', 'off');
  area.setAttribute('autocorrect', 'off');
  area.spellcheck = false;
}

function style(area: HTMLTextAreaElement, settings: Settings): void {
  area.style.setProperty('--editor-size', `${settings.fontSize}px`);
  area.style.tabSize = String(indentWidth(settings));
  area.wrap = settings.wordWrap ? 'soft' : 'off';
}

/** As if typed: the browser's own undo takes it back. */
function replaceAll(area: HTMLTextAreaElement, text: string): void {
  const before = document.activeElement;
  area.focus();
  area.select();
  // Old, but nothing else leaves the browser's undo alone.
  if (!document.execCommand(text ? 'insertText' : 'delete', false, text)) area.value = text;
  area.setSelectionRange(0, 0);
  if (before instanceof HTMLElement && before !== area) before.focus();
}

function faultLine(area: HTMLTextAreaElement, { language }: EditorOptions) {
  const root = document.createElement('p');
  root.className = 'weave-editor-fault';
  root.hidden = true;
  area.after(root);
  const show = (line: number | null, message: string) => {
    root.hidden = line === null;
    root.textContent = line === null ? '' : editorWords[language]!.faultAt(line, message);
    area.toggleAttribute('aria-invalid', line !== null);
  };
  return { root, show };
}
