/**
 * Copy buttons come in a <nav> each, so a page would have a dozen nameless landmarks.
 *
 * Material adds them when it likes; we watch for them.
 */
export function unmarkCopyButtons(): void {
  const unmark = () => {
    for (const nav of document.querySelectorAll('nav.md-code__nav:not([role])')) {
      nav.setAttribute('role', 'presentation');
    }
  };
  new MutationObserver(unmark).observe(document.body, { childList: true, subtree: true });
  unmark();
}
