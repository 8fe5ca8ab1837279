// Typesets formulas: a JSON list of {tex, display} in, a list of {html} or {error} out.
import { readFileSync } from 'node:fs';
import katex from 'katex';

const formulas = JSON.parse(readFileSync(0, 'utf-8'));
const typeset = ({ tex, display }) => {
  try {
    const options = { displayMode: display, strict: 'error', output: 'htmlAndMathml' };
    return { html: katex.renderToString(tex, options) };
  } catch (error) {
    return { error: error.message };
  }
};
process.stdout.write(JSON.stringify(formulas.map(typeset)));
