/** Where CodeMirror’s own scrolling falls short in this book. */
import type { Extension } from '@codemirror/state';
import { EditorView, type Rect } from '@codemirror/view';
import { coveredTop } from '../dom';

const ROOM = 5; // px between what is shown and an edge, as CodeMirror keeps it

/** Once CodeMirror has scrolled to a place, mend how. */
export function scrolling(): Extension {
  return EditorView.scrollHandler.of((view, { head }) => {
    const isCursor = head === view.state.selection.main.head;
    view.requestMeasure({
      read: () => (head <= view.state.doc.length ? view.coordsAtPos(head) : null),
      write: (place) => {
        if (place && isCursor) scrollHome(view.scrollDOM, place);
        if (place) uncover(place);
      },
    });
    return false;
  });
}

/** Show lines from their beginning where the cursor allows; else they stay under the numbers. */
function scrollHome(scroller: HTMLElement, { right }: Rect): void {
  const unscrolled = right + scroller.scrollLeft - scroller.getBoundingClientRect().left;
  if (unscrolled + ROOM <= scroller.clientWidth) scroller.scrollLeft = 0;
}

/**
 * The page’s header lies over whatever is scrolled behind it.
 *
 * It is no scroll margin, which would also hide suggestions for the first lines.
 */
function uncover({ top }: Rect): void {
  const hidden = coveredTop() + ROOM - top;
  if (hidden > 0) scrollBy({ top: -hidden, behavior: 'instant' });
}
