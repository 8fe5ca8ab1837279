/** The line beneath the code: Vim's mode, and where Tab goes when it doesn't indent. */
import { editorWords } from '../words';
import type { Language } from './types';

export interface Status {
  readonly root: HTMLElement;
  /** Show Vim's mode; '' when Vim is off. */
  readonly mode: (mode: string) => void;
  readonly hasMode: () => boolean;
  readonly tabMoves: (moves: boolean) => void;
  readonly vimMissing: () => void;
}

export function statusLine(language: Language): Status {
  const words = editorWords[language]!;
  const root = document.createElement('p');
  root.className = 'weave-editor-status';
  root.setAttribute('role', 'status'); // a screen reader says it when it pauses
  const [mode, rest] = [document.createElement('strong'), document.createElement('span')];
  mode.dataset['vimMode'] = '';
  root.append(mode, rest);
  return {
    root,
    mode: (name) => {
      mode.dataset['vimMode'] = name;
      mode.textContent = name && `Vim: ${name.toUpperCase()}`;
      if (name) rest.textContent = '';
    },
    hasMode: () => mode.textContent !== '',
    tabMoves: (moves) => void (rest.textContent = moves ? words.tabMoves : ''),
    vimMissing: () => void (rest.textContent = words.vimMissing),
  };
}
