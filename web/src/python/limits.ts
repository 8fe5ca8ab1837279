/** How long and how much, in seconds and bytes. */

export const CASE_LIMIT = 2; // one case, or the module level: Python interrupts itself
export const PROGRAM_LIMIT = 10; // a program of the playground
export const MEMBERS_LIMIT = 1; // a completion
export const GRACE = 1; // past its limit, the page ends the worker
export const TAKEN_LIMIT = 5; // an order until it is read; then an earlier run still blocks
export const QUIET_LIMIT = 15; // a run between two cases, where only our own code runs
export const GATE_REPEATS = 0.1; // between two interrupts of one call

export const STALL_LIMIT = 20; // loading: without a single byte
export const BOOT_LIMIT = 90; // loading: without a word from the worker

export const MEMORY_LIMIT = 1024 ** 3; // Python's memory
export const HEAP_LIMIT = 600 * 1024 ** 2; // past this a fresh worker: memory never shrinks
