"""SERVICE: extraction over HTTP and a page for a browser; `thresher serve` runs it, `app.create_app` makes it.

A request comes in (`app`), waits for its turn (`gate`), goes to a worker process (`pool`, `work`), and its answer goes
out as the worker wrote it. Needs the extra ``service``.
"""
