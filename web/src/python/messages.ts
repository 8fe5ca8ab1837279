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
}

/** The file that the build writes for each exercise. */
export interface Exercise {
  readonly slug: string; // with hyphens
  readonly entry: string; // the function to write
  readonly parameters: readonly string[];
  readonly solution: string; // the text of solution.py
  readonly starter: string;
  readonly cases: readonly Case[];
  readonly mistakes: readonly { readonly key: string; readonly source: string }[];
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

export interface CaseResult {
  readonly index: number;
  /** `refused`: the reference can't take these inputs; `problem` is its exception. */
  readonly status: 'passed' | 'failed' | 'error' | 'timeout' | 'refused';
  readonly expected: Numbers; // empty if refused
  readonly got: Numbers | null;
  readonly reason: Reason | null;
  readonly problem: Problem | null;
  readonly changed: readonly string[]; // inputs that the reader's function changed
  readonly stdout: string;
  readonly cut: boolean; // stdout was longer
  readonly seconds: number;
}

export type Verdict = 'passed' | 'failed' | 'error' | 'timeout' | 'stopped';

/** From the page to the worker. */
export type Order =
  | { readonly type: 'start'; readonly base: string } // address of Pyodide's folder, with a slash
  | {
      readonly type: 'judge';
      readonly run: number;
      readonly source: string;
      readonly exercise: Exercise;
      readonly cases: readonly Case[]; // the exercise's own, then the reader's
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

/** From the worker to the page. */
export type Report =
  | { readonly type: 'progress'; readonly loaded: number; readonly total: number } // bytes
  | { readonly type: 'ready'; readonly python: string; readonly numpy: string }
  | { readonly type: 'unready'; readonly fault: LoadFault }
  /** The module level runs (index −1), or a case begins; the hard limit counts from here. */
  | {
      readonly type: 'begins';
      readonly run: number;
      readonly index: number;
      readonly expected: Numbers | null; // of the case
    }
  /** The reader's code failed before any case. */
  | {
      readonly type: 'unloaded';
      readonly run: number;
      readonly problem: Problem | null; // null: out of time
      readonly stdout: string;
      readonly cut: boolean;
    }
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
  | {
      readonly type: 'printed'; // the end of a program
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
  | { readonly type: 'members'; readonly ask: number; readonly members: readonly Member[] };
