# Run in a lab's kernel before its first cell: notes which files of the project it reads.
def _watch():
    import os
    import runpy

    worker = runpy.run_path(os.environ["WEAVE_WORKER"])
    opened = worker["watch_files"](os.environ["WEAVE_ROOT"])

    def tell():
        with open(os.environ["WEAVE_OPENED"], "w", encoding="utf-8") as file:
            file.write("\n".join(sorted(opened)))

    import atexit

    atexit.register(tell)


_watch()
del _watch
