/** One query among all keys, in the plane: it favours the keys that point its way. */
import type { Vector } from './attention';
import { element } from '../dom';
import { type Context, isolated, type Part, type Picture } from './part';
import { LARGEST, withNumber } from './state';

const SVG = 'http://www.w3.org/2000/svg';
const HALF = 160; // of the drawing's side, in its own units
const MARGIN = 14;
const FINGER = 27; // a target of at least 44 px where the drawing is 270 px wide
const LEAST_REACH = 1.2;

type Pair = 'q2' | 'k2';

export function plane(context: Context): Part {
  const { words } = context;
  const svg = shape('svg', {
    viewBox: `${-HALF} ${-HALF} ${2 * HALF} ${2 * HALF}`,
    role: 'img',
    'aria-label': words.plane,
  });
  const root = element('figure', { class: 'weave-plane' });
  root.append(svg, element('figcaption', {}, words.planeHint));
  let picture: Picture | null = null;
  let reach = LEAST_REACH;
  let dragged: Pair | null = null;
  const draw = () => {
    if (!picture) return;
    // A drag must not change the scale below the finger.
    if (!dragged) reach = reachOf(picture);
    svg.replaceChildren(...drawing(picture, reach));
  };
  svg.addEventListener('pointerdown', (event) => {
    dragged = (event.target as Element).getAttribute('data-drag') as Pair | null;
    if (!dragged) return;
    event.preventDefault();
    svg.setPointerCapture(event.pointerId);
  });
  svg.addEventListener('pointermove', (event) => {
    if (dragged) move(dragged, pointAt(event, svg, reach), context);
  });
  for (const end of ['pointerup', 'pointercancel']) {
    svg.addEventListener(end, () => {
      if (!dragged) return;
      dragged = null;
      draw();
    });
  }
  return {
    root,
    render: (next) => {
      root.hidden = next.state.size !== 2;
      picture = next;
      if (!root.hidden) draw();
    },
  };
}

function shape(tag: string, attributes: Record<string, string | number>, text = ''): SVGElement {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  made.textContent = text;
  return made;
}

function reachOf({ state }: Picture): number {
  const sizes = state.tokens.flatMap((token) => [...token.q2, ...token.k2].map(Math.abs));
  return Math.max(LEAST_REACH, 1.1 * Math.max(...sizes));
}

function pointAt(event: PointerEvent, svg: SVGElement, reach: number): [number, number] {
  const box = svg.getBoundingClientRect();
  const scale = (share: number) => {
    const units = ((share - 0.5) * 2 * HALF * reach) / (HALF - MARGIN);
    const kept = Math.max(-reach, Math.min(reach, units, LARGEST));
    return Number(kept.toFixed(2)) || 0;
  };
  return [
    scale((event.clientX - box.left) / box.width),
    scale((box.bottom - event.clientY) / box.height),
  ];
}

function move(pair: Pair, [x, y]: [number, number], { change }: Context): void {
  change((state) => {
    const at = state.row ?? 0;
    return withNumber(withNumber(state, at, pair, 0, x), at, pair, 1, y);
  });
}

function drawing({ state }: Picture, reach: number): SVGElement[] {
  const chosen = state.row ?? 0;
  const place = ([x, y]: Vector): [number, number] => {
    const unit = (HALF - MARGIN) / reach;
    return [x! * unit, -y! * unit];
  };
  const others = state.tokens.flatMap((token, at) =>
    at === chosen ? [] : [mark('k', place(token.k2), 4), name(token.text, place(token.k2))],
  );
  const own = state.tokens[chosen]!;
  const axes = [
    shape('line', { class: 'weave-axis', x1: -HALF, x2: HALF, y1: 0, y2: 0 }),
    shape('line', { class: 'weave-axis', y1: -HALF, y2: HALF, x1: 0, x2: 0 }),
  ];
  return [
    ...axes,
    ...others,
    ...handle('k', place(own.k2), own.text),
    ...handle('q', place(own.q2), own.text),
  ];
}

/** A query is a circle and a key a diamond: no need to tell colours apart. */
function mark(kind: 'q' | 'k', [x, y]: [number, number], size: number): SVGElement {
  const look = { class: `weave-${kind}` };
  if (kind === 'q') return shape('circle', { ...look, cx: x, cy: y, r: size });
  const points = [
    [x, y - size * 1.4],
    [x + size * 1.4, y],
    [x, y + size * 1.4],
    [x - size * 1.4, y],
  ];
  return shape('polygon', { ...look, points: points.map((point) => point.join()).join(' ') });
}

function name(text: string, [x, y]: [number, number]): SVGElement {
  return shape('text', { x: x + 8, y: y + 4 }, isolated(text));
}

function handle(kind: 'q' | 'k', at: [number, number], text: string): SVGElement[] {
  const [x, y] = at;
  return [
    shape('line', { class: `weave-${kind} weave-arrow`, x1: 0, y1: 0, x2: x, y2: y }),
    mark(kind, at, 7),
    // On the side away from the arrow.
    shape(
      'text',
      { class: 'weave-own', x, y: y + (y < 0 ? -13 : 22) },
      `${kind} ${isolated(text)}`,
    ),
    shape('circle', { 'data-drag': `${kind}2`, cx: x, cy: y, r: FINGER }),
  ];
}
