// Judges submissions and runs programs in Pyodide under Node, for the tests. In: {python,
// runs: [{exercise, source}], programs: [source]}, where `python` is the folder with NumPy.
// Out: {judged, printed}, each a list of each run's reports, as the page gets them.
import { readFileSync } from 'node:fs';
import { sep } from 'node:path';
import { build } from 'esbuild';
import { loadPyodide } from 'pyodide';

const bundled = await build({
  stdin: {
    contents: "export * from './interpreter'; export * from './judging'; export * from './run';",
    resolveDir: `${import.meta.dirname}/src/python`,
  },
  bundle: true,
  write: false,
  format: 'esm',
  platform: 'node',
  loader: { '.py': 'text' },
});
const address = `data:text/javascript;base64,${Buffer.from(bundled.outputFiles[0].text).toString('base64')}`;
const { close, interpret, judge, Run, runProgram } = await import(address);

const { python: folder, runs, programs } = JSON.parse(readFileSync(0, 'utf-8'));
const silent = { stdin: () => null, stdout: () => {}, stderr: () => {} };
const lockFileURL = `${folder}${sep}pyodide-lock.json`;
const pyodide = await loadPyodide({ lockFileURL, packageBaseUrl: folder, ...silent });
await pyodide.loadPackage('numpy', { messageCallback: () => {} });
const python = interpret(pyodide);

// What the page and the worker do together, without a border between them.
const reportsOf = (task, number) => {
  const reports = [];
  const run = new Run(number, task, () => {});
  const hear = (word) => {
    const step = run.hear(word);
    reports.push(...step.reports);
    if (step.order) close(python, step.order, hear);
  };
  (task.type === 'judge' ? judge : runProgram)(python, run.order, hear);
  return reports;
};
const judged = runs.map(({ exercise, source }, number) =>
  reportsOf({ type: 'judge', source, exercise, cases: exercise.cases }, number),
);
const printed = programs.map((source, number) => reportsOf({ type: 'program', source }, number));
process.stdout.write(JSON.stringify({ judged, printed }));
