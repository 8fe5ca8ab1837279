/** A bare page with one editor and its settings, for editing.py. */
import { aliasesOf, fullName, questionAt } from '../web/src/editor/imports';
import { openEditor } from '../web/src/editor/open';
import { settingsPanel } from '../web/src/editor/panel';
import { readSettings } from '../web/src/editor/settings';
import { openStore } from '../web/src/editor/store';
import type { Language } from '../web/src/editor/types';

const asked = new URLSearchParams(location.search);
const language = document.documentElement.lang as Language;
const area = document.querySelector('textarea')!;
const log = { changes: [] as string[], runs: 0, focuses: 0, asked: [] as string[][], imported: [] };
const live = [{ name: 'alive', kind: 'function', signature: '(x)', doc: 'From Python.' }] as const;

function members(source: string, path: string) {
  log.asked.push([source, path]);
  if (asked.get('python') === 'busy') return new Promise<never>(() => undefined);
  if (asked.get('python') === 'empty') return Promise.resolve([]);
  return asked.get('python') === 'ready' ? Promise.resolve(live) : null;
}

const store = openStore();
const panel = settingsPanel({
  language,
  store,
  onChange: (settings) => editor.apply(settings),
  onImport: (keys) => log.imported.push(...(keys as never[])),
});
document.querySelector('#panel')!.append(panel.root);
/** Wait for the test, if it asked for that: `go()` or `fail()`. */
const allowed = asked.has('held')
  ? new Promise<void>((go, fail) => Object.assign(window, { go, fail }))
  : Promise.resolve();
const editor = openEditor(
  area,
  {
    language,
    label: 'attention.py',
    description: 'hint',
    settings: panel.settings(),
    names: 'numpy.json',
    onChange: (text) => void log.changes.push(text),
    onRun: () => void log.runs++,
    onFocus: () => void log.focuses++,
    members,
  },
  () => allowed.then(() => import('../web/src/editor/editor')),
);
const pure = {
  aliasesOf: (code: string) => [...aliasesOf(code)],
  fullName,
  questionAt,
  readSettings,
};
Object.assign(window, { book: { editor, panel, store, log, pure } });
void editor.arrived.then((full) => (document.body.dataset['editor'] = full ? 'full' : 'plain'));
