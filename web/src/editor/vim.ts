/** Vim's keys. A chunk of its own, fetched when a reader chooses them. */
import type { Extension } from '@codemirror/state';
import { type EditorView, ViewPlugin } from '@codemirror/view';
import { getCM, vim } from '@replit/codemirror-vim';
import { freeTab } from './keys';

interface ModeChange {
  readonly mode: string;
  readonly subMode?: string;
}

/** Vim for one editor; `tell` hears each mode: normal, insert, visual, replace … */
export function vimKeys(tell: (mode: string) => void): Extension {
  return [vim(), ViewPlugin.define((view) => watchMode(view, tell))];
}

function watchMode(view: EditorView, tell: (mode: string) => void) {
  const editor = getCM(view)!;
  let normal = true;
  const change = ({ mode, subMode }: ModeChange) => {
    normal = mode === 'normal';
    tell([mode, subMode?.replace('wise', '')].filter(Boolean).join(' '));
  };
  // Esc in normal mode, then Tab, leaves the editor. Vim has taken the key when we see it.
  let wasNormal = true;
  const before = () => void (wasNormal = normal);
  const after = (event: KeyboardEvent) => {
    const escape = event.key === 'Escape' || (event.ctrlKey && event.key === '[');
    if (escape && wasNormal) freeTab(view);
  };
  const life = new AbortController();
  const { signal } = life;
  editor.on('vim-mode-change', change);
  view.contentDOM.addEventListener('keydown', before, { signal, capture: true });
  view.contentDOM.addEventListener('keydown', after, { signal });
  tell('normal');
  return {
    destroy: () => {
      editor.off('vim-mode-change', change);
      life.abort();
      tell('');
    },
  };
}
