/**
 * Marks what the reader has left closed, so that it stays closed on paper.
 *
 * Material opens every <details> before it prints, which would give away hints and solutions;
 * book.css hides what is marked.
 */
export function keepClosedOnPaper(): void {
  const mark = () => {
    for (const details of document.querySelectorAll('details')) {
      details.toggleAttribute('data-left-closed', !details.open);
    }
  };
  // Capturing, to come before Material's own listener.
  addEventListener('beforeprint', mark, { capture: true });
}
