/** Where readers change tokens and vectors. */
import { button, element, setText } from '../dom';
import { type Context, isolated, type Part, type Picture } from './part';
import { field, type Field } from './field';
import { plane } from './plane';
import {
  KINDS,
  MOST_TOKENS,
  readNumber,
  readText,
  slotOf,
  type Slot,
  type State,
  withNewToken,
  withNumber,
  withoutToken,
  withToken,
} from './state';

const NUDGE = 0.1; // what an arrow key adds to a number

/** A part of the editor, which can also drop what a reader typed and left. */
interface Editor extends Part {
  readonly forget: () => void;
}

export function editor(context: Context): Editor {
  const { words } = context;
  const lists = [tokenList(context), vectorFields(context)];
  const drawing = plane(context);
  const root = element(
    'details',
    { class: 'weave-edit' },
    element('summary', {}, words.edit),
    ...lists.map((list) => list.root),
    drawing.root,
  );
  let shown: Picture | null = null;
  const draw = () => {
    if (root.open && shown) for (const part of [...lists, drawing]) part.render(shown);
  };
  root.addEventListener('toggle', draw);
  return {
    root,
    // Closed, it costs nothing.
    render: (picture) => {
      shown = picture;
      draw();
    },
    forget: () => lists.forEach((list) => list.forget()),
  };
}

interface TokenRow {
  readonly root: HTMLElement;
  readonly text: Field;
  readonly hide: HTMLInputElement;
  readonly remove: HTMLButtonElement;
}

function tokenList(context: Context): Editor {
  const { words, change } = context;
  const list = element('ol', { class: 'weave-tokens' });
  let rows: TokenRow[] = [];
  const add = button(words.add, {}, () => {
    change((state) => withNewToken(state, words.newToken));
    rows.at(-1)?.text.input.select();
  });
  const remove = (at: number) => {
    forget();
    change((state) => withoutToken(state, at));
    // The button that had the focus may be gone.
    rows[Math.min(at, rows.length - 1)]?.text.input.focus();
  };
  const forget = () => rows.forEach((row) => row.text.show('', true));
  const render = ({ state }: Picture) => {
    while (rows.length > state.tokens.length) rows.pop()!.root.remove();
    while (rows.length < state.tokens.length) {
      rows.push(tokenRow(rows.length, remove, context));
      list.append(rows.at(-1)!.root);
    }
    rows.forEach((row, at) => showRow(row, state, at, context));
    add.disabled = state.tokens.length === MOST_TOKENS;
  };
  const legend = element('legend', {}, words.tokensTitle(MOST_TOKENS));
  return { root: element('fieldset', {}, legend, list, add), render, forget };
}

function tokenRow(at: number, remove: (at: number) => void, context: Context): TokenRow {
  const { words, change, uid } = context;
  const text = field({
    id: `${uid}-token-${at}`,
    label: words.token(at + 1),
    caption: String(at + 1),
    words,
    read: readText,
    take: (value) => change((state) => withToken(state, at, { text: value })),
  });
  const hide = element('input', { type: 'checkbox' });
  hide.addEventListener('change', () =>
    change((state) => withToken(state, at, { hidden: hide.checked })),
  );
  const label = element('label', { class: 'weave-toggle' }, hide, element('span', {}, words.hide));
  const removal = button('×', { class: 'weave-remove' }, () => remove(at));
  return { root: element('li', {}, text.root, label, removal), text, hide, remove: removal };
}

function showRow(row: TokenRow, state: State, at: number, { words }: Context): void {
  const { text, hidden } = state.tokens[at]!;
  row.text.show(text);
  row.hide.checked = hidden;
  row.hide.setAttribute('aria-label', words.hideLabel(isolated(text)));
  row.remove.setAttribute('aria-label', words.remove(isolated(text)));
  row.remove.disabled = state.tokens.length === 1;
}

/** The vectors of one token: the chosen row's, or the first one's. */
function vectorFields(context: Context): Editor {
  const { words, change } = context;
  const select = element('select');
  select.addEventListener('change', () =>
    change((state) => ({ ...state, row: Number(select.value) })),
  );
  const label = element('label', { class: 'weave-pick' }, `${words.vectorsOf} `, select);
  const groups = element('div', { class: 'weave-vectors' });
  let shown = '';
  let fields: { field: Field; slot: Slot; index: number }[] = [];
  const render = ({ state }: Picture) => {
    const at = state.row ?? 0;
    showOptions(select, state);
    if (shown !== `${at} ${state.size} ${state.tokens.length}`) {
      shown = `${at} ${state.size} ${state.tokens.length}`;
      fields = [];
      groups.replaceChildren(...KINDS.map((kind) => group(kind, state, context, fields)));
    }
    for (const { field, slot, index } of fields) {
      field.show(String(state.tokens[at]![slot][index]).replace('.', words.decimal));
    }
  };
  const forget = () => void (shown = '');
  return { root: element('fieldset', {}, element('legend', {}, label), groups), render, forget };
}

function showOptions(select: HTMLSelectElement, state: State): void {
  while (select.options.length > state.tokens.length)
    select.options[select.options.length - 1]!.remove();
  state.tokens.forEach((token, at) => {
    if (!select.options[at]) select.append(element('option', { value: String(at) }));
    setText(select.options[at]!, token.text);
  });
  select.value = String(state.row ?? 0);
}

function group(
  kind: (typeof KINDS)[number],
  state: State,
  { words, change, uid }: Context,
  fields: { field: Field; slot: Slot; index: number }[],
): HTMLElement {
  const at = state.row ?? 0;
  const slot = slotOf(kind, state.size);
  const own = state.tokens[at]![slot].map((_, index) => {
    const made = field({
      id: `${uid}-${slot}-${index}`,
      label: `${kind}${index + 1}: ${words.field(words.kinds[kind], index + 1)}`,
      caption: `${kind}${index + 1}`,
      words,
      read: readNumber,
      take: (value) => change((now) => withNumber(now, at, slot, index, value)),
    });
    made.input.addEventListener('keydown', (event) => nudge(event, made.input));
    fields.push({ field: made, slot, index });
    return made.root;
  });
  const name = element('span', { class: 'weave-kind', 'aria-hidden': 'true' }, words.kinds[kind]);
  return element('div', { class: 'weave-vector' }, name, ...own);
}

/** The up and down arrows change a number, as in a number field. */
function nudge(event: KeyboardEvent, input: HTMLInputElement): void {
  const ways: Record<string, number> = { ArrowUp: NUDGE, ArrowDown: -NUDGE };
  const by = ways[event.key];
  const checked = readNumber(input.value);
  if (by === undefined || 'fault' in checked) return;
  event.preventDefault();
  const comma = input.value.includes(',');
  const text = String(Number((checked.value + by).toFixed(10)));
  input.value = comma ? text.replace('.', ',') : text;
  input.dispatchEvent(new Event('input'));
}
