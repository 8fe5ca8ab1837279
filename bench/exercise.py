"""How long a reader waits for Python: the first verdict, the later ones, and what stays.

.venv/bin/python bench/exercise.py [TIMES]
In one Chromium, by turns, each with an empty cache: a bare load of Pyodide and NumPy, and
a click until the verdict. Then 50 runs of all cases in one worker. Served from this
machine: the network's time is not in it.
"""

import shutil
import statistics
import sys
import tempfile
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from answers import with_answers  # noqa: E402
from python_page import make_page  # noqa: E402

from weave.exercises import read_exercise  # noqa: E402

RATIO = 1.15  # click to verdict, at most, against the bare load
LATER = 100  # milliseconds, all cases
RUNS = 50
EXERCISE = read_exercise(ROOT / "snippets/exercises/scaled_dot_product_attention", "exercise")
DATA = with_answers(EXERCISE)

BARE_WORKER = """\
onmessage = async ({ data: base }) => {
  const { loadPyodide } = await import(base + 'pyodide.mjs');
  const pyodide = await loadPyodide({ indexURL: base, packages: ['numpy'] });
  pyodide.runPython('import numpy');
  postMessage('loaded');
};
"""
BARE = """() => new Promise((done) => {
  const begun = performance.now();
  const worker = new Worker('bare.js', { type: 'module' });
  worker.onmessage = () => { worker.terminate(); done(performance.now() - begun); };
  worker.postMessage(new URL('pyodide/', location.href).href);
})"""
CLICK = """async ([exercise, source]) => {
  const begun = performance.now();
  const reports = await judge(exercise, source);
  if (reports.at(-1).verdict !== 'passed') throw new Error(JSON.stringify(reports.at(-1)));
  return [performance.now() - begun, reports.at(-1).heap];
}"""
WRONG = """async ([exercise, source]) => {
  const begun = performance.now();
  const reports = await judge(exercise, source);
  if (reports.at(-1).verdict === 'passed') throw new Error(source);
  return performance.now() - begun;
}"""
KILL = """async (exercise) => {
  const run = judge(exercise, 'while True: pass');
  await new Promise((done) => setTimeout(done, 200));
  const begun = performance.now();
  client.stop();
  const answered = performance.now() - begun;
  await settled(['ready']);
  return [answered, performance.now() - begun];
}"""


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


def main() -> int:
    times = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        make_page(Path(folder))
        Path(folder, "bare.js").write_text(BARE_WORKER)
        server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=folder))
        threading.Thread(target=server.serve_forever, daemon=True).start()
        chromium = shutil.which("chromium") or shutil.which("google-chrome")
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        address = f"http://127.0.0.1:{server.server_port}/"
        failures = starts(browser, address, times) + later(browser, address)
        browser.close()
        server.shutdown()
    print(f"over the limit: {', '.join(failures) or 'none'}")
    return 1 if failures else 0


def starts(browser: Browser, address: str, times: int) -> list[str]:
    """Measure cold starts by turns: bare, then ours."""
    bare, ours = [], []
    given = [DATA, EXERCISE.solution]
    for _ in range(times):
        bare.append(fresh(browser, address, lambda page: page.evaluate(BARE)))
        ours.append(fresh(browser, address, lambda page: page.evaluate(CLICK, given)[0]))
    ratio = statistics.median(ours) / statistics.median(bare)
    row("bare load of Pyodide and NumPy", bare)
    row("click to verdict", ours)
    print(f"{'ratio':34}{ratio:10.2f}   at most {RATIO}")
    return ["click to verdict"] if ratio > RATIO else []


def later(browser: Browser, address: str) -> list[str]:
    """Measure runs in a worker that is there, its memory, and a restart."""

    def measure(page: Page) -> tuple[list[float], list[float], list[float], list[list[float]]]:
        given = [DATA, EXERCISE.solution]
        page.evaluate(CLICK, given)
        runs = [page.evaluate(CLICK, given) for _ in range(RUNS)]
        stops = [page.evaluate(KILL, DATA) for _ in range(3)]
        wrong = [page.evaluate(WRONG, [DATA, one.source]) for one in EXERCISE.mistakes]
        return [run[0] for run in runs], [run[1] for run in runs], wrong, stops

    runs, heaps, wrong, stops = fresh(browser, address, measure)
    row(f"a later run of {len(EXERCISE.cases)} cases", runs)
    row("… with a known mistake", wrong)
    row("Stop until it is answered", [stop[0] for stop in stops])
    row("Stop until Python is ready again", [stop[1] for stop in stops])
    print(
        f"{'Python’s memory, run 1; run 50':34}{heaps[0] / 2**20:7.1f} MiB; {heaps[-1] / 2**20:.1f}"
    )
    faults = ["a later run"] if statistics.median(runs) > LATER else []
    return faults + (["memory"] if heaps[-1] > heaps[0] else [])


def fresh(browser: Browser, address: str, measure):
    """Return what is measured on the page in a context with an empty cache."""
    context = browser.new_context()
    context.set_default_timeout(120_000)
    page = context.new_page()
    page.goto(address)
    page.wait_for_function("() => !!window.client")
    result = measure(page)
    context.close()
    return result


def row(what: str, values: list[float]) -> None:
    print(f"{what:34}{statistics.median(values):10.1f} ms   worst {max(values):.1f}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
