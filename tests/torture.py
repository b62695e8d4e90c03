#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""torture.py PROGRAM KILLS [SEED]: kills runs with --checkpoint-every by SIGKILL at random
moments and right after a checkpoint was written; resumes them until they end; and compares predictions, curve, run.json
(except its seconds) and model with those of a run without interruption and checkpoints. Every learner is tested, with
its own query rule, then with others, budgets, delayed labels, label sets and streams. Exits with 1 at the first difference."""
import json, os, random, shutil, signal, subprocess, sys, tempfile, time

program, kills = sys.argv[1], int(sys.argv[2])
dice = random.Random(int(sys.argv[3]) if len(sys.argv) > 3 else 0)
scratch = tempfile.mkdtemp(prefix="querent-torture-")
os.environ["QUERENT_CACHE"] = os.path.join(scratch, "cache")


def rows(classes, n=240, d=6):
    """svmlight rows around one centre per class."""
    file = os.path.join(scratch, f"{classes}.svm")
    draw = random.Random(classes)
    with open(file, "w") as out:
        for i in range(n):
            y = draw.randrange(classes)
            x = [(2.0 if j % classes == y else 0.0) + draw.gauss(0, 1) for j in range(d)]
            out.write(f"{y} " + " ".join(f"{j + 1}:{v:.6g}" for j, v in enumerate(x) if draw.random() < 0.8) + "\n")
    return file


def label_sets(n=200):
    file = os.path.join(scratch, "sets.svm")
    draw = random.Random(9)
    with open(file, "w") as out:
        for i in range(n):
            y = sorted(draw.sample(range(4), 1 + draw.randrange(2)))
            x = [(1.0 if j in y else 0.0) + draw.gauss(0, 0.5) for j in range(4)]
            out.write(",".join(map(str, y)) + " " + " ".join(f"{j + 1}:{v:.6g}" for j, v in enumerate(x)) + "\n")
    return file


def jobs():
    listed = json.loads(subprocess.run([program, "learners", "--json"], check=True, capture_output=True).stdout)
    names = [learner["name"] for learner in listed["learners"]]
    two, three, sets = rows(2), rows(3), label_sets()
    plain = [[two, "--learner", name, "--scale", "standard"] for name in names]
    plain += [["karate", "--learner", name] for name in ("MSG", "auto", "BBQ", "thrifty", "GPA")]
    plain += [[three, "--learner", name] for name in ("MPAA-I", "MD-ADA", "M-DUOL", "MIRA", "MSG")]
    odd = [[two, "--learner", "PA-I", "--budget", "20"], ["karate", "--learner", "auto", "--budget", "30"], [two, "--learner", "MSG", "--query", "random:0.3", "--budget", "10%"],
           [two, "--learner", "RLS-all", "--batch", "5"], [two, "--learner", "thrifty", "--delay", "7"],
           [two, "--learner", "auto", "--batch", "3", "--delay", "4", "--budget", "40"],
           [two, "--learner", "DUOL-rand", "--budget-sv", "9"], [two, "--learner", "PEA", "--stop-at-error", "0.4"],
           [two, "--learner", "DUOL", "--hold-out", "0.2", "--final"], [two, "--learner", "PA-I", "--query", "threshold"],
           [sets, "--learner", "M-DUOL"], [sets, "--learner", "MIRA"]]
    odd += [[file, "--stream", "--learner", name, "--scale", scale] for file, name, scale in (
        (two, "PA-I", "none"), (two, "D-ADA-I", "standard"), (three, "MD-AMD-I", "minmax"), (two, "DUOL", "unit"))]
    dice.shuffle(plain)
    dice.shuffle(odd)
    order = []
    while plain or odd:
        order += plain[:2] + odd[:1]
        plain, odd = plain[2:], odd[1:]
    return order


def command(job, directory, every):
    line = [program, "train", *job, "--seed", "3", "--quiet", "--threads", "1", "--model", directory + ".model", "--out", directory]
    return line + (["--checkpoint-every", str(every)] if every else [])


def outcome(directory):
    """The outputs that must be equal, as bytes."""
    with open(os.path.join(directory, "run.json")) as file:
        run = json.load(file)

    def timeless(value):
        if isinstance(value, dict):
            return {k: timeless(v) for k, v in value.items() if k not in ("seconds", "cache", "machine", "model")}
        return [timeless(v) for v in value] if isinstance(value, list) else value

    kept = {"run.json": json.dumps(timeless(run)).encode()}
    for name in ("predictions.csv", "curve.csv"):
        with open(os.path.join(directory, name), "rb") as file:
            kept[name] = file.read()
    with open(directory + ".model", "rb") as file:
        kept["model"] = file.read()
    return kept


def checkpoint(directory):
    """Identifies the present checkpoint; changes whenever one is written."""
    try:
        status = os.stat(os.path.join(directory, "checkpoint", "run-0-0.checkpoint"))
        return status.st_ino, status.st_mtime_ns
    except OSError:
        return None


def killed(job, directory, every, usual):
    """Starts the run and kills it; returns whether it was alive, and its exit code if not."""
    process = subprocess.Popen(command(job, directory, every), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    if dice.random() < 0.5:
        end = time.monotonic() + dice.random() * usual
        while process.poll() is None and time.monotonic() < end:
            time.sleep(0.0005)
    else:
        seen, left = checkpoint(directory), 1 + dice.randrange(3)
        while process.poll() is None and left:
            now = checkpoint(directory)
            left -= now != seen
            seen = now
            time.sleep(0.0001)  # leaves the processor to the run
    if process.poll() is None:
        process.send_signal(signal.SIGKILL)
    process.wait()
    return process.returncode == -signal.SIGKILL, process.returncode, process.stderr.read().decode()


def fail(job, why):
    print("FAILED:", " ".join(job), "—", why)
    sys.exit(1)


done = resumed = runs = 0
each = max(1, min(4, kills // len(jobs())))  # so that every job is tested, if there are enough kills
try:
    todo = []
    while done < kills:
        todo = todo or jobs()
        job = todo.pop(0)
        whole, cut = (os.path.join(scratch, name) for name in ("whole", "cut"))
        begin = time.monotonic()
        if (code := subprocess.run(command(job, whole, 0), stdout=subprocess.DEVNULL).returncode) != 0:
            fail(job, f"exit {code} of the uninterrupted run")
        usual = time.monotonic() - begin + 0.05
        every = dice.choice((7, 20, 45))
        here = 0
        while here < each and done < kills:
            resumed += checkpoint(cut) is not None
            alive, code, output = killed(job, cut, every, usual)
            if not alive:
                if code != 0:
                    fail(job, f"exit {code}: {output}")
                break
            here, done = here + 1, done + 1
            for name in ("predictions.csv", "curve.csv"):
                if os.path.exists(os.path.join(cut, name)) and open(os.path.join(cut, name), "rb").read() != open(os.path.join(whole, name), "rb").read():
                    fail(job, f"a part of {name} under its final name")
        resumed += checkpoint(cut) is not None
        ended = subprocess.run(command(job, cut, every), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        if ended.returncode != 0:
            fail(job, f"exit {ended.returncode}: {ended.stderr.decode()}")
        one, other = outcome(whole), outcome(cut)
        for name in one:
            if one[name] != other[name]:
                fail(job, f"{name} differs after {here} kills, --checkpoint-every {every}")
        if os.path.exists(os.path.join(cut, "checkpoint")):
            fail(job, "the checkpoint was not removed")
        runs += 1
        for directory in (whole, cut):
            shutil.rmtree(directory)
            os.remove(directory + ".model")
    print(f"{done} kills of {runs} runs, {resumed} resumed from a checkpoint: all ended in the same bytes")
finally:
    shutil.rmtree(scratch, ignore_errors=True)
