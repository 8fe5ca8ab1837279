// Bundles what the reader's browser gets: `node build.mjs OUTDIR`.
import { build } from 'esbuild';

await build({
  absWorkingDir: import.meta.dirname,
  entryPoints: [
    'src/site/site.ts',
    'src/site/fonts.css',
    'src/heatmap/heatmap.ts',
    'src/heatmap/heatmap.css',
    'src/python/python-worker.ts',
  ],
  outdir: process.argv[2],
  entryNames: '[name]',
  assetNames: 'fonts/[name]',
  bundle: true,
  format: 'esm',
  minify: true,
  target: ['es2022'],
  // Every browser that runs this reads woff2.
  loader: { '.woff2': 'file', '.woff': 'empty', '.ttf': 'empty', '.py': 'text' },
  logLevel: 'warning',
});
