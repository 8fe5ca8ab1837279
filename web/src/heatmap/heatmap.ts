/** Finds the heat maps of each page that is shown, and ends those that went with their page. */
import { mount, type Mounted } from './mount';
import type { State } from './state';

interface Pages {
  subscribe: (listener: () => void) => void;
}

function start(): void {
  const living = new Map<HTMLElement, Mounted>();
  const look = () => {
    // Material fetches a page anew when one first goes to a section of it: nothing may be lost.
    const left = new Map<string, State>();
    for (const [container, { key, page, end }] of living) {
      if (container.isConnected) continue;
      const state = end();
      if (page === location.pathname) left.set(key, state);
      living.delete(container);
    }
    document.querySelectorAll<HTMLElement>('[data-heatmap]').forEach((container, at) => {
      const key = at ? `heatmap-${at + 1}` : 'heatmap';
      if (!living.has(container)) living.set(container, mount(container, key, left.get(key)));
    });
  };
  // Material tells each page, those of instant navigation too. A module runs when the
  // document has been read, so without Material now is the time.
  const { document$: pages } = window as { document$?: Pages };
  if (pages) pages.subscribe(look);
  else look();
}

start();
