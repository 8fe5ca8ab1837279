/** Every word that scripts show a reader, in each language of the book. */
import type { ImportFault } from './editor/store';
import type { Settings } from './editor/settings';
import type { Fault as ArrayFault, FaultKey } from './exercise/json';
import type { Fault, Step } from './heatmap/state';

const heatmapId = {
  decimal: ',',
  separator: '; ',
  group: 'Peta attention yang bisa dimainkan',
  scale: 'bagi √d_k',
  causal: 'causal mask',
  size: 'dimensi d_k',
  reset: 'Kembalikan ke awal',
  copyLink: 'Salin tautan',
  copied: 'Tautan tersalin. Siapa pun yang membukanya melihat keadaan ini.',
  notCopied: 'Tautan tidak bisa disalin; salin saja alamat halaman ini.',
  brokenLink: 'Tautan ini rusak, jadi keadaan di dalamnya tidak dipakai.',
  walk: 'Langkah',
  corner: 'query ↓ / key →',
  cornerOutput: 'keluaran ↓',
  component: (number: number) => `komponen ${number}`,
  tableLabel: 'Tabel; panah atas dan bawah memilih baris',
  steps: {
    scores: 'Q @ K^T',
    scaled: 'bagi √d_k',
    masked: 'mask',
    weights: 'softmax per baris',
    output: '@ V',
  } satisfies Record<Step, string>,
  captions: {
    scores: 'Skor',
    scaled: 'Skor yang sudah diskalakan',
    masked: 'Skor setelah mask',
    weights: 'Bobot attention',
    output: 'Keluaran attention',
  } satisfies Record<Step, string>,
  notes: {
    scores: 'Setiap query bertemu setiap key dalam perkalian titik.',
    scaled: (on: boolean, divisor: string): string =>
      on
        ? `Setiap skor dibagi ${divisor}.`
        : 'Pembagian dimatikan, jadi skornya lewat begitu saja.',
    masked: (on: boolean): string =>
      on
        ? 'Di kotak yang diarsir, query tidak boleh melihat key itu. Skornya menjadi −∞, dan softmax memberinya bobot nol.'
        : 'Mask dimatikan, jadi setiap query melihat semua key.',
    weights: (others: boolean): string =>
      others ? 'Setiap baris lain berjumlah 1.' : 'Setiap baris berjumlah 1.',
    output: 'Setiap baris adalah rata-rata berbobot dari baris-baris V.',
  },
  rounding: (rows: string, total: string, many: boolean) =>
    `Baris ${rows}: angka yang terlihat berjumlah ${total}, karena ${many ? 'di tiap baris ' : ''}` +
    'setiap angka dibulatkan sendiri-sendiri. Bobot aslinya tetap berjumlah 1.',
  blind: (row: string) =>
    `Baris ${row} tidak boleh melihat satu key pun. Semua bobotnya nol, jadi keluarannya juga nol.`,
  choose: 'Pilih satu baris untuk melihat siapa yang diperhatikannya.',
  attends: (row: string, keys: string, share: string, many: boolean) =>
    `Baris ${row} paling memperhatikan ${keys} (${many ? 'masing-masing ' : ''}${share}).`,
  attendsEvenly: (row: string, count: number, share: string) =>
    `Baris ${row} membagi perhatiannya sama rata ke ${count} token (masing-masing ${share}).`,
  means: (output: string) =>
    `Keluarannya adalah rata-rata berbobot dari V, dengan bobot baris ini: ${output}.`,
  mixTitle: (row: string) => `Campuran untuk ${row}: bobot × value`,
  mixSum: 'Jumlah',
  maskedCell: 'tertutup',
  edit: 'Ubah token dan vektor',
  tokensTitle: (most: number) => `Token (1 sampai ${most})`,
  token: (number: number) => `Token ${number}`,
  newToken: 'baru',
  add: 'Tambah token',
  remove: (token: string) => `Hapus ${token}`,
  hide: 'tutup key',
  hideLabel: (token: string) => `tutup key: ${token}`,
  vectorsOf: 'Vektor milik token',
  kinds: { q: 'query', k: 'key', v: 'value' },
  field: (kind: string, number: number) => `${kind}, komponen ${number}`,
  plane: 'Query yang dipilih dan semua key di bidang',
  planeHint:
    'Query menyukai key yang searah dengannya. Seret lingkaran q atau wajik k; ' +
    'mengisi kotak angka di atas sama saja hasilnya.',
  faults: {
    empty: 'Isi dulu; gambar terakhir yang benar tetap dipakai.',
    notNumber: 'Ini bukan bilangan. Contoh yang benar: −0,5.',
    tooLarge: 'Terlalu besar. Pakai bilangan dari −1000 sampai 1000.',
    tooLong: 'Terlalu panjang. Paling banyak 40 karakter.',
  } satisfies Record<Fault, string>,
};

