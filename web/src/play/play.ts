/**
 * Lets the button under a listing open a playground.
 *
 * It stands on every page with a listing, so it imports nothing: the editor, its styles and
 * Python are fetched when a button is pressed.
 */
type Playground = import('./mount').Playground;

const living = new Map<HTMLElement, Promise<Playground>>();

function look(): void {
  for (const [container, mounted] of living) {
    if (container.isConnected) continue;
    living.delete(container);
    mounted.then(
      (playground) => playground.end(),
      () => {},
    );
  }
  document.querySelectorAll<HTMLElement>('[data-play]').forEach((container) => {
    const button = container.querySelector<HTMLButtonElement>('.weave-play-open')!;
    if (!button.hidden) return; // Material tells a page more than once
    button.hidden = false;
    button.addEventListener('click', () => void press(container, button));
  });
}

async function press(container: HTMLElement, button: HTMLButtonElement): Promise<void> {
  const opens = button.getAttribute('aria-expanded') === 'false';
  button.setAttribute('aria-expanded', String(opens));
  const failed = container.querySelector<HTMLElement>('.weave-play-failed')!;
  failed.hidden = true;
  const mounted = living.get(container) ?? import('./mount').then(({ mount }) => mount(container));
  living.set(container, mounted);
  try {
    const playground = await mounted;
    playground.show(button.getAttribute('aria-expanded') === 'true');
  } catch {
    living.delete(container);
    button.setAttribute('aria-expanded', 'false');
    failed.hidden = false;
  }
}

const { document$: pages } = window;
if (pages) pages.subscribe(look);
else look();

export {};
