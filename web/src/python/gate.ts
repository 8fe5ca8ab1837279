/**
 * Interrupts Python from within its own thread, without shared memory.
 *
 * Pyodide reads `buffer[0]` every few dozen bytecode checks and takes 2 for a Ctrl-C.
 * It is meant for a SharedArrayBuffer, which needs headers that static hosts don't send;
 * a getter that looks at the clock does as well.
 */
import { GATE_REPEATS } from './limits';

export interface Gate {
  readonly buffer: Uint8Array; // for pyodide.setInterruptBuffer
  readonly within: <T>(seconds: number, act: () => T) => T;
}

const INTERRUPT = 2; // SIGINT

export function createGate(now: () => number = () => performance.now()): Gate {
  let deadline = Infinity;
  const buffer = {
    get 0(): number {
      if (now() <= deadline) return 0;
      // Again later, not at once: whoever catches this one needs time to clean up.
      deadline = now() + GATE_REPEATS * 1000;
      return INTERRUPT;
    },
    set 0(_: number) {}, // Pyodide resets what it has read
  };
  const within = <T>(seconds: number, act: () => T): T => {
    deadline = now() + seconds * 1000;
    try {
      return act();
    } finally {
      deadline = Infinity;
    }
  };
  return { buffer: buffer as unknown as Uint8Array, within };
}
