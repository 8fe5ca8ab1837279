/** Finds the heat maps of each page that is shown, and ends those that went with their page. */
import { mount } from './mount';

interface Pages {
  subscribe: (listener: () => void) => void;
}

function start(): void {
  const living = new Map<HTMLElement, () => void>();
  const look = () => {
    for (const [container, end] of living) {
      if (container.isConnected) continue;
      end();
      living.delete(container);
    }
    document.querySelectorAll<HTMLElement>('[data-heatmap]').forEach((container, at) => {
      const key = at ? `heatmap-${at + 1}` : 'heatmap';
      if (!living.has(container)) living.set(container, mount(container, key));
    });
  };
  // Material tells each page, those of instant navigation too. A module runs when the
  // document has been read, so without Material now is the time.
  const { document$: pages } = window as { document$?: Pages };
  if (pages) pages.subscribe(look);
  else look();
}

start();
