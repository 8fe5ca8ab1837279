/**
 * Points the language switch at this page's twin, same section.
 *
 * Instant navigation leaves the header as it is, but brings the new page's <head>,
 * whose links name the twins.
 */
function pointAtTwin(event: Event): void {
  const link = event.target instanceof Element ? event.target.closest('a.weave-switch') : null;
  if (!(link instanceof HTMLAnchorElement)) return;
  const twin = document.head.querySelector<HTMLLinkElement>(
    `link[rel~="alternate"][hreflang="${link.hreflang}"]`,
  );
  if (twin) link.pathname = new URL(twin.href).pathname;
  link.hash = placeOf(location.hash);
}

/** The place that the reader is at: what the address names, while in sight, else the section. */
function placeOf(hash: string): string {
  const named = document.getElementById(hash.slice(1));
  if (hash && (!named || isInSight(named))) return hash; // not an id: the state of a heat map
  const sections = document.querySelectorAll<HTMLElement>('article :is(h2, h3, h4)[id]');
  const above = [...sections].filter((section) => topOf(section) < innerHeight / 2);
  return above.length ? `#${above.at(-1)!.id}` : '';
}

function isInSight(element: Element): boolean {
  return topOf(element) < innerHeight && element.getBoundingClientRect().bottom > 0;
}

function topOf(element: Element): number {
  return element.getBoundingClientRect().top;
}

/** Keep the switch right, on whatever page the reader is. */
export function keepSwitch(): void {
  // Capturing, to come before Material's own listener on the body. A link can be opened by
  // mouse, keyboard, touch or its menu: the address is right before any of them follows it.
  for (const type of ['pointerdown', 'focusin', 'click', 'auxclick']) {
    document.addEventListener(type, pointAtTwin, { capture: true });
  }
}
