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
  link.hash = location.hash;
}

/** Keep the switch right, on whatever page the reader is. */
export function keepSwitch(): void {
  // Capturing, to come before Material's own listener on the body. A link can be opened by
  // mouse, keyboard, touch or its menu: the address is right before any of them follows it.
  for (const type of ['pointerdown', 'focusin', 'click', 'auxclick']) {
    document.addEventListener(type, pointAtTwin, { capture: true });
  }
}
