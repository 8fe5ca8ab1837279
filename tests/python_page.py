"""A bare page with the client, the worker and Pyodide: what tests and the bench drive."""

from __future__ import annotations

import json
from pathlib import Path

from web_tools import ESBUILD, WEB, building, node

from weave.pyodide import build_python
from weave.web import build_web

PAGE = """\
<!doctype html>
<meta charset="utf-8">
<title>Python</title>
<link rel="icon" href="data:,">
<script type="module">
  import { python } from './client.js';
  const base = new URL('pyodide/', location.href).href;
  const last = new Set(['judged', 'printed', 'unready']);
  const all = (begin) => new Promise((done) => {
    const reports = [];
    begin((report) => {
      reports.push(report);
      if (last.has(report.type)) done(reports);
    });
  });
  window.states = [];
  window.reports = [];
  window.client = python(base, 'python-worker.js');
  client.onState((state) => states.push(state));
  window.judge = (exercise, source, cases = exercise.cases) =>
    all((listener) => client.judge(exercise, cases, source, (report) => {
      reports.push(report);
      listener(report);
    }));
  window.program = (source) => all((listener) => client.program(source, listener));
  window.settled = (keys) => new Promise((done) => {
    const end = client.onState((state) => {
      if (keys.includes(state.key)) queueMicrotask(() => (end(), done(state)));
    });
  });
</script>
"""


def make_page(folder: Path) -> Path:
    """Fill a folder with the page and all that it loads; return where Pyodide lies."""
    with building() as cache:
        bundles = build_web(WEB, cache / "web")
        python = build_python(WEB, cache / "pyodide")
    (folder / "index.html").write_text(PAGE, encoding="utf-8")
    (folder / "python-worker.js").write_bytes((bundles / "python-worker.js").read_bytes())
    outfile = f"--outfile={folder / 'client.js'}"
    options = ["--bundle", "--format=esm", outfile, "--log-level=warning"]
    node(ESBUILD, "src/python/client.ts", *options)
    (folder / "pyodide").symlink_to(python)
    return python


def exercise(cases: int = 3) -> dict:
    """Return a small exercise: attention without its scale, on a few inputs."""
    names = {"id": "kasus", "en": "case"}
    inputs = [{"Q": [[n, 0.0]], "K": [[1.0, 0.0], [0.0, 1.0]]} for n in range(1, cases + 1)]
    answers = [{"shape": [1, 2], "kind": "f", "values": [n, 0.0]} for n in range(1, cases + 1)]
    return {
        "slug": "scores",
        "entry": "scores",
        "parameters": ["Q", "K"],
        "solution": "import numpy as np\n\n\n# %% answer\n" + RIGHT,
        "starter": "",
        "cases": [
            {"key": f"case{n}", "name": names, "inputs": given, "expected": answer}
            for n, (given, answer) in enumerate(zip(inputs, answers, strict=True))
        ],
        "mistakes": [],
    }


RIGHT = "def scores(Q, K):\n    return Q @ K.T\n"
EXERCISE = json.dumps(exercise())