const heatmapEn: typeof heatmapId = {
  decimal: '.',
  separator: ', ',
  group: 'An attention heat map to play with',
  scale: 'divide by √d_k',
  causal: 'causal mask',
  size: 'dimension d_k',
  reset: 'Back to the start',
  copyLink: 'Copy link',
  copied: 'Link copied. Whoever opens it sees what you see.',
  notCopied: 'The link can’t be copied; copy this page’s address instead.',
  brokenLink: 'This link is broken, so what it says was ignored.',
  walk: 'Step',
  corner: 'query ↓ / key →',
  cornerOutput: 'output ↓',
  component: (number) => `component ${number}`,
  tableLabel: 'Table; the up and down arrows choose a row',
  steps: {
    scores: 'Q @ K^T',
    scaled: 'divide by √d_k',
    masked: 'mask',
    weights: 'softmax per row',
    output: '@ V',
  },
  captions: {
    scores: 'Scores',
    scaled: 'Scaled scores',
    masked: 'Scores after the mask',
    weights: 'Attention weights',
    output: 'Attention output',
  },
  notes: {
    scores: 'Every query meets every key in a dot product.',
    scaled: (on, divisor) =>
      on
        ? `Each score is divided by ${divisor}.`
        : 'The division is off, so the scores pass unchanged.',
    masked: (on) =>
      on
        ? 'In a hatched cell, the query isn’t allowed to see that key. The score becomes −∞, and softmax gives it weight zero.'
        : 'The mask is off, so every query sees every key.',
    weights: (others) => (others ? 'Every other row sums to 1.' : 'Each row sums to 1.'),
    output: 'Each row is a weighted mean of the rows of V.',
  },
  rounding: (rows, total, many) =>
    `${many ? 'Rows' : 'Row'} ${rows}: the numbers you see add up to ${total}, because each one ` +
    'was rounded on its own. The weights themselves still sum to 1.',
  blind: (row) =>
    `Row ${row} isn’t allowed to see any key. All its weights are zero, and so is its output.`,
  choose: 'Choose a row to see whom it attends to.',
  attends: (row, keys, share, many) =>
    `Row ${row} attends most to ${keys} (${share}${many ? ' each' : ''}).`,
  attendsEvenly: (row, count, share) =>
    `Row ${row} spreads its attention evenly over ${count} tokens (${share} each).`,
  means: (output) => `Its output is the weighted mean of V, with this row’s weights: ${output}.`,
  mixTitle: (row) => `The mix for ${row}: weight × value`,
  mixSum: 'Sum',
  maskedCell: 'masked',
  edit: 'Change tokens and vectors',
  tokensTitle: (most) => `Tokens (1 to ${most})`,
  token: (number) => `Token ${number}`,
  newToken: 'new',
  add: 'Add a token',
  remove: (token) => `Remove ${token}`,
  hide: 'mask key',
  hideLabel: (token) => `mask key: ${token}`,
  vectorsOf: 'Vectors of the token',
  kinds: { q: 'query', k: 'key', v: 'value' },
  field: (kind, number) => `${kind}, component ${number}`,
  plane: 'The chosen query and all keys in the plane',
  planeHint:
    'A query favours the keys that point its way. Drag the circle q or the diamond k; ' +
    'the number fields above do the same.',
  faults: {
    empty: 'Fill this in; the last good picture stays until then.',
    notNumber: 'This is not a number. Write it like this: −0.5.',
    tooLarge: 'Too large. Use a number from −1000 to 1000.',
    tooLong: 'Too long. 40 characters at most.',
  },
};

export type HeatmapWords = typeof heatmapId;
export const heatmapWords: Readonly<Record<string, HeatmapWords>> = {
  id: heatmapId,
  en: heatmapEn,
};

