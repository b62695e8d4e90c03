# SPDX-License-Identifier: Apache-2.0
"""A web server for the download tests with normal, truncated, wrong or slow responses. Listens on 127.0.0.1 only.

    http_server.py ROOT LOG [tls]

Prints its port, then answers GET /BEHAVIOUR[:N]/PATH with the file ROOT/PATH according to the behaviour, and writes a line
"BEHAVIOUR RANGE" per request to LOG. Ends when standard input is closed, at the latest after a minute.
"""

import gzip
import http.server
import os
import pathlib
import re
import ssl
import subprocess
import sys
import tempfile
import threading
import time

root, log = map(pathlib.Path, sys.argv[1:3])
asked = {}
lock = threading.Lock()


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def answer(self, status, body=b"", length=None, headers=(), send=None):
        """`length`: the content length (None: not stated, the closed connection ends the body); `send`: bytes sent."""
        self.send_response(status)
        for name, value in headers:
            self.send_header(name, value)
        if length is not None:
            self.send_header("Content-Length", str(length))
        self.send_header("Connection", "close")
        self.end_headers()
        self.wfile.write(body if send is None else body[:send])
        self.close_connection = True

    def do_GET(self):
        behaviour, _, path = self.path.lstrip("/").partition("/")
        behaviour, _, number = behaviour.partition(":")
        number = int(number or 0)
        asked_range = self.headers.get("Range", "")
        with lock:
            asked[self.path] = asked.get(self.path, 0) + 1
            first = asked[self.path] == 1
            with log.open("a") as lines:
                lines.write(f"{behaviour} {asked_range}\n")
        if behaviour == "status":
            return self.answer(number, b"no", 2)
        if behaviour == "busy-once" and first:
            return self.answer(503, b"", 0)
        if behaviour == "html":
            return self.answer(200, b"<!DOCTYPE html><p>Please log in", 31)
        if behaviour == "redirect":
            return self.answer(302, b"moved", 5, [("Location", "/serve/" + path)])
        if behaviour == "redirect-file":
            return self.answer(302, b"moved", 5, [("Location", "file://" + str(root / path))])
        if behaviour == "redirect-loop":
            return self.answer(302, b"moved", 5, [("Location", self.path)])
        file = root / path
        if not file.is_file():
            return self.answer(404, b"no such file", 12)

        body, status, headers = file.read_bytes(), 200, []
        size = len(body)
        start = re.fullmatch(r"bytes=(\d+)-", asked_range)
        if start and not behaviour.startswith("norange"):
            begin = int(start[1])
            if begin >= size:
                return self.answer(416, b"", 0, [("Content-Range", f"bytes */{size}")])
            body, status = body[begin:], 206
            headers = [("Content-Range", f"bytes {begin}-{size - 1}/{size}")]
        if behaviour == "cut":  # every answer ends after N bytes
            return self.answer(status, body, len(body), headers, number)
        if behaviour in ("cut-once", "norange-cut-once") and first:
            return self.answer(status, body, len(body), headers, number)
        if behaviour == "short":  # like "cut", but without a content length
            return self.answer(status, body, None, headers, number)
        if behaviour == "lie":
            return self.answer(status, bytes(byte ^ 1 for byte in body), len(body), headers)
        if behaviour == "more":
            return self.answer(status, body + b"and more", None, headers)
        if behaviour == "endless":  # until the client stops
            self.answer(status, body, None, headers)
            try:
                while True:
                    self.wfile.write(body)
            except OSError:
                return None
        if behaviour == "promise":  # a content length that is N bytes too large or too small
            return self.answer(status, body, len(body) + number, headers)
        if behaviour == "other-range":  # sends the beginning, whatever range was requested
            return self.answer(206, file.read_bytes(), size, [("Content-Range", f"bytes 0-{size - 1}/{size}")])
        if behaviour == "packed":  # an encoding that was not requested
            packed = gzip.compress(body)
            return self.answer(status, packed, len(packed), headers + [("Content-Encoding", "gzip")])
        if behaviour == "stall":
            self.answer(status, body, len(body), headers, number)
            self.wfile.flush()
            time.sleep(20)
            return None
        if behaviour == "slow":  # N tenths of a second
            time.sleep(number / 10)
        return self.answer(status, body, len(body), headers)


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
server.daemon_threads = True
if "tls" in sys.argv:
    with tempfile.TemporaryDirectory() as scratch:
        key, certificate = os.path.join(scratch, "key"), os.path.join(scratch, "certificate")
        subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
                        "-days", "1", "-subj", "/CN=127.0.0.1", "-keyout", key, "-out", certificate],
                       check=True, capture_output=True)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate, key)
    server.socket = context.wrap_socket(server.socket, server_side=True)
threading.Thread(target=server.serve_forever, daemon=True).start()
print(server.server_port, flush=True)
threading.Timer(60, lambda: os._exit(0)).start()
sys.stdin.read()
os._exit(0)
