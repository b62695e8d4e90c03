#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Does the program stop within a second after Ctrl-C, in every phase?

    interrupts.py QUERENT [GRAPH LABELS] [--nodes 200000] [--moments 20] [--limit 1.0]
                  [--seconds S --part 3:7]

Runs `QUERENT run GRAPH --labels LABELS --learner MSG` once to the end, then again with SIGINT at
moments spread evenly over that time. Every run must exit with 130 within the limit and leave its
output directory empty. Prints one line per moment: the time, the last progress, the delay of the
exit; and the longest time without progress in the whole run, with the phase before it. With
--seconds the whole run is skipped, and --part selects some of the moments. Without GRAPH it
makes a power-law graph of --nodes nodes.
"""
import argparse, os, pty, random, re, select, shutil, signal, subprocess, sys, tempfile, time


def make_graph(folder, nodes):
    edges = 5 * nodes
    draw = random.Random(1)
    graph, labels = os.path.join(folder, "g.edges"), os.path.join(folder, "g.labels")
    with open(graph, "w") as out:
        for i in range(1, nodes):
            out.write(f"{i} {int(i * draw.random() ** 2)}\n")  # a tree connects all nodes
        for _ in range(edges - nodes):
            u, v = int(nodes * draw.random() ** 2), int(nodes * draw.random())
            if u != v:
                out.write(f"{u} {v}\n")
    with open(labels, "w") as out:
        for i in range(nodes):
            out.write(f"{i} {i * 4 // nodes}\n")
    return graph, labels


class Run:
    """One run on a terminal of its own, so that progress is shown."""

    def __init__(self, options, folder):
        self.out = os.path.join(folder, "out")
        shutil.rmtree(self.out, ignore_errors=True)
        ours, theirs = pty.openpty()
        self.terminal = ours
        self.shown = b""
        self.process = subprocess.Popen(
            [options.querent, "run", options.graph, "--labels", options.labels, "--learner", "MSG",
             "--no-cache", "--threads", "2", "--out", self.out],
            stdout=subprocess.DEVNULL, stderr=theirs, process_group=0)  # Ctrl-C here must not reach it
        os.close(theirs)
        self.start = self.last_output = time.monotonic()
        self.silence = (0.0, "")

    def watch(self, seconds):
        """Reads the output until the program ends or the time has passed."""
        end = time.monotonic() + seconds
        while self.process.poll() is None and (left := end - time.monotonic()) > 0:
            if select.select([self.terminal], [], [], min(left, 0.005))[0]:
                try:
                    news = os.read(self.terminal, 65536)
                except OSError:
                    break
                now = time.monotonic()
                self.silence = max(self.silence, (now - self.last_output, self.phase()))
                self.last_output = now
                self.shown = (self.shown + news)[-4096:]
        self.silence = max(self.silence, (time.monotonic() - self.last_output, self.phase()))
        if time.monotonic() < end and self.process.poll() is None:
            self.process.wait(max(0.0, end - time.monotonic()))
        return self.process.poll()

    def phase(self):
        lines = [s.strip() for s in re.split(r"[\r\n]|\x1b\[K", self.shown.decode("utf8", "replace"))]
        lines = [s for s in lines if s]
        return lines[-1][:60] if lines else "(nothing yet)"

    def close(self):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        os.close(self.terminal)


def time_of_whole_run(options, folder):
    run = Run(options, folder)
    if run.watch(600) != 0:
        sys.exit(f"the whole run ended with {run.process.poll()}: {run.phase()}")
    seconds = time.monotonic() - run.start
    run.close()
    print("%.2f s to the end; nothing new shown for at most %.2f s, after: %s" % (seconds, *run.silence), flush=True)
    return seconds


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("querent")
    parser.add_argument("graph", nargs="?")
    parser.add_argument("labels", nargs="?")
    parser.add_argument("--nodes", type=int, default=200_000)
    parser.add_argument("--moments", type=int, default=20)
    parser.add_argument("--seconds", type=float)
    parser.add_argument("--part", default=":")
    parser.add_argument("--limit", type=float, default=1.0)
    options = parser.parse_args()
    folder = tempfile.mkdtemp()
    try:
        if options.graph is None:
            options.graph, options.labels = make_graph(folder, options.nodes)
        seconds = options.seconds or time_of_whole_run(options, folder)
        failed = 0
        first, last = options.part.split(":")
        for k in range(int(first or 0), int(last or options.moments)):
            run = Run(options, folder)
            run.watch(seconds * (k + 0.5) / options.moments)
            if run.process.poll() is not None:
                print("ended before its signal")
                run.close()
                continue
            phase = run.phase()
            sent = time.monotonic()
            after = sent - run.start
            os.kill(run.process.pid, signal.SIGINT)
            run.watch(10)
            took = time.monotonic() - sent
            code = run.process.poll()
            left = os.listdir(run.out) if os.path.isdir(run.out) else []
            # a signal after the last byte is written comes too late
            good = took <= options.limit and (code == 130 and not left or code == 0)
            failed += not good
            print(f"{after:7.2f} s  answered in {took:.3f} s, exit {code}{'' if good else '  FAILED'}"
                  f"  {left or ''}  {phase}", flush=True)
            run.close()
        sys.exit(f"{failed} did not end in time" if failed else 0)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


main()
