/** The full editor: CodeMirror with the reader's settings. A chunk that pages fetch on demand. */
import {
  acceptCompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from '@codemirror/autocomplete';
import {
  defaultKeymap,
  history,
  historyKeymap,
  indentLess,
  isolateHistory,
} from '@codemirror/commands';
import { python } from '@codemirror/lang-python';
import { bracketMatching, indentOnInput } from '@codemirror/language';
import { EditorState, type Extension } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
} from '@codemirror/view';
import { editorWords } from '../words';
import { asker } from './complete';
import { faults, markFault } from './fault';
import { hotkeys, indent } from './keys';
import { scrolling } from './scroll';
import { statusLine } from './status';
import { theme } from './theme';
import { tuning } from './tuning';
import type { Editor, EditorOptions } from './types';

/** Put an editor into `parent`, with the line of Vim's mode beneath the code. */
export function mountEditor(parent: HTMLElement, options: EditorOptions): Editor {
  const status = statusLine(options.language);
  const tuned = tuning(asker(options), status);
  const [anchor, head] = options.selection ?? [0, 0];
  const state = EditorState.create({
    doc: options.doc,
    selection: { anchor, head },
    // What comes first sees a key first.
    extensions: [
      hotkeys(options.onRun, status),
      tuned.extension(options.settings),
      basics(options),
    ],
  });
  const view = new EditorView({ state, parent });
  parent.append(status.root);
  tuned.apply(view, options.settings);
  return {
    text: () => view.state.doc.toString(),
    replace: (text) => replace(view, text),
    markFault: (line, message = '') => markFault(view, line, message),
    focus: () => view.focus(),
    apply: (settings) => tuned.apply(view, settings),
    destroy: () => {
      tuned.end();
      view.destroy();
      status.root.remove();
    },
  };
}

function replace(view: EditorView, text: string): void {
  view.dispatch({
    changes: { from: 0, to: view.state.doc.length, insert: text },
    selection: { anchor: 0 },
    annotations: isolateHistory.of('full'),
    scrollIntoView: true,
  });
}

/** What no setting changes. */
function basics(options: EditorOptions): Extension {
  const { label, description, language, onChange, onFocus } = options;
  return [
    history(),
    python(),
    theme(),
    faults(),
    scrolling(),
    drawSelection(),
    highlightSpecialChars(),
    highlightActiveLineGutter(),
    indentOnInput(),
    bracketMatching(),
    closeBrackets(),
    keymap.of([
      // Enter keeps its meaning where nothing is suggested; Tab takes a suggestion, too.
      { key: 'Tab', run: acceptCompletion },
      { key: 'Tab', run: indent, shift: indentLess },
      ...closeBracketsKeymap,
      ...completionKeymap,
      ...historyKeymap,
      ...defaultKeymap.filter(({ key }) => key !== 'Ctrl-m' && key !== 'Mod-Enter'),
    ]),
    EditorState.phrases.of(editorWords[language]!.phrases),
    EditorView.contentAttributes.of({
      'aria-label': label,
      'aria-describedby': description,
      spellcheck: 'false',
      autocapitalize: 'off',
      autocorrect: 'off',
      translate: 'no',
      tabindex: '0', // true anyway; said, so that tools see that keys reach what scrolls
    }),
    EditorView.updateListener.of((update) => {
      if (update.docChanged) onChange(update.state.doc.toString());
      if (update.focusChanged && update.view.hasFocus) onFocus();
    }),
  ];
}
