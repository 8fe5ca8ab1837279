/** One worker and the port to it. What a worker says after its end is not heard. */
import type { LoadFault, Order } from './messages';

export interface Link {
  readonly send: (order: Order) => void;
  readonly end: () => void;
}

/** Start a worker; `broke` is called if its script doesn't run. */
export function connect(
  base: string,
  workerUrl: string,
  heard: (said: unknown) => void,
  broke: (fault: LoadFault) => void,
): Link {
  const { port1: port, port2: theirs } = new MessageChannel();
  const worker = new Worker(workerUrl, { type: 'module', name: 'python' });
  let ended = false;
  let alive = false;
  port.onmessage = (event: MessageEvent<unknown>) => {
    alive = true;
    if (!ended) heard(event.data);
  };
  worker.onerror = async (event) => {
    event.preventDefault(); // even an ended worker may have a last word in the console
    if (ended || alive) return;
    const fault = await explain(workerUrl, event.message ?? '');
    if (!ended) broke(fault);
  };
  const start: Order = { type: 'start', base };
  worker.postMessage(start, [theirs]);
  const end = () => {
    ended = true;
    port.close();
    worker.terminate();
  };
  return { send: (order) => port.postMessage(order), end };
}

/** Browsers don't say why a worker's script didn't run: ask for it once more. */
async function explain(address: string, message: string): Promise<LoadFault> {
  const file = new URL(address, location.href).pathname.split('/').at(-1)!;
  try {
    const response = await fetch(address);
    const type = response.headers.get('content-type') ?? '';
    if (!response.ok) return { key: 'missing', file, detail: `HTTP ${response.status}` };
    if (!/script/.test(type)) return { key: 'type', file, detail: type || 'no content type' };
    return { key: 'broken', file, detail: message || 'the script does not run' };
  } catch (error) {
    return { key: 'blocked', file, detail: String(error) };
  }
}
