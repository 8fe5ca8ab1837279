/** Starts Python in this worker from the files that have been downloaded. */
import type { PyodideInterface } from 'pyodide';
import { MEMORY_LIMIT } from './limits';
import { type Download, LoadError } from './load';

type Pyodide = typeof import('pyodide');
type Lockfile = PyodideInterface['lockfile'];

const LOCK = 'pyodide-lock.json';
const WASM = 'pyodide.asm.wasm';
const SCRIPTS = ['pyodide.mjs', 'pyodide.asm.mjs'] as const;
const PAGE = 65536; // bytes, of WebAssembly's memory

/** Return Pyodide with NumPy installed, or reject with a LoadError. */
export async function boot(base: string, files: Download): Promise<PyodideInterface> {
  capMemory();
  const fetched = globalThis.fetch;
  globalThis.fetch = (input, init) => {
    const file = String(input instanceof Request ? input.url : input).replace(base, '');
    return files.has(file) ? files.open(file) : fetched(input, init);
  };
  // Pyodide waits for ever if its WebAssembly fails, and goes on without a wheel.
  const pyodide = await Promise.race([load(base, files), files.failed, compiled()]);
  globalThis.fetch = fetched;
  return pyodide;
}

async function load(base: string, files: Download): Promise<PyodideInterface> {
  // An import says nothing of what went wrong: the files are checked first, then cached.
  await Promise.all(SCRIPTS.map(async (file) => (await files.open(file)).arrayBuffer()));
  const { loadPyodide } = await importScript(base);
  const lock = await readLock(files);
  const verified = verifyNumpy(files, lock);
  verified.catch(() => {}); // until it is waited for
  const pyodide = await loadPyodide({
    indexURL: base,
    lockFileContents: lock,
    packageBaseUrl: base,
    stdin: () => null,
    stdout: () => {},
    stderr: () => {},
  }).catch((error: unknown) => {
    // Which of its files it was, Pyodide doesn't say.
    throw new LoadError('broken', '', String(error));
  });
  await verified;
  await pyodide.loadPackage('numpy', { messageCallback: () => {}, errorCallback: () => {} });
  return pyodide;
}

async function importScript(base: string): Promise<Pyodide> {
  const [file] = SCRIPTS;
  try {
    return (await import(base + file)) as Pyodide;
  } catch (error) {
    throw new LoadError('broken', file, String(error));
  }
}

async function readLock(files: Download): Promise<Lockfile> {
  const response = await files.open(LOCK);
  try {
    return (await response.json()) as Lockfile;
  } catch (error) {
    throw error instanceof LoadError ? error : new LoadError('broken', LOCK, String(error));
  }
}

/** Reject if the wheel isn't the one that the lock means: Pyodide would only say so. */
async function verifyNumpy(files: Download, lock: Lockfile): Promise<void> {
  const { file_name: file, sha256 } = lock.packages.numpy!;
  const copy = (await files.open(file)).clone();
  if (!(await matches(await copy.arrayBuffer(), sha256)))
    throw new LoadError('broken', file, 'its sha256 is not the one in the lock');
}

/** Compare a file's digest; where the address isn't secure, browsers have no digests. */
async function matches(content: ArrayBuffer, sha256: string): Promise<boolean> {
  if (!globalThis.crypto?.subtle) return true;
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', content));
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('') === sha256;
}

/** Reject if WebAssembly refuses the file; never resolve. */
function compiled(): Promise<never> {
  return new Promise((_, reject) => {
    const instantiate = WebAssembly.instantiateStreaming;
    WebAssembly.instantiateStreaming = async (...given) => {
      try {
        return await instantiate(...given);
      } catch (error) {
        const key = /content security policy/i.test(String(error)) ? 'blocked' : 'broken';
        reject(error instanceof LoadError ? error : new LoadError(key, WASM, String(error)));
        throw error;
      }
    };
  });
}

/** Let Python's memory grow so far only; beyond, Python raises MemoryError. */
function capMemory(): void {
  const grow = WebAssembly.Memory.prototype.grow;
  WebAssembly.Memory.prototype.grow = function (this: WebAssembly.Memory, pages: number) {
    if (this.buffer.byteLength + pages * PAGE > MEMORY_LIMIT)
      throw new RangeError('the memory limit is reached');
    return grow.call(this, pages);
  };
}