const editorId = {
  settings: 'Setelan editor',
  names: {
    fontSize: 'Ukuran huruf',
    tabSize: 'Lebar indentasi',
    bindings: 'Tombol pintas',
    relativeNumbers: 'Nomor baris relatif',
    wordWrap: 'Patahkan baris panjang',
    intelliSense: 'Saran saat mengetik (Ctrl+Spasi selalu bisa)',
  } satisfies Record<keyof Settings, string>,
  automatic: 'otomatis (4)',
  bindings: { default: 'biasa', vim: 'Vim' } satisfies Record<Settings['bindings'], string>,
  reset: 'Reset setelan',
  wasReset: 'Setelan kembali seperti semula.',
  exporting: 'Simpan ke berkas',
  importing: 'Muat dari berkas',
  exported: (file: string) =>
    `Setelan, kode, kasus, dan kemajuan Anda ada di ${file}. Muat berkas itu di perangkat lain.`,
  imported: 'Isi berkas sudah dimuat. Yang tidak ada di dalamnya tetap seperti semula.',
  importFaults: {
    json: 'Isi berkas ini bukan JSON yang sah. Tidak ada yang diubah.',
    format: 'Berkas ini tidak disimpan dari buku ini. Tidak ada yang diubah.',
    version:
      'Berkas ini dari versi lain buku ini dan tidak bisa dibaca di sini. Tidak ada yang diubah.',
    large: 'Berkas ini terlalu besar. Tidak ada yang diubah.',
    full: 'Penyimpanan peramban tidak cukup untuk isi berkas ini. Tidak ada yang diubah.',
  } satisfies Record<ImportFault, string>,
  unkept:
    'Sudah berlaku, tetapi peramban ini tidak bisa menyimpannya, jadi akan hilang saat halaman ditutup.',
  hints: {
    default:
      'Tab memberi indentasi. Untuk keluar dari editor, tekan Esc lalu Tab; Ctrl+M membuat Tab memindahkan fokus. Ctrl+Enter (di Mac juga Cmd+Enter) menjalankan kode.',
    vim: 'Esc dan Ctrl+[ kembali ke mode normal. Untuk keluar dari editor, tekan Esc di mode normal lalu Tab; Ctrl+M membuat Tab memindahkan fokus. Ctrl+Enter (di Mac juga Cmd+Enter) menjalankan kode.',
    plain:
      'Editor lengkap belum termuat; kotak ini sudah bisa dipakai. Tab memindahkan fokus. Ctrl+Enter (di Mac juga Cmd+Enter) menjalankan kode.',
  },
  tabMoves:
    'Tab sekarang memindahkan fokus. Tekan Ctrl+M lagi supaya Tab kembali memberi indentasi.',
  vimMissing: 'Tombol pintas Vim gagal dimuat, jadi yang biasa tetap dipakai.',
  faultAt: (line: number, message: string) => `Baris ${line}: ${message}`,
  phrases: {
    Completions: 'Saran',
    'Control character': 'Karakter kendali',
    Diagnostics: 'Galat',
    'Selection deleted': 'Teks yang dipilih dihapus',
  },
};

const editorEn: typeof editorId = {
  settings: 'Editor settings',
  names: {
    fontSize: 'Font size',
    tabSize: 'Tab size',
    bindings: 'Key bindings',
    relativeNumbers: 'Relative line numbers',
    wordWrap: 'Wrap long lines',
    intelliSense: 'Suggest while I type (Ctrl+Space always does)',
  },
  automatic: 'automatic (4)',
  bindings: { default: 'default', vim: 'Vim' },
  reset: 'Reset settings',
  wasReset: 'The settings are back at their defaults.',
  exporting: 'Save to a file',
  importing: 'Load from a file',
  exported: (file) =>
    `Your settings, code, cases and progress are in ${file}. Load that file on another device.`,
  imported: 'The file has been loaded. What isn’t in it stays as it was.',
  importFaults: {
    json: 'What’s in this file isn’t valid JSON. Nothing was changed.',
    format: 'This file wasn’t saved from this book. Nothing was changed.',
    version:
      'This file is from another version of the book and can’t be read here. Nothing was changed.',
    large: 'This file is too large. Nothing was changed.',
    full: 'The browser’s storage is too small for what this file holds. Nothing was changed.',
  },
  unkept: 'It works for now, but this browser can’t keep it: it’s gone when the page closes.',
  hints: {
    default:
      'Tab indents. To leave the editor, press Esc, then Tab; Ctrl+M lets Tab move the focus. Ctrl+Enter (on a Mac, Cmd+Enter too) runs the code.',
    vim: 'Esc and Ctrl+[ go back to normal mode. To leave the editor, press Esc in normal mode, then Tab; Ctrl+M lets Tab move the focus. Ctrl+Enter (on a Mac, Cmd+Enter too) runs the code.',
    plain:
      'The full editor hasn’t loaded yet; this box already works. Tab moves the focus. Ctrl+Enter (on a Mac, Cmd+Enter too) runs the code.',
  },
  tabMoves: 'Tab now moves the focus. Ctrl+M undoes that.',
  vimMissing: 'The Vim keys couldn’t be loaded, so the default ones stay.',
  faultAt: (line, message) => `Line ${line}: ${message}`,
  phrases: {
    Completions: 'Suggestions',
    'Control character': 'Control character',
    Diagnostics: 'Errors',
    'Selection deleted': 'Selection deleted',
  },
};

