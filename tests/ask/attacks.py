#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Malicious clients against `querent ask --web`.

attacks.py PROGRAM [--seconds 3] [--slow 200] [--seed 0]

Each layer of apps/ask/web/guard.hpp is attacked alone, while the others are satisfied. Then the limits are tested: a body of 100 MB,
endless headers, clients that send one byte per second while others must be served, and requests with randomly changed bytes.
"""
import argparse
import json
import random
import socket
import tempfile
import threading
import time

from served import Served, check, quantile, write_graph
import pathlib


def guard(server):
    bearer = {"Authorization": f"Bearer {server.token}"}
    post = {**bearer, "Content-Type": "application/json"}
    own = f"http://127.0.0.1:{server.port}"
    answer = json.dumps({"undo": True})

    def status(method, path, body=None, **headers):
        return server.request(method, path, body, {name.replace("_", "-"): value for name, value in headers.items()})[0]

    # the token
    for path in ["/", "/page.js", "/api/state", "/api/predictions", "/export/predictions.csv", "/nothing"]:
        check(status("GET", path) == 401, path, "without a token")
        for token in ["0" * 32, server.token[:-1], server.token + "0", "", server.token.upper() + " "]:
            check(status("GET", path, Authorization=f"Bearer {token}") == 401, path, "with the token", token)
    check(status("GET", f"/api/state?token={server.token[:-1]}") == 401, "a part of the token")
    check(status("GET", "/api/state", Cookie=f"querent-{server.port}=x; a=b") == 401, "another cookie")
    code, headers, _ = server.request("GET", f"/?token={server.token}", headers={})
    check(code == 200, "the address that was printed")
    cookie = headers["Set-Cookie"]
    check("HttpOnly" in cookie and "SameSite=Strict" in cookie, cookie)
    check(status("GET", "/api/state", Cookie="a=b; " + cookie.split(";")[0]) == 200, "the cookie")

    # Host: DNS rebinding
    for host in ["evil.example", f"evil.example:{server.port}", "127.0.0.1.evil.example", "localhost.evil.example", "", "[::1", "127.0.0.1@evil.example"]:
        check(status("GET", "/api/state", Host=host, **bearer) in (400, 421), "Host", host)
    for host in [f"localhost:{server.port}", "127.0.0.1", "[::1]:9000", "LOCALHOST:80"]:
        check(status("GET", "/api/state", Host=host, **bearer) == 200, "Host", host)
    two = f"GET /api/state HTTP/1.1\r\nHost: 127.0.0.1\r\nHost: evil.example\r\nAuthorization: Bearer {server.token}\r\n\r\n"
    check(b" 400 " in server.raw(two.encode())[:20], "two Hosts")

    # Origin: posts and WebSockets of other sites
    for origin in ["https://evil.example", "null", own.replace("http", "https"), own + "0", "http://127.0.0.1:1"]:
        check(status("POST", "/api/answer", answer, Origin=origin, **post) == 403, "Origin", origin)
    check(status("POST", "/api/answer", answer, Sec_Fetch_Site="cross-site", **post) == 403, "Sec-Fetch-Site")
    check(status("POST", "/api/answer", answer, Sec_Fetch_Site="same-site", **post) == 403, "Sec-Fetch-Site")
    upgrade = {"Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA=="}
    check(status("GET", "/api/live", Origin="https://evil.example", **upgrade, **bearer) == 403, "a WebSocket of another site")
    check(status("GET", "/api/live", Origin=own, **upgrade) == 401, "a WebSocket without a token")
    check(status("GET", "/api/state", Origin=own, **upgrade, **bearer) == 404, "a WebSocket elsewhere")
    check(status("GET", "/api/live", Origin=own, **upgrade, **bearer) == 101, "our own WebSocket")

    # method and type
    check(status("POST", "/api/answer", answer, **bearer, Content_Type="application/x-www-form-urlencoded") == 415, "a form")
    check(status("POST", "/api/answer", answer, **bearer, Content_Type="text/plain") == 415, "plain text")
    for method in ["PUT", "DELETE", "OPTIONS", "TRACE", "CONNECT"]:
        check(status(method, "/api/answer", **post) in (400, 405), method)
    check(status("GET", "/api/answer", **bearer) == 405 and status("POST", "/api/state", answer, **post) == 405, "the other method")

    # paths
    for path in ["/../../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "//etc/passwd", "/export/../web.json", "/export/%2e%2e%2fweb.json", "/export/",
                 "/web.json", "/export/labels.tsv/../../web.json", "/..%5c..%5cx", "/page.js/", "/./page.js", "/%00", "/index.html%00.js"]:
        code, _, body = server.request("GET", path, headers=bearer)
        check(code in (400, 404) and server.token.encode() not in body and b"root:" not in body, path, code)

    # malformed requests change nothing and are reported
    for body in ["", "{", "[]", "1", "{}", '{"id":-1,"answer":"DB"}', '{"id":"x"}', '{"id":1e300,"skip":true}', '{"id":99999999,"answer":"DB"}', '{"item":7}', '{"item":"nobody","answer":"DB"}',
                 '{"id":1,"answer":["DB"]}', '{"undo":"yes"}', '{"class":""}', '{"class":"%s"}' % ("x" * 300), '{"item":"n1","answer":"DB","key":"%s"}' % ("k" * 200),
                 '{"item":"n1","answer":"DB","by":"%s"}' % ("b" * 200), '{"item":"n1","answer":"DB","by":"a\\u001b"}', '{"item":"n1","answer":"DB","seconds":"x"}', "[" * 5000, '{"a":' * 5000]:
        code, _, reply = server.request("POST", "/api/answer", body, post)
        check(code in (400, 404, 409) and json.loads(reply)["error"], body[:60], code, reply[:200])
    check(server.get("progress")["asked"] == 0, "none of it counts")
    for headers in [headers, server.request("GET", "/")[1], server.request("GET", "/nothing", headers={})[1]]:
        check("default-src 'none'" in headers["Content-Security-Policy"] and "unsafe" not in headers["Content-Security-Policy"], "CSP")
        check(headers["X-Content-Type-Options"] == "nosniff" and headers["Cache-Control"] == "no-store", headers)


def limits(server):
    before = server.memory()
    head = f"POST /api/answer HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {server.token}\r\nContent-Type: application/json\r\n"
    check(b" 413 " in server.raw((head + "Content-Length: 104857600\r\n\r\n").encode() + b"x" * 100_000)[:20], "a body of 100 MB")
    check(b" 4" in server.raw((head + "Content-Length: 99999999999999999999\r\n\r\n").encode())[:20], "a length beyond 64 bits")

    def endless(first, part):
        sent = len(first)
        with socket.create_connection(("127.0.0.1", server.port), 10) as line:
            line.sendall(first)
            try:
                while sent < 104_857_600:
                    line.sendall(part)
                    sent += len(part)
            except OSError:  # the server closed the connection
                return sent
        return sent
    check(endless((head + "Transfer-Encoding: chunked\r\n\r\n").encode(), b"10000\r\n" + b"x" * 0x10000 + b"\r\n") < 104_857_600, "100 MB in chunks")
    check(endless(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n", b"X-A: " + b"a" * 1000 + b"\r\n") < 104_857_600, "a header without end")
    check(endless(b"GET /", b"a" * 10_000) < 104_857_600, "a path without end")
    check(server.memory() < before + 30, "memory", before, server.memory())


def slow(server, clients):
    """Clients that send one byte per second must not slow down others."""
    lines, stop = [], threading.Event()
    head = b"POST /api/answer HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: "

    def drip():
        while not stop.wait(1):
            for line in lines:
                try:
                    line.send(b"a")
                except OSError:
                    pass
    for _ in range(clients):
        line = socket.create_connection(("127.0.0.1", server.port), 10)
        line.send(head)
        lines.append(line)
    threading.Thread(target=drip, daemon=True).start()
    took = []
    for i in range(150):
        began = time.monotonic()
        code, reply = server.post(item=f"n{i}", answer="DB", by="quick", key=f"quick {i}") if i % 3 == 0 else (server.request("GET", "/api/state")[0], None)
        check(code == 200, code, reply)
        took.append(time.monotonic() - began)
    # beyond the limit of connections, silent ones are closed
    for _ in range(150):
        lines.append(socket.create_connection(("127.0.0.1", server.port), 10))
    check(server.request("GET", "/api/state")[0] == 200, "served while all connections are in use")
    time.sleep(0.5)
    end = time.monotonic() + 15
    closed = 0
    while closed < clients and time.monotonic() < end:  # each is closed after ten seconds, in spite of its bytes
        time.sleep(0.5)
        closed = 0
        for line in lines[:clients]:
            line.setblocking(False)
            try:
                closed += line.recv(1, socket.MSG_PEEK) == b""
            except BlockingIOError:
                pass
            except OSError:
                closed += 1
    stop.set()
    for line in lines:
        line.close()
    check(closed == clients, closed, "of", clients, "slow clients were closed")
    print(f"{clients} slow clients: others' p50 {1000 * quantile(took, .5):.1f} ms, p99 {1000 * quantile(took, .99):.1f} ms")
    check(quantile(took, 0.99) < 1, "p99", quantile(took, 0.99))


def mutated(server, seconds, seed):
    rng = random.Random(seed)
    token = f"Authorization: Bearer {server.token}\r\n"
    body = '{"by":"x","key":"k","item":"n5","answer":"DB"}'
    seeds = [f"GET /api/{path} HTTP/1.1\r\nHost: 127.0.0.1\r\n{token}Connection: close\r\n\r\n" for path in
             ["state", "questions?by=x&k=2", "item?item=n3", "item?at=7", "neighbourhood?item=n4", "progress", "answers?most=5", "search?text=Paper", "places", "predictions", "export", "answer"]]
    seeds += [f"POST /api/answer HTTP/1.1\r\nHost: 127.0.0.1\r\n{token}Content-Type: application/json\r\nConnection: close\r\nContent-Length: {len(body)}\r\n\r\n{body}",
              f"GET /api/live HTTP/1.1\r\nHost: 127.0.0.1\r\n{token}Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n\x81\x85abcdhello"]
    end, sent = time.monotonic() + seconds, 0
    while time.monotonic() < end:
        data = bytearray(rng.choice(seeds), "latin-1")
        for _ in range(rng.choice([1, 1, 2, 5, 20])):
            at = rng.randrange(len(data))
            kind = rng.randrange(5)
            if kind == 0:
                data[at] = rng.randrange(256)
            elif kind == 1:
                data[at] ^= 1 << rng.randrange(8)
            elif kind == 2:
                del data[at:at + rng.randrange(1, 9)]
            elif kind == 3:
                data[at:at] = data[at:at + rng.randrange(1, 40)]
            else:
                data[at:at] = rng.choice([b"\r\n", b"\0", b"%00", b"%", b"\xff\xfe", b"9" * 30, b"-1", b"&k=0", b"{", b"\"", b"Transfer-Encoding: chunked\r\n"])
            if not data:
                break
        with socket.create_connection(("127.0.0.1", server.port), 5) as line:
            try:
                line.sendall(bytes(data))
                line.shutdown(socket.SHUT_WR)
                line.settimeout(0.2 if b"pgrade" in data else 5)
                while line.recv(1 << 16):
                    pass
            except (ConnectionError, TimeoutError):
                pass
        sent += 1
        check(server.process.poll() is None, "the server ended with", server.process.poll(), "after", bytes(data))
    print(f"{sent} mutated requests in {seconds} s")
    check(server.request("GET", "/api/state")[0] == 200, "the server still answers")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--seconds", type=float, default=3)
    parser.add_argument("--slow", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        write_graph(pathlib.Path(folder))
        server = Served(given.program, folder, "--dim", "20").start(first=True)
        try:
            guard(server)
            limits(server)
            slow(server, given.slow)
            mutated(server, given.seconds, given.seed)
            check((server.out / "web.json").stat().st_mode & 0o077 == 0, "only its owner can read web.json")
            ended = server.stop()
            check(ended == 130, "Ctrl-C ends with", ended)
        finally:
            server.process.kill()
    print("no attack was accepted, no answer was lost")


main()
