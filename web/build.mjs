// Bundles what the reader's browser gets: `node build.mjs OUTDIR`.
// Further arguments are further entry points, for tests.
import { build } from 'esbuild';
import { writeNotices } from './notices.mjs';

const [outdir, ...more] = process.argv.slice(2);
const settings = {
  absWorkingDir: import.meta.dirname,
  outdir,
  entryNames: '[name]',
  assetNames: 'fonts/[name]',
  bundle: true,
  format: 'esm',
  minify: true,
  target: ['es2022'],
  // Every browser that runs this reads woff2.
  loader: { '.woff2': 'file', '.woff': 'empty', '.ttf': 'empty', '.py': 'text' },
  logLevel: 'warning',
  metafile: true,
};

const plain = await build({
  ...settings,
  entryPoints: [
    'src/site/site.ts',
    'src/site/fonts.css',
    'src/heatmap/heatmap.ts',
    'src/heatmap/heatmap.css',
    'src/progress/progress.ts',
    'src/python/python-worker.ts',
  ],
});
// Apart, so that pages without an editor fetch no piece that they'd share with it.
const split = await build({
  ...settings,
  entryPoints: [
    'src/exercise/exercise.ts',
    'src/exercise/exercise.css',
    'src/play/play.ts',
    ...more,
  ],
  splitting: true,
  chunkNames: '[name]-[hash]',
});
await writeNotices(outdir, [plain, split]);
