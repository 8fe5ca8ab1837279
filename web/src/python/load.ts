/** Gets Pyodide's files: all at once, with bytes counted and every fault named. */
import { STALL_LIMIT } from './limits';
import type { LoadFault } from './messages';

export class LoadError extends Error {
  readonly fault: LoadFault;
  constructor(key: LoadFault['key'], file: string, detail: string) {
    super(`${file}: ${detail}`);
    this.fault = { key, file, detail };
  }
}

export interface Download {
  /** A file's answer; rejects with a LoadError. */
  readonly open: (file: string) => Promise<Response>;
  readonly has: (file: string) => boolean;
  readonly failed: Promise<never>; // rejects when the first file does
}

type Progress = (loaded: number, total: number) => void;
type Fail = (error: LoadError) => void;

export const SIZES = 'files.json';
const SCRIPT = /\b(java|ecma)script\b/;

/** Begin to fetch every file that the list in `base` names. */
export async function download(base: string, tell: Progress): Promise<Download> {
  const sizes = await readSizes(base);
  const total = Object.values(sizes).reduce((sum, size) => sum + size, 0);
  let fail: Fail = () => {};
  const failed = new Promise<never>((_, reject) => (fail = reject));
  const waiting = new Set(Object.keys(sizes));
  const stall = watch(waiting, (error) => fail(error));
  let loaded = 0;
  const count = (file: string, bytes: number, done: boolean) => {
    loaded += bytes;
    if (done) waiting.delete(file);
    stall.touch();
    tell(loaded, total);
  };
  const files = new Map<string, Promise<Response>>();
  for (const [file, size] of Object.entries(sizes)) {
    const meter: Meter = { file, size, count, fail: (error) => fail(error) };
    const response = fetchFile(base, meter);
    response.catch(fail);
    files.set(file, response);
  }
  failed.catch(() => stall.end());
  const open = (file: string) =>
    files.get(file) ?? Promise.reject(new LoadError('missing', file, `not in ${SIZES}`));
  return { open, has: (file) => files.has(file), failed };
}

async function readSizes(base: string): Promise<Record<string, number>> {
  const response = await ask(base, SIZES);
  try {
    return (await response.json()) as Record<string, number>;
  } catch (error) {
    throw new LoadError('broken', SIZES, String(error));
  }
}

/** Fetch a file, or say what is wrong with the answer. */
async function ask(base: string, file: string): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(base + file);
  } catch (error) {
    throw new LoadError('blocked', file, String(error));
  }
  const type = response.headers.get('content-type') ?? '';
  if (!response.ok) throw new LoadError('missing', file, `HTTP ${response.status}`);
  // A host that answers every address with a page; browsers insist on a script's type.
  const wrong = /\bhtml\b/.test(type) || (file.endsWith('.mjs') && !SCRIPT.test(type));
  if (wrong) throw new LoadError('type', file, type || 'no content type');
  return response;
}

interface Meter {
  readonly file: string;
  readonly size: number;
  readonly count: (file: string, bytes: number, done: boolean) => void;
  readonly fail: Fail;
}

async function fetchFile(base: string, meter: Meter): Promise<Response> {
  const response = await ask(base, meter.file);
  const wasm = meter.file.endsWith('.wasm');
  // Some hosts don't know `.wasm`; compiling while it arrives needs the right type.
  const type = wasm ? 'application/wasm' : (response.headers.get('content-type') ?? '');
  return new Response(counted(response, meter), { headers: { 'content-type': type } });
}

/** The body, read as fast as it comes; its end is checked against the size it should have. */
function counted(response: Response, meter: Meter): ReadableStream<Uint8Array> {
  const { file, size, count } = meter;
  const reader = response.body!.getReader();
  let seen = 0;
  const pull = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
    const fail = (error: LoadError) => {
      meter.fail(error);
      controller.error(error);
    };
    try {
      const { done, value } = await reader.read();
      seen += value?.length ?? 0;
      count(file, value?.length ?? 0, done);
      if (value) return controller.enqueue(value);
    } catch (error) {
      return fail(new LoadError('truncated', file, String(error)));
    }
    if (seen === size) controller.close();
    else fail(new LoadError('truncated', file, `${seen} bytes instead of ${size}`));
  };
  return new ReadableStream({ pull }, new CountQueuingStrategy({ highWaterMark: Infinity }));
}

/** Fail when no byte has come for too long while files are waited for. */
function watch(waiting: ReadonlySet<string>, fail: Fail): { touch(): void; end(): void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = () => clearTimeout(timer);
  const touch = () => {
    end();
    const [file] = waiting;
    if (file === undefined) return;
    const error = new LoadError('slow', file, `nothing for ${STALL_LIMIT} s`);
    // Bytes may have come while this thread was busy: let them be counted first.
    const again = () => (timer = setTimeout(() => fail(error), 1000));
    timer = setTimeout(again, STALL_LIMIT * 1000);
  };
  touch();
  return { touch, end };
}
