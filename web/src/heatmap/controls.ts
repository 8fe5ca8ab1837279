/** The switches, the size, the steps, and the buttons for the whole. */
import { element, setText } from '../dom';
import { type Context, type Part, type Picture } from './part';
import { SIZES, type State, type Step, STEPS } from './state';

export function switches({ words, change, uid }: Context): Part {
  const scaled = toggle(words.scale, (on) => change((state) => ({ ...state, scaled: on })));
  const causal = toggle(words.causal, (on) => change((state) => ({ ...state, causal: on })));
  const sizes = choice(`${uid}-size`, words.size, SIZES, String, (size) =>
    change((state) => ({ ...state, size })),
  );
  const root = element('div', { class: 'weave-bar' }, scaled.root, causal.root, sizes.root);
  return {
    root,
    render: ({ state }) => {
      scaled.set(state.scaled);
      causal.set(state.causal);
      sizes.set(state.size);
    },
  };
}

function toggle(text: string, turn: (on: boolean) => void) {
  const input = element('input', { type: 'checkbox', role: 'switch' });
  input.addEventListener('change', () => turn(input.checked));
  const root = element('label', { class: 'weave-toggle' }, input, element('span', {}, text));
  return { root, set: (on: boolean) => void (input.checked = on) };
}

/** Radio buttons: one tab stop, and the arrow keys walk through them. */
function choice<T>(
  name: string,
  legend: string,
  values: readonly T[],
  show: (value: T) => string,
  choose: (value: T) => void,
) {
  const inputs = values.map((value) => {
    const input = element('input', { type: 'radio', name });
    input.addEventListener('change', () => choose(value));
    return input;
  });
  const labels = inputs.map((input, at) =>
    element('label', {}, input, element('span', {}, show(values[at]!))),
  );
  const root = element(
    'fieldset',
    { class: 'weave-choice' },
    element('legend', {}, legend),
    ...labels,
  );
  return {
    root,
    set: (value: T) => inputs.forEach((input, at) => (input.checked = values[at] === value)),
  };
}

/** The five steps of the formula, and what the chosen one does to which shapes. */
export function walk({ words, change, uid }: Context): Part {
  const steps = choice(
    `${uid}-step`,
    words.walk,
    STEPS,
    (step) => words.steps[step],
    (step) => change((state) => ({ ...state, step })),
  );
  steps.root.classList.add('weave-steps');
  const code = element('code');
  const shape = element('span', { class: 'weave-shape' });
  const root = element(
    'div',
    {},
    steps.root,
    element('p', { class: 'weave-fragment' }, code, shape),
  );
  return {
    root,
    render: (picture) => {
      steps.set(picture.state.step);
      code.replaceChildren(...fragment(picture.state));
      setText(shape, shapes(picture));
    },
  };
}

/** The whole formula, with the chosen step marked; a step that is switched off is struck out. */
function fragment(state: State): Node[] {
  const pieces: [Step, string][] = [
    ['weights', 'softmax('],
    ['masked', 'mask('],
    ['scores', 'Q @ K.T'],
    ['scaled', ' / √d_k'],
    ['masked', ')'],
    ['weights', ')'],
    ['output', ' @ V'],
  ];
  const off = (step: Step) =>
    (step === 'scaled' && !state.scaled) || (step === 'masked' && !hasMask(state));
  return pieces
    .filter(([step]) => !off(step) || step === state.step)
    .map(([step, text]) => {
      if (step !== state.step) return document.createTextNode(text);
      return element(off(step) ? 'del' : 'mark', {}, text);
    });
}

export function hasMask(state: State): boolean {
  return state.causal || state.tokens.some((token) => token.hidden);
}

function shapes({ state, steps }: Picture): string {
  const T = state.tokens.length;
  const square = `(${T}, ${T})`;
  if (state.step === 'scores') return `(${T}, ${state.size}) @ (${state.size}, ${T}) → ${square}`;
  const values = steps.output[0]!.length;
  if (state.step === 'output') return `${square} @ (${T}, ${values}) → (${T}, ${values})`;
  return `${square} → ${square}`;
}
