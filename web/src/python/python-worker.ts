/** The worker: Python, off the page's thread. One order after another, words as they come. */
import { boot } from './boot';
import { interpret, type Python } from './interpreter';
import { close, judge, runProgram } from './judging';
import { MEMBERS_LIMIT } from './limits';
import { download, LoadError } from './load';
import type { Member, Order, Word } from './messages';

type Tell = (word: Word) => void;

const { apply } = Reflect;
const data = Object.getOwnPropertyDescriptor(MessageEvent.prototype, 'data')!.get!;

// Words go through a port that the reader's code can't reach; `postMessage` it could.
self.onmessage = (event: MessageEvent<Order>) => {
  const port = event.ports[0]!;
  const post = port.postMessage.bind(port);
  self.onmessage = null;
  if (event.data.type === 'start') void serve(event.data.base, port, (word) => post(word));
};

async function serve(base: string, port: MessagePort, tell: Tell): Promise<void> {
  try {
    const python = await start(base, tell);
    // Read as it was read before the reader's code: another getter would be handed the port.
    port.onmessage = (event) => obey(python, apply(data, event, []) as Order, tell);
    tell({ type: 'ready', python: python.version, numpy: python.numpy });
  } catch (error) {
    const known = error instanceof LoadError;
    const detail = String(error);
    tell({ type: 'unready', fault: known ? error.fault : { key: 'broken', file: '', detail } });
  }
}

async function start(base: string, tell: Tell): Promise<Python> {
  tell({ type: 'progress', loaded: 0, total: 0 });
  const progress = (loaded: number, total: number) => tell({ type: 'progress', loaded, total });
  const pyodide = await boot(base, await download(base, progress));
  const python = interpret(pyodide);
  // Pyodide tells the console at length when the reader's code kills it; the page tells the reader.
  for (const name of ['log', 'info', 'warn', 'error'] as const) console[name] = () => {};
  return python;
}

function obey(python: Python, order: Order, tell: Tell): void {
  if ('run' in order) tell({ type: 'taken', run: order.run });
  if (order.type === 'judge') judge(python, order, tell);
  else if (order.type === 'close') close(python, order, tell);
  else if (order.type === 'program') runProgram(python, order, tell);
  else if (order.type === 'complete') complete(python, order, tell);
}

function complete(
  python: Python,
  { ask, source, path }: Extract<Order, { type: 'complete' }>,
  tell: Tell,
): void {
  let members: readonly Member[] = [];
  try {
    members = JSON.parse(python.call('members', MEMBERS_LIMIT, source, path)) as Member[];
  } catch {
    // A completion less is no fault; a dead Python shows at the next run.
  }
  tell({ type: 'members', ask, members });
}
