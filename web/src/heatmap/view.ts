/** Puts the parts of a heat map together, in reading order. */
import { switches, walk } from './controls';
import { editor } from './editor';
import { mixture, rowSentence } from './mix';
import { button, element, setText } from '../dom';
import { type Context, type Picture } from './part';
import { matrixTable } from './table';

export interface Whole {
  readonly root: HTMLElement;
  readonly render: (picture: Picture) => void;
  /** Say something about the link; an empty text takes it back. */
  readonly tell: (sentence: string) => void;
  /** Drop what was typed but not taken. */
  readonly forget: () => void;
}

export function view(context: Context, reset: () => void, link: () => string): Whole {
  const { words } = context;
  const told = element('p', { class: 'weave-told', role: 'status' });
  const tell = (sentence: string) => setText(told, sentence);
  const edit = editor(context);
  const parts = [
    switches(context),
    walk(context),
    matrixTable(context),
    rowSentence(context),
    mixture(context),
    edit,
  ];
  const ends = element('div', { class: 'weave-bar' }, button(words.reset, {}, reset));
  // Only where the browser allows it: not on plain http.
  if (navigator.clipboard)
    ends.append(button(words.copyLink, {}, () => copy(link(), context, tell)));
  const root = element(
    'div',
    { role: 'group', 'aria-label': words.group },
    ...parts.map((part) => part.root),
    ends,
    told,
  );
  return {
    root,
    render: (picture) => parts.forEach((part) => part.render(picture)),
    tell,
    forget: edit.forget,
  };
}

async function copy(
  link: string,
  { words }: Context,
  tell: (sentence: string) => void,
): Promise<void> {
  try {
    await navigator.clipboard.writeText(link);
    tell(words.copied);
  } catch {
    tell(words.notCopied);
  }
}
