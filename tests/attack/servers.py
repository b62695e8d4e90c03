#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Servers that break connections, send wrong data, redirect, loop, stall or send web pages: fetching from them ends with the documented
exit code, and afterwards the cache has the correct file or none. (tests/datasets/fetch.cpp tests each in detail.)"""
import hashlib, os, shutil, subprocess
from attack import *

root = os.environ.get("QUERENT_SHARED", os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../shared"))
data = os.path.join(root, "data")
if not os.path.isdir(os.path.join(data, "graphs/polbooks")):
    print("skipped by name: ../shared/data/graphs/polbooks is not here")
    sys.exit(0)
right_sums = {hashlib.sha256(open(f, "rb").read()).hexdigest() for f in files_below(os.path.join(data, "graphs/polbooks"))}
server = subprocess.Popen([sys.executable, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../datasets/http_server.py"), data, os.path.join(scratch, "log")],
                          stdin=subprocess.PIPE, stdout=subprocess.PIPE)
port = int(server.stdout.readline())
for behaviour, codes in (("serve", [0]), ("redirect", [0]), ("busy-once", [0]), ("cut-once:700", [0]), ("norange-cut-once:700", [0]), ("cut:700", [0, 4]), ("short:700", [0, 3, 4]), ("lie", [3, 4]), ("more", [3, 4]),
                         ("endless", [3, 4]), ("promise:1000", [0, 4]), ("promise:-10", [3, 4]), ("other-range", [0, 3, 4]), ("packed", [0, 3, 4]), ("html", [3, 4]), ("redirect-file", [3, 4]), ("redirect-loop", [3, 4]), ("status:404", [4]), ("status:500", [4])):
    cache = os.path.join(scratch, "cache-" + behaviour.replace(":", "-"))
    ended = expect(behaviour, run("datasets", "fetch", "polbooks", "--quiet", env={"QUERENT_CACHE": cache, "QUERENT_MIRROR": f"http://127.0.0.1:{port}/{behaviour}/"}, timeout=50), codes)
    wrong = [f for f in files_below(cache) if f.endswith((".tsv", ".gml", ".xz")) and hashlib.sha256(open(f, "rb").read()).hexdigest() not in right_sums]
    check(f"{behaviour}: no wrong file in the cache", not wrong, wrong)
    again = expect(f"{behaviour}, then an honest one", run("datasets", "fetch", "polbooks", "--quiet", env={"QUERENT_CACHE": cache, "QUERENT_MIRROR": "file://" + data}, timeout=50), 0)
# an archive whose members have the wanted name, in other folders
import io, tarfile, zipfile
for place in ("../../../", "/tmp/", "a/../../../../", ""):
    cache = os.path.join(scratch, "cache-slip")
    shutil.rmtree(cache, True)
    for kind in ("tar.gz", "zip"):
        path = os.path.join(scratch, "slip." + kind)
        text = b"a b\nb c\nc a\n"
        if kind == "zip":
            with zipfile.ZipFile(path, "w") as archive:
                archive.writestr(place + "PLANTED.npy", text)
        else:
            with tarfile.open(path, "w:gz") as archive:
                info = tarfile.TarInfo(place + "PLANTED.npy")
                info.size = len(text)
                archive.addfile(info, io.BytesIO(text))
                link = tarfile.TarInfo(place + "link")
                link.type, link.linkname = tarfile.SYMTYPE, "/etc/passwd"
                archive.addfile(link)
        expect(f"a member {place}PLANTED in a {kind}", run("inspect", path), (0, 3))
        expect(f"the same, added: {place} {kind}", run("datasets", "add", "slip", "--edges", path, env={"QUERENT_CACHE": cache}), (0, 2, 3))
        check(f"{place} {kind}: nothing is planted", not [f for f in files_below(scratch) if "PLANTED" in f] and not os.path.exists("/tmp/PLANTED.npy"))
server.stdin.close()
finish("servers")
