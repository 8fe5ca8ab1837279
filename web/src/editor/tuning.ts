/** The reader's settings inside CodeMirror. */
import { indentUnit } from '@codemirror/language';
import { Compartment, EditorState, type Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { type Ask, suggestions } from './complete';
import { numbers } from './lines';
import { indentWidth, type Settings } from './settings';
import type { Status } from './status';

/** What settings change, each in its compartment; Vim arrives when its chunk does. */
export function tuning(ask: Ask, status: Status) {
  const [vim, rest] = [new Compartment(), new Compartment()];
  let wanted = false; // Vim
  let ended = false;
  const bringVim = async (view: EditorView) => {
    try {
      const { vimKeys } = await import('./vim');
      if (wanted && !ended) {
        view.dispatch({ effects: vim.reconfigure(vimKeys(status.mode)) });
      }
    } catch {
      status.vimMissing();
    }
  };
  const apply = (view: EditorView, settings: Settings) => {
    view.dispatch({ effects: rest.reconfigure(tuned(settings, ask)) });
    view.dom.style.setProperty('--editor-size', `${settings.fontSize}px`);
    view.requestMeasure(); // it doesn’t hear of a font’s size by itself
    if (wanted === (settings.bindings === 'vim')) return;
    wanted = !wanted;
    if (wanted) void bringVim(view);
    else view.dispatch({ effects: vim.reconfigure([]) });
  };
  return {
    extension: (settings: Settings) => [vim.of([]), rest.of(tuned(settings, ask))],
    apply,
    end: () => void (ended = true),
  };
}

function tuned(settings: Settings, ask: Ask): Extension {
  const width = indentWidth(settings);
  return [
    indentUnit.of(' '.repeat(width)),
    EditorState.tabSize.of(width),
    numbers(settings.relativeNumbers),
    settings.wordWrap ? EditorView.lineWrapping : [],
    suggestions(settings.intelliSense, ask),
  ];
}
