/** Which name of the reader's code stands for which module, and what the cursor asks for. */

/** What may be completed: members of a dotted path, or names that a module lets one import. */
export interface Question {
  readonly path: string; // `np.linalg`; '' after something that is no plain name: `f(x).`
  readonly typed: string; // the part of the member that stands there
  readonly importing: boolean; // `from path import typed`
}

/** Return what each imported name stands for: `la` → `numpy.linalg`. */
export function aliasesOf(source: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const code = source.replaceAll('\\\n', ' ');
  for (const [, list] of code.matchAll(/(?:^|;)[ \t]*import[ \t]+([^\n#;]+)/gm)) {
    for (const [name, alias] of named(list!)) {
      // `import numpy.linalg` binds `numpy`.
      const head = name.split('.')[0]!;
      found.set(alias ?? head, alias ? name : head);
    }
  }
  const from = /(?:^|;)[ \t]*from[ \t]+([\w.]+)[ \t]+import[ \t]+(\([^)]*\)|[^\n#;]+)/gm;
  for (const [, module, list] of code.matchAll(from)) {
    for (const [name, alias] of named(list!)) found.set(alias ?? name, `${module}.${name}`);
  }
  return found;
}

/** Read `a as b, c` as pairs. */
function named(list: string): [string, string | undefined][] {
  return list
    .replace(/#.*/g, '')
    .replace(/[()]/g, ' ')
    .split(',')
    .map((part) => part.match(/^\s*([\w.]+)(?:\s+as\s+(\w+))?\s*$/))
    .filter((match) => match !== null)
    .map(([, name, alias]) => [name!, alias]);
}

/** Return what the text before the cursor, on its line, asks for; null for a plain name. */
export function questionAt(before: string): Question | null {
  const importing = before.match(/^\s*from\s+([\w.]+)\s+import\s+(?:[\w\s,(]*[\s,(])?(\w*)$/);
  if (importing) return { path: importing[1]!, typed: importing[2]!, importing: true };
  const dotted = before.match(/(?:^|[^\w.)\]"'])([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)\.(\w*)$/);
  if (dotted) return { path: dotted[1]!, typed: dotted[2]!, importing: false };
  const value = before.match(/[)\]](?:\.[A-Za-z_]\w*)*\.(\w*)$/);
  return value ? { path: '', typed: value[1]!, importing: false } : null;
}

/** Return the full name of a path: `np.linalg` → `numpy.linalg`; null for the reader's own. */
export function fullName(path: string, aliases: ReadonlyMap<string, string>): string | null {
  const [head, ...rest] = path.split('.') as [string, ...string[]];
  const module = aliases.get(head) ?? { np: 'numpy', numpy: 'numpy' }[head];
  return module === undefined ? null : [module, ...rest].join('.');
}
