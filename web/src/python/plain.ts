/**
 * Tells code that only computes from code that could get at the judge.
 *
 * In one Python everything can be reached: through frames, the garbage collector, modules of
 * modules. What is changed there can't always be seen from there. So code is plain only if it
 * names nothing but what is listed here; after any other, Python starts anew. Being too careful
 * costs two seconds, and nothing else.
 */

const words = (text: string) => new Set(text.split(/\s+/));

const NUMPY = words(
  `abs absolute add all allclose amax amin any append arange argmax argmin argsort array
  array_equal asarray ascontiguousarray asmatrix atleast_1d atleast_2d average bool bool_ broadcast_to
  ceil clip column_stack concatenate copy cos cumsum diag divide dot dtype e einsum empty
  empty_like equal exp exp2 expand_dims expm1 eye flip float16 float32 float64 floor full
  full_like greater hstack identity inf inner int32 int64 isclose isfinite isinf isnan isscalar
  less linspace log log1p log2 logaddexp logical_and logical_not logical_or matmul matrix max maximum
  matrix_transpose mean median min minimum moveaxis multiply nan nan_to_num ndarray ndim
  negative newaxis not_equal ones ones_like outer permute_dims pi power prod ravel repeat
  reshape round set_printoptions shape sign sin size softmax split sqrt square squeeze stack
  std subtract sum swapaxes take tan tanh tensordot tile trace transpose tri tril triu
  true_divide unique var vecdot vectorize vstack where zeros zeros_like`,
);
const LINALG = words('cond det eig eigh eigvals inv lstsq matrix_rank norm pinv qr solve svd');
const RANDOM = words(
  'choice default_rng normal permutation rand randint randn random seed standard_normal uniform',
);
const TIME = words('monotonic perf_counter process_time sleep time');
const OF_UFUNCS = words('accumulate at outer reduce reduceat');

const IMPORT =
  /(?:^|[;:\r\n])[ \t\f]*(?:import[ \t]+(?:numpy(?:[ \t]+as[ \t]+np)?|math|time)|from[ \t]+math[ \t]+import[ \t]+\w+(?:[ \t]*,[ \t]*\w+)*)[ \t]*(?=$|[;#\r\n])/g;
const CHAIN = /\b(np|numpy|math|time)\b((?:\s*\.\s*\w+)*)/g;
const WAYS = new RegExp(
  [
    // Names of Python's own, but for those that programs are made of.
    String.raw`__(?!(?:name|init|call|len|repr|str|getitem)__)`,
    String.raw`\.\s*_`,
    String.raw`\b(?:f|tb|gi|cr|ag|co)_\w+`, // frames: of calls, tracebacks, generators, coroutines
    String.raw`\b_*(?:import|ctypes\w*|dump|tofile|setflags|obj|add_note|with_traceback)\b`,
    String.raw`\b(?:exec|eval|compile|getattr|setattr|delattr|vars|globals|locals|open)\b`,
    String.raw`\b(?:breakpoint|help|input|memoryview|super|type|format_map|sys|gc|os|js|pyodide)\b`,
  ].join('|'),
  'u',
);

/** Whether a source names nothing that leads out of the reader's own code. */
export function isPlain(source: string): boolean {
  // As Python reads names, and lines.
  const text = source.normalize('NFKC').replace(/\\(?:\r\n|\r|\n)/g, ' ');
  const own = text.replace(IMPORT, '\n');
  return (
    !WAYS.test(own) && [...own.matchAll(CHAIN)].every(([, root, rest]) => isKnown(root!, rest!))
  );
}

function isKnown(root: string, rest: string): boolean {
  const [first = '', ...more] = rest
    .split('.')
    .slice(1)
    .map((name) => name.trim());
  if (root === 'time') return first === '' || (more.length === 0 && TIME.has(first));
  if (root === 'math') return first !== '' && more.length === 0;
  if (first === 'linalg') return more.length === 1 && LINALG.has(more[0]!);
  if (first === 'random') return more.length === 1 && RANDOM.has(more[0]!);
  return NUMPY.has(first) && (more.length === 0 || (more.length === 1 && OF_UFUNCS.has(more[0]!)));
}
