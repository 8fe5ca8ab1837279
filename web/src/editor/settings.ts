/** The editor's settings: what there is, the defaults, and what of a stored file may be trusted. */

export interface Settings {
  readonly fontSize: number; // pixels
  readonly tabSize: 'auto' | 2 | 4 | 8;
  readonly bindings: 'default' | 'vim';
  readonly relativeNumbers: boolean;
  readonly wordWrap: boolean;
  readonly intelliSense: boolean; // suggestions while one types; Ctrl+Space always brings them
}

export const SETTINGS_KEY = 'settings'; // in the store

export const DEFAULTS: Settings = {
  fontSize: 15,
  tabSize: 'auto',
  bindings: 'default',
  relativeNumbers: false,
  wordWrap: false,
  intelliSense: true,
};

/** The values a setting may have, in the order in which they are offered. */
export const CHOICES: { readonly [K in keyof Settings]: readonly Settings[K][] } = {
  fontSize: [12, 13, 14, 15, 16, 18, 20, 24, 28],
  tabSize: ['auto', 2, 4, 8],
  bindings: ['default', 'vim'],
  relativeNumbers: [false, true],
  wordWrap: [false, true],
  intelliSense: [false, true],
};

/** Return sound settings: each missing or unknown value falls back on its own. */
export function readSettings(stored: unknown): Settings {
  const found = typeof stored === 'object' && stored !== null ? stored : {};
  const kept = Object.entries(found).filter(
    ([name, value]) =>
      Object.hasOwn(CHOICES, name) &&
      (CHOICES[name as keyof Settings] as readonly unknown[]).includes(value),
  );
  return { ...DEFAULTS, ...Object.fromEntries(kept) };
}

/** Return how many spaces one indentation has. */
export function indentWidth(settings: Settings): number {
  return settings.tabSize === 'auto' ? 4 : settings.tabSize;
}