export type EditorWords = typeof editorId;
export const editorWords: Readonly<Record<string, EditorWords>> = { id: editorId, en: editorEn };

const playId = {
  label: (file: string) => `Bagian NumPy dari ${file}`,
  changed:
    'Program ini sudah berubah sejak Anda menyuntingnya. Kode Anda tetap utuh; Reset memberi listing yang baru.',
  done: (milliseconds: number) => `Selesai dalam ${milliseconds} ms.`,
  silent: 'Selesai; tidak ada yang dicetak.',
  failed: 'Berhenti karena galat.',
  late: 'Waktu habis: lebih dari 10 detik. Apakah ada perulangan yang tidak berhenti?',
};

const playEn: typeof playId = {
  label: (file) => `The NumPy part of ${file}`,
  changed:
    'This program has changed since you edited it. Your code is as you left it; Reset gives you the new listing.',
  done: (milliseconds) => `Done in ${milliseconds} ms.`,
  silent: 'Done; nothing was printed.',
  failed: 'Stopped by an error.',
  late: 'Out of time: more than 10 seconds. Is there a loop that never ends?',
};

export type PlayWords = typeof playId;
export const playWords: Readonly<Record<string, PlayWords>> = { id: playId, en: playEn };

const progressId = {
  states: { new: 'belum dimulai', begun: 'sudah dimulai', solved: 'selesai' },
  tally: (solved: number, count: number) => `${solved} dari ${count} latihan selesai.`,
  shown: (shown: number, count: number) =>
    shown ? `${shown} dari ${count} latihan tampil.` : 'Tidak ada latihan yang cocok.',
};

const progressEn: typeof progressId = {
  states: { new: 'not started', begun: 'started', solved: 'solved' },
  tally: (solved, count) => `${solved} of ${count} exercises solved.`,
  shown: (shown, count) =>
    shown ? `${shown} of ${count} exercises shown.` : 'No exercise matches.',
};

export type ProgressWords = typeof progressId;
export const progressWords: Readonly<Record<string, ProgressWords>> = {
  id: progressId,
  en: progressEn,
};

