"""SERVICE: extraction over HTTP and a page for a browser; `thresher serve` runs it, `app.create_app` makes it.

A request passes the `middleware`, is read (`app`, `requests`), waits for its turn (`gate`) and goes to a worker process
(`backend`, `work`), whose answer goes out as it is. Needs the extra ``service``.
"""
