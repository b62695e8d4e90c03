# SPDX-License-Identifier: Apache-2.0
"""Runs a measured program with a limit and a number of threads, and returns its cost."""
import json
import os
import re
import signal
import subprocess
import sys
import time
from dataclasses import dataclass

HERE = os.path.dirname(os.path.realpath(__file__))


@dataclass
class Cost:
    wall: float = 0.0
    cpu: float = 0.0
    peak: float = 0.0      # MB of the whole process; 0: unknown
    residual: str = ""     # of eigenpairs, relative to the norm of L
    nodes: int = 0         # of the graph that was embedded
    edges: int = 0
    exceeded: float = 0.0  # the limit in CPU seconds, when it was reached
    failed: str = ""

    def text(self):
        if self.failed:
            return self.failed
        if self.exceeded:
            return f"> {self.exceeded:g} s"
        shown = [seconds(self.cpu) if self.cpu == self.wall else f"{seconds(self.cpu)} CPU, {seconds(self.wall)} wall"]
        shown += [f"{self.peak:.0f} MB"] if self.peak else []
        return ", ".join(shown + ([self.residual] if self.residual else []))


def seconds(s):
    for unit, name in ((1, "s"), (1e-3, "ms"), (1e-6, "µs")):
        if s >= unit:
            break
    return f"{s / unit:.3g} {name}" if s / unit < 100 else f"{s / unit:.0f} {name}"


def times(ours, peer):
    """The peer's CPU seconds divided by ours."""
    if peer.failed or ours.failed or ours.exceeded:
        return "–"
    ratio = (peer.exceeded or peer.cpu) / ours.cpu
    return f"{'> ' if peer.exceeded else ''}{ratio:.2g}" if ratio < 10 else f"{'> ' if peer.exceeded else ''}{ratio:.0f}"


def environment(threads):
    """Sets the number of threads of libraries that choose their own."""
    return {**os.environ, **{name: str(threads) for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")}}


def cost_in(line):
    """Parses wall 0.1 s, cpu 0.1 s, peak 55 MB, residual 1e-7 in the output of a program."""
    def named(name):
        found = re.search(rf"\b{name} ([-+.\de]+)", line)
        return found.group(1) if found else None
    def counted(what):
        found = re.search(rf"(\d+) {what}\b", line)
        return int(found.group(1)) if found else 0
    return Cost(float(named("wall")), float(named("cpu")), float(named("peak") or 0), named("residual") or "",
                nodes=counted("nodes"), edges=counted("edges"))


UNDER = []  # a command that starts every measured program, such as `taskset -c 1`


def started(command, threads, limit):
    return subprocess.run([*UNDER, *command], capture_output=True, text=True, env=environment(threads), timeout=20 * limit)


def printed(command, threads=1, limit=600.0):
    """The cost that a command prints in its last line."""
    try:
        done = started(command, threads, limit)
    except subprocess.TimeoutExpired:
        return Cost(exceeded=limit)
    if done.returncode % 256 in (256 - signal.SIGPROF, 128 + signal.SIGPROF):
        return Cost(exceeded=limit)
    if done.returncode != 0:
        print(done.stderr, file=sys.stderr)
        shown = "no module" if "ModuleNotFoundError" in done.stderr else "did not converge" if "converge" in done.stderr else "failed"
        return Cost(failed=shown)
    return cost_in(done.stdout.strip().splitlines()[-1])


def peer(name, limit, *arguments):
    return printed([sys.executable, os.path.join(HERE, "peers.py"), name, str(limit), *map(str, arguments)], limit=limit)


def whole(command, threads=1):
    """The cost of a process from its start to its end."""
    return printed([sys.executable, os.path.join(HERE, "measure.py"), *command], threads)


class Graphs:
    """Makes each graph once below `folder`. Generators and real graphs outside this tree are taken from the shared data."""

    def __init__(self, folder, source):
        self.folder = folder
        shared = os.environ.get("QUERENT_SHARED", os.path.join(source, "..", "shared"))
        self.tools, self.vectors = os.path.join(shared, "tools"), os.path.join(shared, "data", "vectors")
        self.graphs = [os.path.join(source, "datasets", "embedded", "graphs"), os.path.join(shared, "data", "graphs")]
        os.makedirs(folder, exist_ok=True)

    def path(self, name, ending):
        return os.path.join(self.folder, f"{name}.{ending}")

    def edges(self, name):
        """The path of NAME.edges; None if it cannot be made."""
        path = self.path(name, "edges")
        if not os.path.exists(path):
            sources = json.dumps({"tools": self.tools, "graphs": self.graphs})
            subprocess.run([sys.executable, os.path.join(HERE, "graphs.py"), name, sources, path[:-6]], check=True)
        if os.path.exists(path):
            return path
        print(f"skipped: {name}, whose source is missing", file=sys.stderr)
        return None


def google(program, pattern):
    """{name: cost of one iteration} of the benchmarks of a Google Benchmark program."""
    done = started([program, f"--benchmark_filter={pattern}", "--benchmark_format=json", "--benchmark_min_time=0.5"], 1, 600)
    done.check_returncode()
    unit = {"ns": 1e-9, "us": 1e-6, "ms": 1e-3, "s": 1.0}
    return {b["name"]: Cost(b["cpu_time"] * unit[b["time_unit"]], b["cpu_time"] * unit[b["time_unit"]])
            for b in json.loads(done.stdout)["benchmarks"]}


def best(measure, repeats):
    """The repetition with the fewest CPU seconds, to exclude the effect of other work."""
    return min((measure() for _ in range(repeats)), key=lambda cost: (bool(cost.failed), cost.cpu))


def run_to_the_end(command):
    """Prints what `command` costs, for whole()."""
    begin = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    print(f"wall {time.perf_counter() - begin:.3f} s\tcpu {usage.ru_utime + usage.ru_stime:.3f} s\tpeak {usage.ru_maxrss / 1024:.0f} MB")
    return os.waitstatus_to_exitcode(status)


def machine():
    """Describes the machine, without names of hosts or users."""
    with open("/proc/cpuinfo") as file:
        info = dict(re.findall(r"^(model name|cpu family|model|cpu MHz)\s*: (.*)$", file.read(), re.M))
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    compiler = subprocess.run(["g++", "-dumpfullversion"], capture_output=True, text=True).stdout.strip()
    versions = []
    for package in ("numpy", "scipy", "sklearn", "pandas", "slepc4py-real"):
        found = subprocess.run(["dpkg-query", "-W", "-f", "${Version}", f"python3-{package}"], capture_output=True, text=True)
        versions += [f"{package} {found.stdout.split('-')[0]}"] if found.returncode == 0 else []
    busy = f"; **other work was running, a load of {os.getloadavg()[0]:.1f}**" if os.getloadavg()[0] > 0.7 else ""
    return (f"{info.get('model name', 'unknown')} (family {info.get('cpu family')}, model {info.get('model')}), {os.cpu_count()} "
            f"cores, {memory:.0f} GB; g++ {compiler}; Debian's {', '.join(versions)}{busy}")


if __name__ == "__main__":
    sys.exit(run_to_the_end(sys.argv[1:]))