const exerciseId = {
  run: 'Jalankan',
  stop: 'Hentikan',
  reset: 'Reset',
  retry: 'Coba muat lagi',
  loading: 'Memuat Python',
  bytes: (loaded: number, total: number) =>
    `Memuat Python: ${loaded} dari ${total} MB`.replace(/\./g, ','),
  waiting: 'Menunggu Python selesai dimuat. Setelah itu kode Anda langsung dijalankan.',
  starting: 'Menghitung jawaban rujukan.',
  running: (number: number, count: number) =>
    number > 0 ? `Menjalankan kasus ${number} dari ${count}.` : 'Menjalankan kode Anda.',
  noData: (detail: string) =>
    `Data latihan ini tidak bisa diambil (${detail}). Periksa koneksi Anda, lalu jalankan lagi.`,
  wasReset: 'Kode awal sudah kembali. Ctrl+Z (di Mac Cmd+Z) mengembalikan kode Anda.',
  exerciseChanged:
    'Latihan ini sudah berubah sejak Anda menulis kode ini. Kode Anda tetap utuh; Reset memberi kode awal yang baru.',
  wasSolved: 'Latihan ini sudah pernah Anda selesaikan.',
  unkept:
    'Peramban ini tidak bisa menyimpan kode Anda, jadi kode itu akan hilang saat halaman ditutup.',
  got: 'hasil Anda',
  trace: 'Pesan dari Python',
  late: 'Waktu habis: lebih dari 2 detik. Apakah ada perulangan yang tidak berhenti?',
  refused: 'Solusi rujukan menolak masukan ini.',
  unfit: 'Apakah bentuk array-nya saling cocok?',
  expected: 'seharusnya',
  printed: (cut: boolean): string => (cut ? 'dicetak (sisanya dipotong)' : 'dicetak'),
  changed: (names: string) =>
    `Kode Anda mengubah isi masukannya (${names}). Hasilnya tetap dinilai, tetapi pemanggil fungsi ini akan kehilangan isi semula.`,
  tampered: (names: string) =>
    `Kode Anda mengubah bagian Python atau pustakanya (${names}), jadi Python dimulai ulang.`,
  statuses: {
    waiting: '',
    running: 'berjalan',
    passed: 'lulus',
    failed: 'belum benar',
    error: 'galat',
    timeout: 'waktu habis',
    stopped: 'dihentikan',
    skipped: 'tidak dijalankan',
    refused: 'ditolak',
  },
  verdicts: {
    passed: (_name: string, _passed: number, count: number) => `Benar! Semua ${count} kasus lulus.`,
    failed: (name: string, passed: number, count: number) =>
      `Belum benar: kasus “${name}”. ${passed} dari ${count} lulus.`,
    error: (name: string, passed: number, count: number) =>
      name
        ? `Galat pada kasus “${name}”. ${passed} dari ${count} lulus.`
        : 'Kode Anda belum bisa dijalankan.',
    timeout: (name: string, passed: number, count: number) =>
      name ? `Waktu habis pada kasus “${name}”. ${passed} dari ${count} lulus.` : 'Waktu habis.',
    stopped: () => 'Dihentikan.',
  },
  reasons: {
    none: 'Fungsi ini mengembalikan None: tidak ada return yang membawa hasilnya.',
    ragged: 'List yang dikembalikan tidak rata: panjang barisnya berbeda-beda.',
    kind: 'Yang dikembalikan bukan bilangan real.',
    tuple: (length: number) =>
      `Seharusnya satu array; yang dikembalikan tuple berisi ${length} elemen.`,
    object: (type: string) => `Seharusnya satu array; yang dikembalikan ${type}.`,
    large: (size: number) => `Hasilnya berisi ${size} bilangan, terlalu banyak untuk dibandingkan.`,
    shape: (got: string, expected: string) => `Bentuk hasilnya ${got}, seharusnya ${expected}.`,
    notFinite: (at: string, got: string) =>
      `Pada ${at} hasilnya \`${got}\`, bukan bilangan berhingga.`,
    value: (at: string, got: string, expected: string, difference: string, allowed: string) =>
      `Pada ${at} hasilnya \`${got}\`, seharusnya \`${expected}\`. Selisihnya \`${difference}\`; batasnya \`${allowed}\`.`,
  },
  problems: {
    raised: (what: string, line: number | null) => (line ? `Baris ${line}: ${what}` : what),
    syntax: (what: string, line: number | null) =>
      `Python tidak bisa membaca baris ${line}: ${what}`,
    entry: (name: string) => `Tidak ada fungsi bernama ${name}.`,
    module: (name: string) =>
      `Paket ${name} tidak tersedia di sini. Pakai NumPy dan pustaka standar.`,
    torch: 'Paket torch tidak tersedia di peramban. Pakai NumPy.',
    recursion: (line: number | null) =>
      `Fungsi memanggil dirinya sendiri terlalu dalam${line ? ` (baris ${line})` : ''}.`,
    memory: (_line: number | null) => 'Memori habis: batasnya 1 GiB.',
    input: (line: number | null) =>
      `input() tidak ada di sini${line ? ` (baris ${line})` : ''}: tidak ada yang bisa mengetik jawabannya.`,
    exit: (line: number | null) =>
      `Kode Anda keluar dari Python${line ? ` pada baris ${line}` : ''}.`,
    crash: (_line: number | null) => 'Kode ini membuat Python crash; Python sedang dimulai ulang.',
  },
  faults: {
    missing: (file: string) => `Python tidak bisa dimuat: berkas ${file} tidak ada di situs ini.`,
    truncated: (file: string) => `Python tidak bisa dimuat: berkas ${file} diterima tidak utuh.`,
    type: (file: string) => `Python tidak bisa dimuat: ${file} diterima sebagai jenis berkas lain.`,
    blocked: (file: string) =>
      `Python tidak bisa dimuat: ${file || 'berkasnya'} tidak sampai. Periksa koneksi Anda.`,
    broken: (file: string) =>
      `Python tidak bisa dimuat: ada yang rusak${file ? ` pada ${file}` : ''}.`,
    slow: (file: string) =>
      `Python tidak kunjung selesai dimuat${file ? `; ${file} berhenti di tengah jalan` : ''}.`,
    unsupported: (_file: string) =>
      'Peramban ini tidak bisa menjalankan Python. Perlu WebAssembly dan module worker.',
  },
};

