/** What the book keeps on the reader's device: settings, code, progress, own cases. */

const PREFIX = 'weave:1:'; // the number changes with the shape of what is kept
const FORMAT = 'weave-kept'; // how an exported file names itself
const VERSION = 1;
const KEY = /^[\w./-]{1,200}$/;
const LARGEST = 20_000_000; // characters of an imported file; localStorage holds less

/** Why an imported file was left aside; nothing was changed. */
export type ImportFault = 'json' | 'format' | 'version' | 'large' | 'full';

export type Imported =
  { readonly keys: readonly string[]; readonly kept: boolean } | { readonly fault: ImportFault };

export interface Store {
  /** Return what is kept under a key, or undefined; also for what can't be read. */
  readonly read: (key: string) => unknown;
  /** Keep a value; false when it will be gone with this tab (storage is blocked or full). */
  readonly write: (key: string, value: unknown) => boolean;
  readonly remove: (key: string) => void;
  readonly keys: () => readonly string[];
  /** Hear of what another tab changes; returns how to stop. */
  readonly watch: (listener: (key: string) => void) => () => void;
  /** Return everything as the text of a file. */
  readonly exportAll: () => string;
  /** Take a file in: objects are merged key by key, all else is replaced, the rest stays. */
  readonly importAll: (text: string) => Imported;
}

/** Open the device's store; without one, it keeps things as long as the page lives. */
export function openStore(): Store {
  const box = deviceBox();
  const memory = new Map<string, string>();
  const raw = (key: string) => memory.get(key) ?? box.get(key);
  const read = (key: string) => parsed(raw(key) ?? 'null') ?? undefined;
  const write = (key: string, value: unknown) => {
    const text = JSON.stringify(value);
    const kept = box.set(key, text);
    // What the device refused is newer than what it holds.
    if (kept) memory.delete(key);
    else memory.set(key, text);
    return kept;
  };
  const remove = (key: string) => {
    memory.delete(key);
    box.remove(key);
  };
  const keys = () => [...new Set([...memory.keys(), ...box.keys()])].sort();
  const watch = (listener: (key: string) => void) =>
    watchTabs((key) => {
      memory.delete(key);
      listener(key);
    });
  const exportAll = () => {
    const kept = Object.fromEntries(keys().map((key) => [key, read(key)]));
    return JSON.stringify({ format: FORMAT, version: VERSION, kept }, null, 2);
  };
  const importAll = (text: string): Imported => {
    const found = readFile(text);
    if (typeof found === 'string') return { fault: found };
    const before = found.map(([key]) => [key, read(key)] as const);
    const kept = found.map(([key, value]) => write(key, merged(read(key), value))).every(Boolean);
    // A device that keeps nothing at all is no reason to refuse a file; a full one is.
    if (kept || !box.works()) return { keys: found.map(([key]) => key), kept };
    for (const [key, value] of before) value === undefined ? remove(key) : write(key, value);
    return { fault: 'full' };
  };
  return { read, write, remove, keys, watch, exportAll, importAll };
}

/** The one that all scripts of a page share. */
export const store = openStore();

/** Put new values over old ones: objects key by key, anything else as a whole. */
export function merged(old: unknown, next: unknown): unknown {
  return isRecord(old) && isRecord(next) ? { ...old, ...next } : next;
}

/** Return the entries of an exported file, or what is wrong with it. */
function readFile(text: string): [string, unknown][] | ImportFault {
  if (text.length > LARGEST) return 'large';
  const file = parsed(text.replace(/^\uFEFF/, ''));
  if (file === undefined) return 'json';
  if (!isRecord(file) || file['format'] !== FORMAT || !isRecord(file['kept'])) return 'format';
  if (file['version'] !== VERSION) return 'version';
  const entries = Object.entries(file['kept']);
  return entries.every(([key, value]) => KEY.test(key) && value !== null) ? entries : 'format';
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function watchTabs(tell: (key: string) => void): () => void {
  const hear = (event: StorageEvent) => {
    if (event.key?.startsWith(PREFIX)) tell(event.key.slice(PREFIX.length));
  };
  window.addEventListener('storage', hear);
  return () => window.removeEventListener('storage', hear);
}

/** localStorage that never throws: the mere mention of it does where it is blocked. */
function deviceBox() {
  const attempt = <T>(deed: (storage: Storage) => T, otherwise: T): T => {
    try {
      return deed(window.localStorage);
    } catch {
      return otherwise;
    }
  };
  const set = (key: string, text: string) =>
    attempt((storage) => {
      storage.setItem(PREFIX + key, text);
      return true;
    }, false);
  const remove = (key: string) => attempt((storage) => storage.removeItem(PREFIX + key), undefined);
  return {
    get: (key: string) => attempt((storage) => storage.getItem(PREFIX + key), null) ?? undefined,
    set,
    remove,
    keys: () =>
      attempt((storage) => Object.keys(storage), [] as string[])
        .filter((key) => key.startsWith(PREFIX))
        .map((key) => key.slice(PREFIX.length)),
    works: () => {
      const works = set('probe', '1');
      remove('probe');
      return works;
    },
  };
}
