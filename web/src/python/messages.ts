/** Everything that crosses the worker's border. JSON only: no proxies, no buffers. */

/** An array, flat and row by row; what JSON lacks is spelt. `shape: []` is a single number. */
export interface Numbers {
  readonly shape: readonly number[];
  readonly kind: 'b' | 'i' | 'u' | 'f' | 'c'; // NumPy's dtype.kind; complex values are spelt
  readonly values: readonly (number | boolean | string)[];
}

/** One case: inputs as cases.json writes them, or JSON as `{text}` (arrays.py reads both). */
export interface Case {
  readonly key: string;
  readonly name: Readonly<Record<string, string>>; // by language
  readonly inputs: Readonly<Record<string, unknown>>;
  /** Computed when the book was built. The worker never has it; the reader's cases lack it. */
  readonly expected?: Numbers;
}

/** A submission whose fault is known. */
export interface Mistake {
  readonly key: string;
  readonly source: string;
}

/** The file that the build writes for each exercise. */
export interface Exercise {
  readonly slug: string; // with hyphens
  readonly entry: string; // the function to write
  readonly parameters: readonly string[];
  readonly solution: string; // the text of solution.py
  readonly starter: string;
  readonly cases: readonly Case[];
  readonly mistakes: readonly Mistake[];
}

/** Why a result is not the expected one. */
export type Reason =
  | { readonly key: 'none' } // returned None
  | { readonly key: 'tuple'; readonly length: number } // several arrays instead of one
  | { readonly key: 'object'; readonly type: string } // can't be read as numbers
  | { readonly key: 'ragged' }
  | { readonly key: 'kind' } // numbers of another kind: complex, text, bool
  | { readonly key: 'shape' }
  | { readonly key: 'large'; readonly size: number } // more numbers than are worth reading
  | { readonly key: 'not_finite'; readonly at: readonly number[] }
  | {
      readonly key: 'value';
      readonly at: readonly number[]; // the first place that differs
      readonly difference: number; // there
      readonly allowed: number; // there
    };

/** An exception, told with the reader's own lines only. */
export interface Problem {
  readonly key:
    | 'syntax'
    | 'raised'
    | 'recursion'
    | 'memory'
    | 'input' // input() was called
    | 'exit' // sys.exit() and its kin
    | 'module' // a package that isn't there; `name` says which
    | 'entry' // no function of the wanted name
    | 'crash'; // Python itself died; it starts anew
  readonly type: string; // NameError
  readonly message: string;
  readonly line: number | null; // in the reader's code, from 1
  readonly trace: string; // as Python would print it, without foreign frames
  readonly name: string; // the package, the function; else ''
}

/** How a call of the reader's function ended; `late`: it was out of time. */
export interface Outcome {
  readonly got: Numbers | null;
  readonly reason: Reason | null;
  readonly problem: Problem | null;
  readonly changed: readonly string[]; // inputs that the function changed
  readonly stdout: string;
  readonly cut: boolean; // stdout was longer
  readonly seconds: number;
  readonly late: boolean;
}

/** An outcome with what the page makes of it. */
export interface CaseResult extends Omit<Outcome, 'late'> {
  readonly index: number;
  /** `refused`: the reference can't take these inputs; `problem` is its exception. */
  readonly status: 'passed' | 'failed' | 'error' | 'timeout' | 'refused';
  readonly expected: Numbers; // empty if refused
}

export type Verdict = 'passed' | 'failed' | 'error' | 'timeout' | 'stopped';

/** A case as the worker gets it; what the reader wrote (`own`), the solution answers there. */
export interface Asked {
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly own: boolean;
}

