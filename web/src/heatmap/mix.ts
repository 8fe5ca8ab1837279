/** What the chosen row attends to, as a sentence; and how its output is mixed. */
import { element, setText } from '../dom';
import {
  type Context,
  fixed,
  isolated,
  type Part,
  percent,
  type Picture,
  quoted,
  vector,
} from './part';
import { favourites, listed } from './table';

export function rowSentence(context: Context): Part {
  // There from the start, so that screen readers announce what comes into it.
  const root = element('p', { class: 'weave-sentence', role: 'status', 'aria-live': 'polite' });
  return { root, render: (picture) => setText(root, sentence(picture, context)) };
}

function sentence(picture: Picture, { words, data }: Context): string {
  const { state, steps, mask } = picture;
  if (state.row === null) return words.choose;
  const row = quoted(state.tokens[state.row]!.text);
  const seen = mask[state.row]!.filter(Boolean).length;
  if (!seen) return words.blind(row);
  const best = favourites(picture, state.row);
  const share = percent(Math.max(...steps.weights[state.row]!));
  const attends =
    best.length === seen && seen > 1
      ? words.attendsEvenly(row, seen, share)
      : words.attends(row, listed(best, data.language), share, best.length > 1);
  return `${attends} ${words.means(vector(steps.output[state.row]!, words, fixed))}`;
}

export function mixture({ words, data }: Context): Part {
  const title = element('p', { class: 'weave-mix-title' });
  const list = element('ul', { class: 'weave-mix' });
  const sum = element('p', { class: 'weave-mix-sum' });
  const root = element('div', { class: 'weave-mixture' }, title, list, sum);
  return {
    root,
    render: (picture) => {
      const { state, steps, mask } = picture;
      root.hidden = state.row === null;
      if (state.row === null) return;
      const row = state.row;
      setText(title, words.mixTitle(quoted(state.tokens[row]!.text)));
      while (list.children.length > state.tokens.length) list.lastChild!.remove();
      while (list.children.length < state.tokens.length) list.append(item());
      state.tokens.forEach((token, key) => {
        const seen = mask[row]![key]!;
        const weight = steps.weights[row]![key]!;
        const [name, bar, term] = [...list.children[key]!.children] as HTMLElement[];
        setText(name!, isolated(token.text));
        if (data.tokens.includes(token.text)) name!.lang = data.tokenLanguage;
        else name!.removeAttribute('lang');
        bar!.style.setProperty('--share', String(seen ? weight : 0));
        setText(
          term!,
          seen ? `${fixed(weight, words)} × ${vector(token.v, words)}` : words.maskedCell,
        );
      });
      setText(sum, `${words.mixSum}: ${vector(steps.output[row]!, words, fixed)}`);
    },
  };
}

function item(): HTMLElement {
  const bar = element('span', { class: 'weave-share', 'aria-hidden': 'true' });
  return element('li', {}, element('span'), bar, element('span'));
}
