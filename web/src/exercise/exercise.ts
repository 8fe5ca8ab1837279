/** Finds the exercises of each page that is shown, and ends those that went with their page. */
import { mount } from './mount';

function start(): void {
  const living = new Map<HTMLElement, () => void>();
  const look = () => {
    for (const [container, end] of living) {
      if (container.isConnected) continue;
      end();
      living.delete(container);
    }
    document.querySelectorAll<HTMLElement>('[data-exercise]').forEach((container) => {
      if (!living.has(container)) living.set(container, mount(container));
    });
  };
  // Material tells each page, those of instant navigation too.
  const { document$: pages } = window as { document$?: { subscribe: (l: () => void) => void } };
  if (pages) pages.subscribe(look);
  else look();
}

start();
