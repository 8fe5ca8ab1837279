/** What Material for MkDocs offers to scripts: a stream of pages, one per navigation. */
interface Window {
  document$?: { subscribe(listener: () => void): void };
}
