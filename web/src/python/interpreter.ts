/** A running Python with the judge in it: text in, text out. */
import type { PyodideInterface } from 'pyodide';
import { createGate } from './gate';
import { assemble, judgeFiles, setup } from './sources';

export interface Python {
  readonly version: string;
  readonly numpy: string;
  /** Call a function of the judge, within so many seconds if the reader's code runs in it. */
  readonly call: (name: string, seconds: number, ...texts: string[]) => string;
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

function execute(pyodide: PyodideInterface, source: string, filename: string) {
  const space = pyodide.globals.get('dict')();
  space.set('__name__', filename.replace('.py', ''));
  pyodide.runPython(source, { globals: space, filename });
  return space;
}

function lastLine(error: unknown): string {
  return String(error).trim().split('\n').at(-1) ?? '';
}
