/** Vim's keys. A chunk of its own, fetched when a reader chooses them. */
import type { Extension } from '@codemirror/state';
import { type EditorView, ViewPlugin } from '@codemirror/view';
import { getCM, Vim, vim } from '@replit/codemirror-vim';
import { freeTab } from './keys';

interface ModeChange {
  readonly mode: string;
  readonly subMode?: string;
}

/** Vim for one editor; `tell` hears each mode: normal, insert, visual, replace … */
export function vimKeys(tell: (mode: string) => void): Extension {
  // Code is kept as it is typed, so `:w` has nothing left to do.
  Vim.defineEx('write', 'w', () => undefined);
  return [vim(), ViewPlugin.define((view) => watchMode(view, tell))];
}

function watchMode(view: EditorView, tell: (mode: string) => void) {
  const editor = getCM(view)!;
  let normal = true;
  const change = ({ mode, subMode }: ModeChange) => {
    normal = mode === 'normal';
    tell([mode, subMode].filter(Boolean).join(' '));
  };
  // Esc in normal mode, then Tab, leaves the editor. Vim takes the key, so we look first.
  const leave = (event: KeyboardEvent) => {
    const escape = event.key === 'Escape' || (event.ctrlKey && event.key === '[');
    if (escape && normal) freeTab(view);
  };
  editor.on('vim-mode-change', change);
  view.contentDOM.addEventListener('keydown', leave, true);
  tell('normal');
  return {
    destroy: () => {
      editor.off('vim-mode-change', change);
      view.contentDOM.removeEventListener('keydown', leave, true);
      tell('');
    },
  };
}
