/** The reader's own cases: written, kept on the device, handed to the judge. */
import { button, element } from '../dom';
import type { Case, Verdict } from '../python/messages';
import type { OwnWords } from '../words';
import { codeNodes, type Tally } from './cases';
import type { KeptCases, Texts } from './keep';
import { type OwnCase, ownCase, type Parameters } from './own-case';

export interface OwnSettings {
  readonly uid: string; // begins every id in the page
  readonly parameters: Parameters;
  readonly words: OwnWords;
  readonly kept: KeptCases;
  readonly run: () => void; // Ctrl+Enter, Cmd+Enter
}

const MOST = 20;

export class OwnCases {
  readonly root: HTMLElement;
  readonly #settings: OwnSettings;
  readonly #list = element('ol', { class: 'weave-cases weave-own-cases' });
  readonly #told = element('p', { class: 'weave-own-told', role: 'status' });
  readonly #adder: HTMLButtonElement;
  readonly #unwatch: () => void;
  #all: OwnCase[] = [];
  #made = 0;

  constructor(settings: OwnSettings) {
    const { words, kept, run } = settings;
    this.#settings = settings;
    this.#adder = button(words.add, { class: 'weave-own-add' }, () => this.#add());
    this.root = rootOf(words, this.#list, this.#adder, this.#told);
    this.root.addEventListener('keydown', (event) => runOn(event, run));
    this.reread();
    this.#unwatch = kept.watch(() => this.reread());
  }

  /** The cases that are whole, for a run that begins; the others say what they lack. */
  cases(): readonly Case[] {
    for (const own of this.#all) own.tell();
    return this.#whole().map(caseOf);
  }

  /** Where the results of these cases are shown. */
  items(): readonly HTMLElement[] {
    return this.#whole().map((own) => own.item);
  }

  /** What is to say of these cases when a run has ended, or nothing. */
  text(verdict: Verdict, { given, passed, refused }: Tally): string {
    const { words } = this.#settings;
    const drafts = this.#all.length - this.#whole().length;
    const told = [
      given && verdict !== 'passed' && words.given,
      refused > 0 && words.refused(refused),
      passed > 0 && drafts > 0 && words.drafts(drafts),
    ];
    return told.filter(Boolean).join(' ');
  }

  /** Show what the device keeps by now. */
  reread(): void {
    const now = new Map(this.#settings.kept.all());
    for (const own of this.#all) {
      // One that is being written here isn't taken away by another tab.
      if (!now.has(own.id) && !own.item.contains(document.activeElement)) this.#drop(own);
    }
    for (const [id, texts] of now) {
      const own = this.#all.find((one) => one.id === id) ?? this.#show(id);
      own.take(texts);
    }
  }

  destroy(): void {
    this.#unwatch();
  }

  #whole(): readonly OwnCase[] {
    return this.#all.filter((own) => own.inputs());
  }

  #add(texts: Texts = {}): void {
    const { words } = this.#settings;
    if (this.#all.length >= MOST) return this.#told.replaceChildren(words.most(MOST));
    const own = this.#show(newId());
    own.take(texts);
    this.#keep(own);
    own.open();
  }

  #show(id: string): OwnCase {
    const { uid, parameters, words } = this.#settings;
    const own = ownCase({
      id,
      uid: `${uid}-own-${++this.#made}`,
      parameters,
      words,
      changed: () => this.#keep(own),
      remove: () => this.#remove(own),
    });
    this.#all = [...this.#all, own];
    this.#list.append(own.item);
    this.#count();
    return own;
  }

  #keep(own: OwnCase): void {
    const { kept, words } = this.#settings;
    this.#told.replaceChildren(kept.keep(own.id, own.texts()) ? '' : words.unkept);
  }

  #remove(own: OwnCase): void {
    const { kept, words } = this.#settings;
    const next = own.item.nextElementSibling?.querySelector('summary') ?? this.#adder;
    kept.drop(own.id);
    this.#drop(own);
    const undo = button(words.undo, { class: 'weave-own-undo' }, () => this.#add(own.texts()));
    this.#told.replaceChildren(words.removed(own.name()), ' ', undo);
    next.focus();
  }

  #drop(own: OwnCase): void {
    own.item.remove();
    this.#all = this.#all.filter((other) => other !== own);
    this.#count();
  }

  #count(): void {
    this.#all.forEach((own, at) => own.count(at + 1));
  }
}

function rootOf(words: OwnWords, ...[list, adder, told]: HTMLElement[]): HTMLElement {
  return element(
    'div',
    { class: 'weave-own' },
    element('p', { class: 'weave-label' }, words.title),
    element('p', { class: 'weave-own-intro' }, ...codeNodes(words.intro)),
    element('p', { class: 'weave-own-intro' }, words.rule),
    list!,
    element('div', { class: 'weave-bar' }, adder!),
    told!,
  );
}

function caseOf(own: OwnCase): Case {
  return { key: own.item.dataset['case']!, name: {}, inputs: own.inputs()! };
}

function runOn(event: KeyboardEvent, run: () => void): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  run();
}

/** A name that no other tab or device gives; never like a number, which would sort first. */
function newId(): string {
  return `c${Date.now().toString(36)}${Math.random().toString(36).slice(2, 8)}`;
}
