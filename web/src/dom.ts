/** Small helpers for making and changing what stands in the page. */

export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Readonly<Record<string, string>> = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

export function button(
  text: string,
  attributes: Record<string, string>,
  press: () => void,
): HTMLButtonElement {
  const made = element('button', { type: 'button', ...attributes }, text);
  made.addEventListener('click', press);
  return made;
}

/** How far down the header that stays at the top of the window reaches, in pixels. */
export function coveredTop(): number {
  const header = document.querySelector('.md-header');
  return Math.max(0, header?.getBoundingClientRect().bottom ?? 0);
}

/** Set a text only where it differs: nothing is painted or announced anew without need. */
export function setText(node: Element, text: string): void {
  if (node.textContent !== text) node.textContent = text;
}
