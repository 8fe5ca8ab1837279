// Whose work the bundles hold: notices.json (a list) and licences.txt (the whole texts).
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Write both files for what esbuild put into its bundles. */
export async function writeNotices(outdir, results) {
  const inputs = results.flatMap(({ metafile }) => Object.keys(metafile.inputs));
  const names = inputs.map((path) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1]);
  const found = [];
  for (const name of [...new Set(names)].filter(Boolean).sort()) found.push(await read(name));
  const list = found.map(({ name, version, license }) => ({ name, version, license }));
  await writeFile(join(outdir, 'notices.json'), JSON.stringify(list));
  const texts = found.map(({ name, version, text }) => `${name} ${version}\n\n${text.trim()}\n`);
  await writeFile(join(outdir, 'licences.txt'), texts.join(`\n${'-'.repeat(72)}\n\n`));
}

async function read(name) {
  const folder = join(import.meta.dirname, 'node_modules', name);
  const { version, license } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf-8'));
  const file = (await readdir(folder)).find((one) => /^licen[cs]e/i.test(one));
  const text = file ? await readFile(join(folder, file), 'utf-8') : license;
  return { name, version, license, text };
}
