/** The mark on the line that failed: squiggle, gutter, and the message on hover. */
import { lintGutter, setDiagnostics, setDiagnosticsEffect } from '@codemirror/lint';
import { EditorState, type Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';

/** What shows marks, and takes them back at the next edit. */
export function faults(): Extension {
  return [
    lintGutter(),
    EditorState.transactionExtender.of((transaction) =>
      transaction.docChanged ? { effects: setDiagnosticsEffect.of([]) } : null,
    ),
  ];
}

export function markFault(view: EditorView, line: number | null, message: string): void {
  const { doc } = view.state;
  if (line === null) {
    view.dispatch(setDiagnostics(view.state, []));
    return;
  }
  const { from, to, text } = doc.line(Math.min(Math.max(line, 1), doc.lines));
  const start = from + text.length - text.trimStart().length;
  view.dispatch(
    setDiagnostics(view.state, [{ from: Math.min(start, to), to, severity: 'error', message }]),
    { effects: EditorView.scrollIntoView(from, { y: 'nearest' }) },
  );
}
