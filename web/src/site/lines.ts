/** The lines of a listing that a link speaks of, or null for another link. */
function linesOf(target: EventTarget | null): Element | null {
  const link = target instanceof Element ? target.closest('a.weave-lines') : null;
  return link instanceof HTMLAnchorElement ? cellAt(link.hash) : null;
}

function cellAt(hash: string): Element | null {
  // Ids of cells are plain ASCII, so nothing is decoded (an address may hold a stray %).
  const found = document.getElementById(hash.slice(1));
  return found?.classList.contains('weave-cell') ? found : null;
}

/**
 * Marks the lines that a reference speaks of: while it is pointed at or focused, and, for
 * the one in the address, as long as it stays there.
 *
 * A fresh load needs none of this (`:target` does it); instant navigation and a switch of
 * page do, since browsers don't look for a new target there.
 */
export function markLines(): void {
  const mark = (event: Event, on: boolean) =>
    linesOf(event.target)?.classList.toggle('weave-pointed', on);
  for (const type of ['pointerover', 'focusin']) {
    document.addEventListener(type, (event) => mark(event, true));
  }
  for (const type of ['pointerout', 'focusout']) {
    document.addEventListener(type, (event) => mark(event, false));
  }
  const follow = () => {
    const cell = cellAt(location.hash);
    for (const old of document.querySelectorAll('.weave-addressed')) {
      if (old !== cell) old.classList.remove('weave-addressed');
    }
    cell?.classList.add('weave-addressed');
  };
  addEventListener('hashchange', follow);
  addEventListener('popstate', follow);
  window.document$?.subscribe(follow);
  follow();
}
