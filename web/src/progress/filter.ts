/** Lets the reader narrow the list of exercises by topic and level. */
import { progressWords } from '../words';

/** Show a list's filters and make them work, once. */
export function mountFilter(list: HTMLElement): void {
  const filter = list.querySelector<HTMLElement>('.weave-filter')!;
  if (!filter.hidden) return;
  filter.hidden = false;
  const words = progressWords[list.dataset['language']!]!;
  const items = [...list.querySelectorAll<HTMLElement>('[data-progress]')];
  const valueOf = (name: string) => list.querySelector<HTMLSelectElement>(`[name=${name}]`)!.value;
  filter.addEventListener('change', () => {
    const topic = valueOf('topic');
    const level = valueOf('level');
    for (const item of items) {
      const { topics, level: own } = item.dataset as Record<'topics' | 'level', string>;
      const fits = !topic || (JSON.parse(topics) as string[]).includes(topic);
      item.hidden = !fits || (level !== '' && level !== own);
    }
    for (const group of list.querySelectorAll('section')) {
      group.hidden = !group.querySelector('li:not([hidden])');
    }
    const shown = items.filter((item) => !item.hidden).length;
    filter.querySelector('.weave-shown')!.textContent = words.shown(shown, items.length);
  });
}
