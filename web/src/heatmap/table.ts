/** The matrix of the chosen step as a real table: rows are chosen here. */
import type { Matrix } from './attention';
import { hasMask } from './controls';
import { element, setText } from '../dom';
import {
  type Context,
  fixed,
  isolated,
  type Part,
  type Picture,
  quoted,
  short,
  showToken,
} from './part';

interface Grid {
  readonly table: HTMLTableElement;
  readonly columns: readonly HTMLElement[];
  readonly rows: readonly HTMLTableRowElement[];
  readonly heads: readonly HTMLButtonElement[];
  readonly cells: readonly (readonly HTMLTableCellElement[])[];
}

export function matrixTable(context: Context): Part {
  const { words } = context;
  const label = { role: 'region', tabindex: '0', 'aria-label': words.tableLabel };
  const scroll = element('div', { class: 'weave-scroll', ...label });
  const notes = element('div', { class: 'weave-notes' });
  let grid = build(1, 1, context);
  scroll.addEventListener('keydown', (event) => walkRows(event, grid, context));
  return {
    root: element('div', {}, scroll, notes),
    render: (picture) => {
      const matrix = picture.steps[picture.state.step];
      grid = fitting(grid, matrix, context);
      if (grid.table.parentNode !== scroll) replaceTable(scroll, grid);
      fill(grid, matrix, picture, context);
      const told = notesOf(picture, context);
      if (told.join() !== [...notes.children].map((note) => note.textContent).join()) {
        notes.replaceChildren(...told.map((note) => element('p', {}, note)));
      }
    },
  };
}

function fitting(grid: Grid, matrix: Matrix, context: Context): Grid {
  const columns = matrix[0]!.length;
  const fits = grid.heads.length === matrix.length && grid.columns.length === columns;
  return fits ? grid : build(matrix.length, columns, context);
}

/** Put a new table in the old one's place; a row's button that had the focus keeps it. */
function replaceTable(scroll: HTMLElement, grid: Grid): void {
  const buttons = [...scroll.querySelectorAll<HTMLElement>('tbody button')];
  const focused = buttons.findIndex((one) => one === document.activeElement);
  scroll.replaceChildren(grid.table);
  if (focused >= 0) grid.heads[Math.min(focused, grid.heads.length - 1)]!.focus();
}

function build(rowCount: number, columnCount: number, { change }: Context): Grid {
  const choose = (row: number) => change((state) => ({ ...state, row }));
  const upTo = (count: number) => Array.from({ length: count }, (_, at) => at);
  const columns = upTo(columnCount).map(() => element('th', { scope: 'col' }));
  // Its click reaches the row, which chooses.
  const heads = upTo(rowCount).map(() => element('button', { type: 'button' }));
  const cells = heads.map(() => upTo(columnCount).map(() => element('td')));
  const rows = heads.map((head, row) => {
    const made = element('tr', {}, element('th', { scope: 'row' }, head), ...cells[row]!);
    made.addEventListener('click', () => choose(row));
    return made;
  });
  const top = element('tr', {}, element('th', { scope: 'col' }), ...columns);
  const caption = element('caption');
  const parts = [caption, element('thead', {}, top), element('tbody', {}, ...rows)];
  const table = element('table', { class: 'weave-heat' }, ...parts);
  return { table, columns, rows, heads, cells };
}

function fill(grid: Grid, matrix: Matrix, picture: Picture, context: Context): void {
  const { state, mask } = picture;
  const { words, data } = context;
  setText(grid.table.caption!, words.captions[state.step]);
  const isOutput = state.step === 'output';
  setText(grid.table.tHead!.rows[0]!.cells[0]!, isOutput ? words.cornerOutput : words.corner);
  grid.columns.forEach((column, at) => {
    if (!isOutput) return showToken(column, state.tokens[at]!, data);
    delete column.dataset['shown'];
    setText(column, words.component(at + 1));
  });
  const hides = state.step === 'masked' || state.step === 'weights';
  const heat = heatOf(matrix, state.step === 'weights');
  grid.rows.forEach((row, query) => {
    showToken(grid.heads[query]!, state.tokens[query]!, data);
    grid.heads[query]!.setAttribute('aria-pressed', String(query === state.row));
    row.classList.toggle('weave-chosen', query === state.row);
    grid.cells[query]!.forEach((cell, key) => {
      const value = matrix[query]![key]!;
      const gone = hides && !mask[query]![key];
      cell.classList.toggle('weave-gone', gone);
      setText(cell, gone ? words.maskedCell : fixed(value, words));
      cell.style.setProperty('--heat', gone ? '0' : heat(value).toFixed(3));
    });
  });
}

