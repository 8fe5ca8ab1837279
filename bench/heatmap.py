"""How long the heat map's script takes from a reader's input to the paint, at 12 tokens.

Build the book first (`make build`), then: .venv/bin/python bench/heatmap.py [FOLDER]
Prints the median and the worst of each kind of input, in milliseconds: the script's own
time (what the budget of 16 ms is about), and until the browser has painted.
"""

import shutil
import statistics
import sys
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).parent.parent
BUDGET = 16  # milliseconds
TIMES = 100
CHAPTER = "chapters/scaled-dot-product-attention/"
TOKENS = ",".join(f"token{n}" for n in range(12))

# Each input goes to the listener as the browser would send it; then two frames and a task:
# by then the first of them is on the screen.
MEASURE = """
async ([selector, kind, times]) => {
  const root = document.querySelector('[data-heatmap]');
  root.querySelector('details').open = true;
  await new Promise(requestAnimationFrame);
  const found = [...root.querySelectorAll(selector)];
  const act = {
    click: (at) => found[at % found.length].click(),
    type: (at) => {
      found[0].value = String(at / 100);
      found[0].dispatchEvent(new Event('input', { bubbles: true }));
    },
  }[kind];
  const script = [], paint = [];
  for (let at = 0; at < times; at += 1) {
    await new Promise(requestAnimationFrame);
    const begin = performance.now();
    act(at);
    script.push(performance.now() - begin);
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    paint.push(performance.now() - begin);
  }
  return { script, paint };
}
"""
INPUTS = {
    "switch": ("[role=switch]", "click"),
    "row": ("tbody tr", "click"),
    "step": (".weave-steps input", "click"),
    "number": (".weave-vector input", "type"),
}


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


def main() -> int:
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "site")
    handler = partial(Quiet, directory=str(folder))
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    slow = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1280, "height": 900})
        address = f"http://127.0.0.1:{server.server_port}/{CHAPTER}"
        page.goto(f"{address}#heatmap=size:2;row:3;tokens:{TOKENS}")
        page.locator("[data-heatmap] details").wait_for()
        print(
            f"{'input':8}{'script: median':>16}{'worst':>8}{'painted: median':>18}{'worst':>8}   ms"
        )
        for name, (selector, kind) in INPUTS.items():
            told = page.evaluate(MEASURE, [selector, kind, TIMES])
            script, paint = told["script"], told["paint"]
            print(
                f"{name:8}{statistics.median(script):16.2f}{max(script):8.2f}"
                f"{statistics.median(paint):18.2f}{max(paint):8.2f}"
            )
            if statistics.median(script) > BUDGET:
                slow.append(name)
        browser.close()
    server.shutdown()
    print(f"over {BUDGET} ms of script: {', '.join(slow) or 'none'}")
    return 1 if slow else 0


if __name__ == "__main__":
    sys.exit(main())
