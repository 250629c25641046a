"""SERVICE: extraction over HTTP and a web page; `thresher serve` runs it, `app.create_app` creates it.

A request passes the `middleware`, is parsed (`app`, `requests`), waits for its turn (`gate`) and goes to a worker
process (`backend`, `work`), whose answer is sent unchanged. It needs the extra ``service``.
"""