/**
 * How warm a value is, 0 to 1. Weights keep one scale, so that two pictures can be compared;
 * its exponent tells small ones apart. Others lie between the least and the largest.
 */
function heatOf(matrix: Matrix, isShare: boolean): (value: number) => number {
  if (isShare) return (value) => value ** 0.7;
  const seen = matrix.flat().filter(Number.isFinite);
  const least = Math.min(...seen);
  const spread = Math.max(...seen) - least;
  return (value) => (spread ? (value - least) / spread : 0);
}

function walkRows(event: KeyboardEvent, grid: Grid, { change }: Context): void {
  const last = grid.heads.length - 1;
  const here = grid.heads.findIndex((head) => head === document.activeElement);
  const chosen = grid.heads.findIndex((head) => head.getAttribute('aria-pressed') === 'true');
  const from = here >= 0 ? here : chosen;
  const ways: Record<string, number> = {
    ArrowDown: from + 1,
    ArrowUp: from - 1,
    Home: 0,
    End: last,
  };
  const to = ways[event.key];
  if (to === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  const row = Math.max(0, Math.min(last, to));
  change((state) => ({ ...state, row }));
  grid.heads[row]!.focus();
}

function notesOf(picture: Picture, context: Context): string[] {
  const { state, steps } = picture;
  const { words } = context;
  if (state.step === 'scaled') {
    const sign = state.size === 4 ? '=' : '≈';
    const divisor = `√${state.size} ${sign} ${short(Math.sqrt(state.size), words)}`;
    return [words.notes.scaled(state.scaled, divisor)];
  }
  if (state.step === 'masked') return [words.notes.masked(hasMask(state))];
  if (state.step !== 'weights') return [words.notes[state.step]];
  const blind = blindRows(picture, context);
  return [
    ...blind,
    ...(blind.length < state.tokens.length ? [words.notes.weights(blind.length > 0)] : []),
    ...unevenRows(steps.weights, picture, context),
  ];
}

function blindRows({ state, mask }: Picture, { words }: Context): string[] {
  return state.tokens.flatMap((token, at) =>
    mask[at]!.includes(true) ? [] : [words.blind(quoted(token.text))],
  );
}

/** Explain the rows whose rounded weights don't add up to 1, together for each sum. */
function unevenRows(weights: Matrix, { state, mask }: Picture, { words, data }: Context): string[] {
  const rows = new Map<string, string[]>();
  weights.forEach((row, at) => {
    const hundredths = row.reduce(
      (sum, weight) => sum + Math.round(100 * Number(weight.toFixed(2))),
      0,
    );
    if (hundredths === 100 || !mask[at]!.includes(true)) return;
    const total = fixed(hundredths / 100, words);
    rows.set(total, [...(rows.get(total) ?? []), quoted(state.tokens[at]!.text)]);
  });
  return [...rows].map(([total, names]) =>
    words.rounding(listed(names, data.language), total, names.length > 1),
  );
}

export function listed(names: readonly string[], language: string): string {
  return new Intl.ListFormat(language, { type: 'conjunction' }).format(names);
}

/** The tokens that a row attends to most; more than one where their weights are equal. */
export function favourites({ state, steps }: Picture, row: number): readonly string[] {
  const weights = steps.weights[row]!;
  const largest = Math.max(...weights);
  const close = (weight: number) => largest - weight < 1e-12;
  return state.tokens.flatMap((token, at) => (close(weights[at]!) ? [isolated(token.text)] : []));
}
