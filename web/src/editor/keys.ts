/** Keys of the editor's own. */
import { closeCompletion, completionStatus } from '@codemirror/autocomplete';
import { indentMore } from '@codemirror/commands';
import { indentUnit } from '@codemirror/language';
import { type Extension, Prec } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import type { Status } from './status';

const PATIENCE = 10_000; // ms between Esc and Tab; any other key ends it at once

/** After Esc, the next Tab leaves the editor. */
export function freeTab(view: EditorView): void {
  view.setTabFocusMode(PATIENCE);
}

/** Indent chosen lines; else put spaces up to the next multiple at the cursor. */
export function indent(view: EditorView): boolean {
  const { state } = view;
  if (state.selection.ranges.some((range) => !range.empty)) return indentMore(view);
  const unit = state.facet(indentUnit).length;
  const line = state.doc.lineAt(state.selection.main.head);
  const column = state.selection.main.head - line.from;
  view.dispatch(
    state.update(state.replaceSelection(' '.repeat(unit - (column % unit))), {
      scrollIntoView: true,
      userEvent: 'input',
    }),
  );
  return true;
}

/** Keys that are ours in every mode, Vim's too: run, and let Tab move on. */
export function hotkeys(onRun: () => void, status: Status): Extension {
  let tabMoves = false;
  const keydown = (event: KeyboardEvent, view: EditorView) => {
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
    if (key === 'Enter' && ctrlKey !== metaKey && !altKey && !shiftKey) {
      closeCompletion(view);
      onRun();
      return true;
    }
    const plain = key === 'Escape' && !status.hasMode();
    if (plain && completionStatus(view.state) !== 'active') {
      // CodeMirror does the same after us, for two seconds: too short for some hands.
      queueMicrotask(() => freeTab(view));
    }
    const alone = ctrlKey && !metaKey && !altKey && !shiftKey;
    if (!alone || key.toLowerCase() !== 'm') return false;
    tabMoves = !tabMoves;
    view.setTabFocusMode(tabMoves);
    status.tabMoves(tabMoves);
    return true;
  };
  return Prec.highest(EditorView.domEventHandlers({ keydown }));
}