const exerciseEn: typeof exerciseId = {
  run: 'Run',
  stop: 'Stop',
  reset: 'Reset',
  retry: 'Try loading again',
  loading: 'Loading Python',
  bytes: (loaded, total) => `Loading Python: ${loaded} of ${total} MB`,
  waiting: 'Waiting for Python to load. Your code runs as soon as it has.',
  starting: 'Computing the reference answers.',
  running: (number, count) =>
    number > 0 ? `Running case ${number} of ${count}.` : 'Running your code.',
  noData: (detail) =>
    `This exercise’s data can’t be fetched (${detail}). Check your connection, then run it again.`,
  wasReset: 'The starting code is back. Ctrl+Z (Cmd+Z on a Mac) restores yours.',
  exerciseChanged:
    'This exercise has changed since you wrote this. Your code is as you left it; Reset gives you the new starting code.',
  wasSolved: 'You have solved this exercise before.',
  unkept: 'This browser can’t keep your code: it’s gone when the page closes.',
  got: 'your result',
  trace: 'In Python’s own words',
  late: 'Out of time: more than 2 seconds. Is there a loop that never ends?',
  refused: 'The reference solution refuses these inputs.',
  unfit: 'Do the shapes of the arrays fit together?',
  expected: 'expected',
  printed: (cut) => (cut ? 'printed (the rest is cut)' : 'printed'),
  changed: (names) =>
    `Your code changed its inputs (${names}). The result still counts, but whoever calls this function would lose what was in them.`,
  tampered: (names) =>
    `Your code changed parts of Python or its libraries (${names}), so Python restarts.`,
  statuses: {
    waiting: '',
    running: 'running',
    passed: 'passed',
    failed: 'not yet right',
    error: 'error',
    timeout: 'out of time',
    stopped: 'stopped',
    skipped: 'not run',
    refused: 'refused',
  },
  verdicts: {
    passed: (_name, _passed, count) => `Right! All ${count} cases passed.`,
    failed: (name, passed, count) => `Not yet right: case “${name}”. ${passed} of ${count} passed.`,
    error: (name, passed, count) =>
      name ? `Error in case “${name}”. ${passed} of ${count} passed.` : 'Your code can’t run yet.',
    timeout: (name, passed, count) =>
      name ? `Out of time in case “${name}”. ${passed} of ${count} passed.` : 'Out of time.',
    stopped: () => 'Stopped.',
  },
  reasons: {
    none: 'The function returned None: no return hands over a result.',
    ragged: 'The returned list is ragged: its rows differ in length.',
    kind: 'The function didn’t return real numbers.',
    tuple: (length) => `Expected one array, got a tuple of ${length}.`,
    object: (type) => `Expected one array, got ${type}.`,
    large: (size) => `The result holds ${size} numbers, too many to compare.`,
    shape: (got, expected) => `The result has the shape ${got}; it should be ${expected}.`,
    notFinite: (at, got) => `At ${at} the result is \`${got}\`, not a finite number.`,
    value: (at, got, expected, difference, allowed) =>
      `At ${at} the result is \`${got}\`; it should be \`${expected}\`. They differ by \`${difference}\`; the limit is \`${allowed}\`.`,
  },
  problems: {
    raised: (what, line) => (line ? `Line ${line}: ${what}` : what),
    syntax: (what, line) => `Python can’t read line ${line}: ${what}`,
    entry: (name) => `There is no function called ${name}.`,
    module: (name) =>
      `The package ${name} isn’t available here. Use NumPy and the standard library.`,
    torch: 'torch isn’t available in a browser. Use NumPy.',
    recursion: (line) => `A function calls itself too deeply${line ? ` (line ${line})` : ''}.`,
    memory: () => 'Out of memory: the limit is 1 GiB.',
    input: (line) =>
      `There is no input() here${line ? ` (line ${line})` : ''}: nobody could type the answer.`,
    exit: (line) => `Your code exits Python${line ? ` on line ${line}` : ''}.`,
    crash: () => 'This code crashed Python itself; Python is restarting.',
  },
  faults: {
    missing: (file) => `Python can’t be loaded: the file ${file} isn’t on this site.`,
    truncated: (file) => `Python can’t be loaded: ${file} arrived incomplete.`,
    type: (file) => `Python can’t be loaded: ${file} arrived as a different type of file.`,
    blocked: (file) =>
      `Python can’t be loaded: ${file || 'its files'} didn’t arrive. Check your connection.`,
    broken: (file) => `Python can’t be loaded: something is broken${file ? ` in ${file}` : ''}.`,
    slow: (file) => `Python still hasn’t loaded${file ? `; ${file} stopped halfway` : ''}.`,
    unsupported: () => 'This browser can’t run Python. It needs WebAssembly and module workers.',
  },
};

