/** A running Python with the judge in it: text in, text out. */
import type { PyodideInterface } from 'pyodide';
import { createGate } from './gate';
import type { Numbers, Reason } from './messages';
import { assemble, judgeFiles, setup } from './sources';

export interface Python {
  readonly version: string;
  readonly numpy: string;
  /** Call a function of the judge, within so many seconds if the reader's code runs in it. */
  readonly call: (name: string, seconds: number, ...texts: string[]) => string;
  /** Compare a result with the answer, by code that the reader's can't have touched. */
  readonly difference: (got: Numbers, expected: Numbers) => Reason | null;
  readonly heap: () => number; // bytes
}

/** Out of time, and the judge couldn't say it itself. */
export class Late extends Error {}

/** Python is dead; nothing more can be asked of it. */
export class Crash extends Error {}

type Callable = (...texts: string[]) => string;

/** Return Python with the judge in it. */
export function interpret(pyodide: PyodideInterface): Python {
  const gate = createGate();
  pyodide.setInterruptBuffer(gate.buffer);
  const prepared = execute(pyodide, setup, 'setup.py');
  const functions = assembleJudge(pyodide);
  const { PythonError } = pyodide.ffi;
  const call = (name: string, seconds: number, ...texts: string[]) => {
    try {
      return gate.within(seconds, () => functions.get(name)!(...texts));
    } catch (error) {
      const interrupted = error instanceof PythonError && error.type === 'KeyboardInterrupt';
      if (interrupted) throw new Late();
      throw new Crash(lastLine(error));
    }
  };
  const memory = (pyodide as unknown as { _module: { HEAPU8: Uint8Array } })._module;
  return {
    version: prepared.get('python_version') as string,
    numpy: prepared.get('numpy_version') as string,
    call,
    difference: comparer(pyodide),
    heap: () => memory.HEAPU8.byteLength,
  };
}

/** The judge's functions by name: looked up once, before any code of the reader's. */
function assembleJudge(pyodide: PyodideInterface): ReadonlyMap<string, Callable> {
  const sources = pyodide.toPy(judgeFiles);
  const found = execute(pyodide, assemble, 'assemble.py').get('assemble')(sources);
  const functions = new Map<string, Callable>();
  for (const name of found.keys()) functions.set(name, found.get(name));
  return functions;
}

/**
 * The judge's comparison, made anew for each result: its functions are reachable through
 * frames while the reader's code runs, so those that stood there then are not to be trusted.
 */
function comparer(pyodide: PyodideInterface): Python['difference'] {
  const source = judgeFiles['comparing']!.replace(/^from wire import .*$/m, '');
  const { dict, exec, pristine, code } = Object.fromEntries(
    Object.entries({
      dict: 'dict',
      exec: 'exec',
      pristine: 'dict(vars(__builtins__))',
      code: `compile(${JSON.stringify(source)}, "<judge comparing>", "exec")`,
    }).map(([name, expression]) => [name, pyodide.runPython(expression)]),
  );
  return (got, expected) => {
    // What isn't given back here, the browser would give back to a Python that may be gone.
    const used = [dict(), pyodide.toPy(got), pyodide.toPy(expected)];
    const [space, ...given] = used;
    try {
      space.set('__builtins__', pristine);
      exec(code, space);
      used.push(space.get('difference'));
      const found = used.at(-1)(...given);
      if (!found) return null;
      used.push(found);
      return found.toJs({ dict_converter: Object.fromEntries, create_pyproxies: false });
    } finally {
      used.forEach((proxy) => proxy.destroy());
    }
  };
}

function execute(pyodide: PyodideInterface, source: string, filename: string) {
  const space = pyodide.globals.get('dict')();
  space.set('__name__', filename.replace('.py', ''));
  pyodide.runPython(source, { globals: space, filename });
  return space;
}

function lastLine(error: unknown): string {
  return String(error).trim().split('\n').at(-1) ?? '';
}
