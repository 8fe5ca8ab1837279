/** Every word that scripts show a reader, in each language of the book. */
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
    scores: 'Setiap query dikalikan titik dengan setiap key.',
    scaled: (on: boolean, divisor: string): string =>
      on
        ? `Setiap skor dibagi ${divisor}.`
        : 'Pembagian dimatikan, jadi skornya lewat begitu saja.',
    masked: (on: boolean): string =>
      on
        ? 'Kotak bergaris tidak boleh dilihat. Skornya menjadi −∞, dan softmax memberinya nol.'
        : 'Mask dimatikan, jadi setiap query melihat semua key.',
    weights: 'Setiap baris berjumlah 1.',
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
    'kotak angka di atas melakukan hal yang sama.',
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
  brokenLink: 'This link is broken, so what it says was left aside.',
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
        ? 'Hatched cells may not be seen. Their score becomes −∞, and softmax makes that zero.'
        : 'The mask is off, so every query sees every key.',
    weights: 'Each row sums to 1.',
    output: 'Each row is a weighted mean of the rows of V.',
  },
  rounding: (rows, total, many) =>
    `${many ? 'Rows' : 'Row'} ${rows}: the numbers you see add up to ${total}, because each one ` +
    'was rounded on its own. The weights themselves still sum to 1.',
  blind: (row) =>
    `Row ${row} may not see a single key. All its weights are zero, and so is its output.`,
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
    notNumber: 'This is not a number. A good one: −0.5.',
    tooLarge: 'Too large. Use a number from −1000 to 1000.',
    tooLong: 'Too long. 40 characters at most.',
  },
};

export type HeatmapWords = typeof heatmapId;
export const heatmapWords: Readonly<Record<string, HeatmapWords>> = {
  id: heatmapId,
  en: heatmapEn,
};
