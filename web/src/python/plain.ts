/**
 * Tells code that only computes from code that could get at the judge.
 *
 * In one Python everything can be reached: through frames, the garbage collector, modules. What
 * is changed there can't always be seen from there. So Python starts anew after code in which a
 * way to it might be. Far too careful is right: all that it costs is two seconds.
 */

const MODULES = ['numpy', 'math', 'time', 'random', 'itertools', 'functools', 're', 'torch'];
const IMPORT = /(?:^|[;:])\s*(?:from\s+([\w.]+)|import\s+([^#;\n]+))/gmu;
const WAYS = new RegExp(
  [
    // Names with two underscores, but for those that programs are made of.
    String.raw`__(?!(?:name|init|call|len|repr|str|getitem)__)\w+`,
    // Frames: of a function, a traceback, a generator, a coroutine.
    String.raw`\b(?:f|tb|gi|cr|ag|co)_\w+`,
    String.raw`\b_*(?:sys|os|gc|inspect|types|ctypes\w*|js|pyodide\w*|builtins|bltns|importlib|testing)\b`,
    String.raw`\b_*(?:exec|eval|compile|getattr|setattr|delattr|vars|globals|locals|open|load\w*)\b`,
    String.raw`\b_*(?:fromfile|memmap|as_strided|f2py|get_type_hints|update_wrapper|wraps|settrace)\b`,
    String.raw`\b__?import|\bimport\(|\bfrom\b[^\n]*\bimport[ \t]*\*`,
  ].join('|'),
  'u',
);

/** Whether nothing in a source leads out of the reader's own code. */
export function isPlain(source: string): boolean {
  const text = source.normalize('NFKC').replace(/\\\r?\n/g, ' '); // as Python reads names, and lines
  if (WAYS.test(text)) return false;
  return [...text.matchAll(IMPORT)].every(([, from, names]) =>
    (from ?? names!)
      .split(',')
      .map((name) => name.trim().split(/[\s.]/)[0]!)
      .every((root) => MODULES.includes(root)),
  );
}
