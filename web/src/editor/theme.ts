/** The editor's look: all colours are the page's variables, so that light and dark follow it. */
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

const colour = (name: string) => `var(--md-code-hl-${name}-color)`;

const tokens = HighlightStyle.define([
  { tag: tags.comment, color: colour('comment'), fontStyle: 'italic' },
  { tag: [tags.keyword, tags.operatorKeyword, tags.modifier], color: colour('keyword') },
  { tag: [tags.string, tags.docString, tags.character], color: colour('string') },
  { tag: [tags.escape, tags.special(tags.string)], color: colour('special') },
  { tag: tags.number, color: colour('number') },
  { tag: [tags.bool, tags.null, tags.self], color: colour('constant') },
  { tag: [tags.operator, tags.derefOperator], color: colour('operator') },
  { tag: [tags.punctuation, tags.bracket, tags.separator], color: colour('punctuation') },
  { tag: [tags.variableName, tags.propertyName], color: colour('variable') },
  { tag: tags.function(tags.variableName), color: colour('function') },
  { tag: tags.function(tags.propertyName), color: colour('function') },
  { tag: tags.definition(tags.function(tags.variableName)), color: colour('function') },
  { tag: [tags.className, tags.definition(tags.className)], color: colour('function') },
  { tag: tags.meta, color: colour('special') },
]);

const POPUP = {
  color: 'var(--md-default-fg-color)',
  backgroundColor: 'var(--md-default-bg-color)',
  border: '1px solid var(--md-default-fg-color--light)',
};
const CHOSEN = {
  color: 'var(--md-default-bg-color)',
  backgroundColor: 'var(--md-typeset-a-color)',
};
const CURSOR = '2px solid var(--md-code-fg-color)';
const OUTLINE = '1px solid var(--md-code-hl-operator-color)';

const frame = EditorView.theme({
  '&': { color: 'var(--md-code-fg-color)', backgroundColor: 'var(--md-code-bg-color)' },
  '&.cm-focused': { outline: 'none' }, // the frame round it shows the focus
  '.cm-content': { caretColor: 'var(--md-code-fg-color)', padding: '0.4em 0' },
  '.cm-cursor, .cm-dropCursor': { borderLeft: CURSOR },
  '.cm-gutters': {
    color: colour('comment'),
    backgroundColor: 'var(--md-code-bg-color)',
    border: 'none',
  },
  '.cm-activeLineGutter': { color: 'var(--md-code-fg-color)', backgroundColor: 'transparent' },
  '.cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground':
    { background: 'var(--editor-selection)' },
  '.cm-matchingBracket, &.cm-focused .cm-matchingBracket': {
    backgroundColor: 'transparent',
    outline: OUTLINE,
  },
  '.cm-nonmatchingBracket, &.cm-focused .cm-nonmatchingBracket': {
    backgroundColor: 'transparent',
    outline: '1px dashed var(--editor-fault)',
  },
  '.cm-snippetField': { backgroundColor: 'transparent', outline: OUTLINE },
  '.cm-searchMatch': { backgroundColor: 'transparent', outline: OUTLINE },
  '.cm-lintRange-error': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--editor-fault)',
    textDecorationSkipInk: 'none',
    textUnderlineOffset: '0.2em',
  },
  '.cm-gutter-lint': { width: '1.2em' },
  '.cm-lint-marker-error': {
    content: 'none',
    width: '0.7em',
    height: '0.7em',
    marginTop: '0.3em',
    backgroundColor: 'var(--editor-fault)',
    borderRadius: '50%',
  },
  '.cm-diagnostic-error': { borderLeftColor: 'var(--editor-fault)' },
  '.cm-tooltip': POPUP,
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': CHOSEN,
  '.cm-completionIcon': { opacity: '1' },
  '.cm-panels': {
    color: 'var(--md-code-fg-color)',
    backgroundColor: 'var(--md-code-bg-color)',
    borderColor: 'var(--weave-rule, currentColor)',
  },
  '.cm-panel input': { color: 'inherit' },
  // Vim's letter under the cursor: the page's colours, turned round.
  '.cm-fat-cursor': {
    color: 'var(--md-code-bg-color) !important',
    background: 'var(--md-code-fg-color) !important',
  },
  '&:not(.cm-focused) .cm-fat-cursor': {
    color: 'transparent !important',
    background: 'none !important',
    outline: '1px solid var(--md-code-fg-color) !important',
  },
});

export function theme(): Extension {
  return [frame, syntaxHighlighting(tokens)];
}