export type ExerciseWords = typeof exerciseId;
export const exerciseWords: Readonly<Record<string, ExerciseWords>> = {
  id: exerciseId,
  en: exerciseEn,
};

/** The index of the first row on the same level. */
const zeros = ({ at }: ArrayFault) => at.map(() => 0).join(', ');
const countId = (count: number) => count.toLocaleString('id');
const placeId = ({ line, column }: ArrayFault) => `Baris ${line}, kolom ${column}`;

const ownId = {
  title: 'Kasus Anda sendiri',
  intro:
    'Coba masukan Anda sendiri. Tulis setiap array sebagai JSON, misalnya `[[1, 0], [0.5, 1]]`; desimalnya memakai titik. Solusi rujukan menghitung hasil yang seharusnya, di peramban Anda.',
  rule: 'Kasus Anda dijalankan setelah kasus latihan. Hanya kasus latihan yang menentukan apakah latihan ini selesai.',
  add: 'Tambah kasus',
  remove: 'Hapus',
  undo: 'Kembalikan',
  name: (number: number) => `Kasus Anda nomor ${number}`,
  removed: (name: string) => `${name} dihapus.`,
  most: (count: number) => `Paling banyak ${count} kasus. Hapus satu dulu.`,
  draft: 'belum lengkap, tidak dijalankan',
  unkept:
    'Peramban ini tidak bisa menyimpan kasus Anda, jadi kasus itu akan hilang saat halaman ditutup.',
  given: 'Semua kasus latihan lulus, jadi latihan ini selesai.',
  refused: (count: number) => `${count} kasus Anda ditolak solusi rujukan dan tidak dihitung.`,
  drafts: (count: number) => `${count} kasus Anda belum lengkap dan tidak dijalankan.`,
  faults: {
    empty: () => 'Masih kosong. Isi dengan array, misalnya [[1, 0], [0, 1]].',
    end: (fault) => `${placeId(fault)}: teksnya berakhir di sini, padahal kurungnya belum ditutup.`,
    comma: (fault) => `${placeId(fault)}: kurang koma sebelum “${fault.found}”.`,
    trailing: (fault) => `${placeId(fault)}: hapus koma ini. Sebelum ] tidak boleh ada koma.`,
    tuple: (fault) =>
      `${placeId(fault)}: ada “${fault.found}”. JSON memakai kurung siku: [1, 0], bukan (1, 0).`,
    quote: (fault) =>
      `${placeId(fault)}: “${fault.found}” adalah teks. Tulis bilangannya tanpa tanda kutip.`,
    boolean: (fault) => `${placeId(fault)}: “${fault.found}” bukan bilangan. Tulis 1 atau 0.`,
    null: (fault) =>
      `${placeId(fault)}: “${fault.found}” bukan bilangan. Setiap tempat harus diisi bilangan.`,
    infinite: (fault) =>
      `${placeId(fault)}: “${fault.found}” bukan bilangan berhingga. Yang terbesar sekitar 1.8e308.`,
    object: (fault) =>
      `${placeId(fault)}: ada “${fault.found}”. Tulis array dalam kurung siku, bukan objek.`,
    number: (fault) =>
      `${placeId(fault)}: “${fault.found}” bukan cara JSON menulis bilangan. Yang bisa dibaca misalnya 0.5, -2, atau 1e-3.`,
    unexpected: (fault) =>
      `${placeId(fault)}: “${fault.found}” tidak bisa dibaca. Array hanya berisi bilangan, koma, dan kurung siku.`,
    extra: (fault) =>
      `${placeId(fault)}: nilainya sudah lengkap sebelum “${fault.found}”. Seluruh array harus ada di dalam satu pasang kurung siku.`,
    hollow: (fault) =>
      `${placeId(fault)}: [] ini kosong. Setiap sumbu perlu berisi paling sedikit satu bilangan.`,
    ragged: (fault) =>
      `${placeId(fault)}: [${fault.at.join(', ')}] berisi ${fault.count} elemen, sedangkan [${zeros(fault)}] berisi ${fault.wanted}. Semua baris harus sama panjang. Kalau maksudnya desimal, pakai titik, misalnya 0.5.`,
    mixed: (fault) =>
      `${placeId(fault)}: ada di dalam ${fault.count} pasang kurung, sedangkan bilangan pertama di dalam ${fault.wanted}. Semuanya harus sama.`,
    deep: (fault) =>
      `${placeId(fault)}: kurungnya terlalu dalam. Paling banyak ${fault.wanted} sumbu.`,
    large: (fault) =>
      `Terlalu besar: paling banyak ${countId(fault.wanted)} bilangan dalam satu array.`,
    long: (fault) => `Teksnya terlalu panjang: paling banyak ${countId(fault.wanted)} karakter.`,
    axes: (fault) =>
      `Array ini punya ${fault.count} sumbu; latihan ini perlu paling sedikit ${fault.wanted}, misalnya ${fault.found}.`,
  } satisfies Record<FaultKey, (fault: ArrayFault) => string>,
};

