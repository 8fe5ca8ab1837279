/** The numbers beside the lines: from the top, or counted from the cursor's line. */
import type { Extension } from '@codemirror/state';
import { type EditorView, gutter, GutterMarker, lineNumbers } from '@codemirror/view';

class Count extends GutterMarker {
  constructor(readonly text: string) {
    super();
  }

  override eq(other: Count): boolean {
    return this.text === other.text;
  }

  override toDOM(): Node {
    return document.createTextNode(this.text);
  }
}

export function numbers(relative: boolean): Extension {
  if (!relative) return lineNumbers();
  // lineNumbers({formatNumber}) isn't asked again when only the cursor moves.
  return gutter({
    class: 'cm-lineNumbers',
    lineMarker: (view, line) => new Count(String(countOf(view, line.from))),
    lineMarkerChange: (update) => update.selectionSet,
    initialSpacer: (view) => new Count(String(view.state.doc.lines)),
    updateSpacer: (_, update) => new Count(String(update.state.doc.lines)),
  });
}

/** Return how far a line is from the cursor's; the cursor's own keeps its number. */
function countOf({ state }: EditorView, from: number): number {
  const line = state.doc.lineAt(from).number;
  return Math.abs(line - state.doc.lineAt(state.selection.main.head).number) || line;
}