/** From the page to the worker. */
export type Order =
  | { readonly type: 'start'; readonly base: string } // address of Pyodide's folder, with a slash
  | {
      readonly type: 'judge';
      readonly run: number;
      readonly source: string;
      readonly entry: string;
      readonly solution: string;
      readonly cases: readonly Asked[]; // the exercise's own, then the reader's
    }
  /** The end of a run: what is the matter with the cases that failed, and Python made clean. */
  | {
      readonly type: 'close';
      readonly run: number;
      readonly failed: readonly boolean[];
      readonly mistakes: readonly Mistake[];
      readonly sample: number; // the case whose answer shows whether Python is still sound
    }
  | { readonly type: 'program'; readonly run: number; readonly source: string }
  | {
      readonly type: 'complete';
      readonly ask: number;
      readonly source: string; // the reader's code, for the names it imports
      readonly path: string; // `np.linalg`
    };

/** What completion knows about a name. */
export interface Member {
  readonly name: string;
  readonly kind: 'function' | 'class' | 'module' | 'value';
  readonly signature: string; // `(a, axis=None)`, or ''
  readonly doc: string; // one line, or ''
}

/** Why Python didn't start. */
export interface LoadFault {
  readonly key: 'missing' | 'truncated' | 'type' | 'blocked' | 'broken' | 'slow' | 'unsupported';
  readonly file: string; // which file, or ''
  readonly detail: string; // for a bug report
}

/** From the worker to the page. It is not believed: only numbers that are right are right. */
export type Word =
  | { readonly type: 'progress'; readonly loaded: number; readonly total: number } // bytes
  | { readonly type: 'ready'; readonly python: string; readonly numpy: string }
  | { readonly type: 'unready'; readonly fault: LoadFault }
  | { readonly type: 'taken'; readonly run: number } // the order has been read
  /** `expected`: the solution's answer to a case of the reader's. */
  | {
      readonly type: 'begins';
      readonly run: number;
      readonly index: number;
      readonly expected: Numbers | null;
    }
  | Unloaded
  | {
      readonly type: 'ended';
      readonly run: number;
      readonly index: number;
      readonly outcome: Outcome;
      readonly refused: boolean; // by the solution; the outcome is its own
    }
  /** No more cases; what the module level printed. */
  | {
      readonly type: 'ran';
      readonly run: number;
      readonly stdout: string;
      readonly cut: boolean;
    }
  | {
      readonly type: 'closed';
      readonly run: number;
      readonly causes: readonly (string | null)[];
      readonly tampered: readonly string[];
      readonly heap: number;
      readonly sample: Numbers | null;
    }
  | Printed
  | { readonly type: 'members'; readonly ask: number; readonly members: readonly Member[] };

/** From Python's client to who ordered a run. */
export type Report =
  | { readonly type: 'unready'; readonly fault: LoadFault }
  /** The module level runs (index −1), or a case begins; the hard limit counts from here. */
  | {
      readonly type: 'begins';
      readonly run: number;
      readonly index: number;
      readonly expected: Numbers | null; // of the case
    }
  | Unloaded
  | { readonly type: 'case'; readonly run: number; readonly result: CaseResult }
  | {
      readonly type: 'judged';
      readonly run: number;
      readonly verdict: Verdict;
      readonly causes: readonly (string | null)[]; // by case: the known mistake it matches
      readonly stdout: string; // of the module level
      readonly cut: boolean;
      readonly tampered: readonly string[]; // names changed in Python's own modules
      readonly heap: number; // bytes
    }
  | Printed;

/** The reader's code failed before any case. */
interface Unloaded {
  readonly type: 'unloaded';
  readonly run: number;
  readonly problem: Problem | null; // null: out of time
  readonly stdout: string;
  readonly cut: boolean;
}

/** The end of a program. */
interface Printed {
  readonly type: 'printed';
  readonly run: number;
  readonly stdout: string;
  readonly cut: boolean;
  readonly problem: Problem | null;
  readonly late: boolean; // out of time
  readonly stopped: boolean; // by the reader
  readonly tampered: readonly string[];
  readonly heap: number;
  readonly seconds: number;
}