const countEn = (count: number) => count.toLocaleString('en');
const placeEn = ({ line, column }: ArrayFault) => `Line ${line}, column ${column}`;
const pairs = (count: number) => (count === 1 ? '1 pair' : `${count} pairs`);

const ownEn: typeof ownId = {
  title: 'Your own cases',
  intro:
    'Try inputs of your own. Write each array as JSON, `[[1, 0], [0.5, 1]]` for example. The reference solution computes what is expected, in your browser.',
  rule: 'Your cases run after the exercise’s. Only the exercise’s cases decide whether it is solved.',
  add: 'Add a case',
  remove: 'Remove',
  undo: 'Bring it back',
  name: (number) => `Your case ${number}`,
  removed: (name) => `${name} has been removed.`,
  most: (count) => `${count} cases at most. Remove one first.`,
  draft: 'unfinished, won’t run',
  unkept: 'This browser can’t keep your cases: they’re gone when the page closes.',
  given: 'All of the exercise’s cases passed, so it is solved.',
  refused: (count) =>
    count === 1
      ? 'The reference solution refuses one of your cases; it isn’t counted.'
      : `The reference solution refuses ${count} of your cases; they aren’t counted.`,
  drafts: (count) =>
    count === 1
      ? 'One of your cases is unfinished and didn’t run.'
      : `${count} of your cases are unfinished and didn’t run.`,
  faults: {
    empty: () => 'Still empty. Write an array, for example [[1, 0], [0, 1]].',
    end: (fault) => `${placeEn(fault)}: the text ends here, but a bracket is still open.`,
    comma: (fault) => `${placeEn(fault)}: a comma is missing before “${fault.found}”.`,
    trailing: (fault) => `${placeEn(fault)}: remove this comma. There can’t be one before ].`,
    tuple: (fault) =>
      `${placeEn(fault)}: found “${fault.found}”. JSON uses square brackets: [1, 0], not (1, 0).`,
    quote: (fault) =>
      `${placeEn(fault)}: “${fault.found}” is text. Write the number without quotes.`,
    boolean: (fault) => `${placeEn(fault)}: “${fault.found}” isn’t a number. Write 1 or 0.`,
    null: (fault) =>
      `${placeEn(fault)}: “${fault.found}” isn’t a number. Every place needs a number.`,
    infinite: (fault) =>
      `${placeEn(fault)}: “${fault.found}” isn’t a finite number. The largest is about 1.8e308.`,
    object: (fault) =>
      `${placeEn(fault)}: found “${fault.found}”. Write an array in square brackets, not an object.`,
    number: (fault) =>
      `${placeEn(fault)}: JSON can’t read “${fault.found}” as a number. It reads 0.5, -2 or 1e-3, for example.`,
    unexpected: (fault) =>
      `${placeEn(fault)}: “${fault.found}” can’t be read. An array holds only numbers, commas and square brackets.`,
    extra: (fault) =>
      `${placeEn(fault)}: the value is already complete before “${fault.found}”. The whole array goes inside one pair of square brackets.`,
    hollow: (fault) => `${placeEn(fault)}: this [] is empty. Every axis needs at least one number.`,
    ragged: (fault) =>
      `${placeEn(fault)}: [${fault.at.join(', ')}] has the length ${fault.count}, but [${zeros(fault)}] has ${fault.wanted}. All rows need the same length.`,
    mixed: (fault) =>
      `${placeEn(fault)}: this is within ${pairs(fault.count)} of brackets, the first number within ${fault.wanted}. All have to be the same.`,
    deep: (fault) => `${placeEn(fault)}: too many brackets. ${fault.wanted} axes at most.`,
    large: (fault) => `Too large: ${countEn(fault.wanted)} numbers in one array at most.`,
    long: (fault) => `The text is too long: ${countEn(fault.wanted)} characters at most.`,
    axes: (fault) =>
      `This array has ${fault.count === 1 ? '1 axis' : `${fault.count} axes`}; this exercise needs at least ${fault.wanted}, for example ${fault.found}.`,
  },
};

export type OwnWords = typeof ownId;
export const ownWords: Readonly<Record<string, OwnWords>> = { id: ownId, en: ownEn };
