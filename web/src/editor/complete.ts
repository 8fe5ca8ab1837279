/** Suggestions: the reader's own names, and NumPy's with signature and a line of explanation. */
import {
  autocompletion,
  completeFromList,
  completionStatus,
  type Completion,
  type CompletionContext,
  type CompletionResult,
  type CompletionSource,
} from '@codemirror/autocomplete';
import { globalCompletion, localCompletionSource } from '@codemirror/lang-python';
import { syntaxTree } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { EditorView, type Rect, type ViewUpdate } from '@codemirror/view';
import type { Member } from '../python/messages';
import { aliasesOf, fullName, type Question, questionAt } from './imports';
import type { EditorOptions } from './types';

const PATIENCE = 700; // ms for Python's answer; it may be busy with the reader's code
const SILENT = ['String', 'Comment', 'FormatString']; // where nothing is suggested
// A word that begins with a digit, whole or not: Enter after `10` means a new line.
const NUMBER = /(?<![\p{L}\p{N}_])\p{Nd}\w*$/u;
const ARRAY = 'numpy.ndarray'; // the table's key for the methods of an array
// Those that lang-python has no snippet for.
const KEYWORDS =
  'and as assert async await break continue del elif else except finally global in is lambda ' +
  'match nonlocal not or pass raise return with yield';
const TYPES = { function: 'function', class: 'class', module: 'namespace', value: 'variable' };

/** numpy.json: members by module, each as [name, kind's first letter, signature, doc]. */
type Table = Readonly<Record<string, readonly (readonly [string, string, string, string])[]>>;
export type Ask = (question: Question, source: string) => Promise<readonly Member[]>;

export function suggestions(whileTyping: boolean, ask: Ask): Extension {
  const popup = autocompletion({
    override: [
      memberSource(ask),
      ...[localCompletionSource, globalCompletion, keywords()].map(whereNoDot),
    ],
    activateOnTyping: whileTyping,
    positionInfo: (_, list, option, info, space) => placeInfo(list, option, info, space),
  });
  return [popup, EditorView.updateListener.of(bringWordIntoSight)];
}

/** The list hangs on the word's first letter, and is hidden while that is scrolled away. */
function bringWordIntoSight({ view, state, startState }: ViewUpdate): void {
  if (completionStatus(state) !== 'active' || completionStatus(startState) === 'active') return;
  const { head } = state.selection.main;
  const from = state.wordAt(head)?.from ?? head;
  view.dispatch({ effects: EditorView.scrollIntoView(from) });
}

/** Put an explanation beside the list; where that is too narrow, beneath or above all of it. */
function placeInfo(list: Rect, option: Rect, info: Rect, space: Rect) {
  const [width, height] = [info.right - info.left, info.bottom - info.top];
  if (list.right + width <= space.right) {
    return { class: 'cm-completionInfo-right', style: `top: ${option.top - list.top}px` };
  }
  const side = list.bottom + height <= space.bottom ? 'top' : 'bottom';
  const left = Math.min(0, space.right - list.left - width);
  return { style: `${side}: ${list.bottom - list.top}px; left: ${left}px` };
}

function keywords(): CompletionSource {
  return completeFromList(KEYWORDS.split(' ').map((label) => ({ label, type: 'keyword' })));
}

/** Return who answers what the cursor asks: Python once it is there, else the table. */
export function asker({ names, members }: EditorOptions): Ask {
  let table: Promise<Table> | null = null;
  const fetched = () =>
    (table ??= fetch(names)
      .then((answer) => (answer.ok ? (answer.json() as Promise<Table>) : Promise.reject(answer)))
      .catch(() => {
        table = null; // the next completion tries again
        return {};
      }));
  return async ({ path, importing }, source) => {
    const full = importing ? path : path && fullName(path, aliasesOf(source));
    if (full) {
      const live = members?.(importing ? `import ${path}` : source, path);
      const told = live ? await inTime(live) : [];
      if (told.length) return told;
    }
    const known: Table = await fetched();
    return (known[full || ARRAY] ?? []).map(asMember);
  };
}

function inTime(live: Promise<readonly Member[]>): Promise<readonly Member[]> {
  const late = new Promise<readonly Member[]>((tell) => setTimeout(tell, PATIENCE, []));
  return Promise.race([live.catch(() => []), late]);
}

function asMember([name, kind, signature, doc]: readonly [string, string, string, string]): Member {
  const kinds = { f: 'function', c: 'class', m: 'module', v: 'value' } as const;
  return { name, kind: kinds[kind as keyof typeof kinds], signature, doc };
}

function memberSource(ask: Ask): CompletionSource {
  return async (context): Promise<CompletionResult | null> => {
    const question = questionHere(context);
    if (!question) return null;
    const members = await ask(question, context.state.doc.toString());
    if (context.aborted || !members.length) return null;
    const from = context.pos - question.typed.length;
    return { from, options: members.map(asCompletion), validFor: /^\w*$/ };
  };
}

function isSilent({ state, pos }: CompletionContext): boolean {
  const line = state.doc.lineAt(pos);
  const number = NUMBER.test(line.text.slice(0, pos - line.from));
  return number || SILENT.includes(syntaxTree(state).resolveInner(pos, -1).name);
}

function questionHere(context: CompletionContext): Question | null {
  if (isSilent(context)) return null;
  const { state, pos } = context;
  const line = state.doc.lineAt(pos);
  return questionAt(line.text.slice(0, pos - line.from));
}

/** After a dot, and in `from … import`, plain names would be wrong. */
function whereNoDot(source: CompletionSource): CompletionSource {
  return (context) => {
    const line = context.state.doc.lineAt(context.pos);
    const before = line.text.slice(0, context.pos - line.from);
    const inside = isSilent(context) || /\.\s*\w*$/.test(before);
    return inside || questionAt(before) ? null : source(context);
  };
}

function asCompletion({ name, kind, signature, doc }: Member): Completion {
  const told = signature || doc;
  return {
    label: name,
    type: TYPES[kind],
    boost: name.startsWith('_') ? -1 : 0,
    ...(signature ? { detail: signature } : {}),
    ...(told ? { info: () => explanation(name + signature, doc) } : {}),
  };
}

function explanation(signature: string, doc: string): Node {
  const made = document.createElement('div');
  made.lang = 'en'; // NumPy's own words
  const code = made.appendChild(document.createElement('code'));
  code.textContent = signature;
  if (doc) made.appendChild(document.createElement('p')).textContent = doc;
  return made;
}
