/** The judge's Python files, by name; `assemble.py` puts them together. */
import arrays from './arrays.py';
import assemble from './assemble.py';
import guard from './guard.py';
import harness from './harness.py';
import members from './members.py';
import problems from './problems.py';
import setup from './setup.py';
import snapshot from './snapshot.py';
import streams from './streams.py';
import wire from './wire.py';

export { assemble, setup };

export const judgeFiles: Readonly<Record<string, string>> = {
  arrays,
  guard,
  harness,
  members,
  problems,
  snapshot,
  streams,
  wire,
};
