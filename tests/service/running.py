"""A service in a process of its own, as `thresher serve` starts it."""

from __future__ import annotations

import contextlib
import http.client
import os
import re
import signal
import subprocess
import sys
import threading


class Running:
    """A service in a process of its own."""

    def __init__(self, *words, **environment):
        command = [sys.executable, "-c", "from thresher.cli import main; raise SystemExit(main())", "serve", *words]
        env = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path)), **environment}
        self.process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=env)
        self.log = []
        self.port = self._port()
        self._reader = threading.Thread(target=lambda: self.log.extend(self.process.stderr))
        self._reader.start()

    def _port(self):
        for line in self.process.stderr:
            self.log.append(line)
            if found := re.search(r"listening on http://127\.0\.0\.1:(\d+)/", line):
                return int(found[1])
        raise AssertionError(self.log)

    def connection(self, seconds=30):
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=seconds)

    def post(self, path, body, **more):
        with contextlib.closing(self.connection()) as connection:
            connection.request("POST", path, body, **more)
            answer = connection.getresponse()
            return answer.status, answer.read()

    def wait_for(self, figure):
        """Wait until the service tells that figure of itself."""
        with contextlib.closing(self.connection()) as connection:
            figures = ""
            while figure not in figures:
                connection.request("GET", "/metrics")
                figures = connection.getresponse().read().decode()

    def stop(self, by=signal.SIGTERM):
        self.process.send_signal(by)
        return self.ended()

    def ended(self):
        """The code with which it ends, which it has been told to do."""
        try:
            return self.process.wait(60)
        finally:
            self._reader.join()
            self.process.stderr.close()
