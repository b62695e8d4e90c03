#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""rows.py [SOURCE_DIR]: of every row of the findings, what was wrong and which test holds it. Exits 1 when a row's test does not have what
the table says of it. ROW | what | file | text in it."""
import os, sys

TABLE = """
S1 | shell commands in a name ran | tests/attack/s1.py | S1:
S2 | merge and sweep trusted plans and cells | tests/attack/s2.py | S2:
S3 | a checkpoint was resumed on other data | tests/attack/s3.py | S3:
S4 | named pipes hung | tests/attack/s4.py | S4:
S5.1 | CSV with a stray quote | tests/attack/s5.py | at("S5.1")
S5.2 | shapes with a zero | tests/attack/s5.py | at("S5.2")
S5.3 | indices of 2^31 | tests/attack/s5.py | at("S5.3")
S5.4 | one long row, zip bombs | tests/attack/s5.py | at("S5.4")
S5.5 | 100,000 attributes, long lines | tests/attack/s5.py | at("S5.5")
S5 | the same in counted steps | tests/attack/s5_steps.py | S5, counted
S6 | eigenvalues of long, thin graphs | tests/attack/s6.py | S6:
S7 | ids with line ends shifted rows | tests/attack/s7.py | S7:
S8 | a stale row cache | tests/attack/s8.py | S8:
S9 | a damaged registration | tests/attack/s9.py | S9:
S10 | sweep with BBQ | tests/attack/s10.py | S10:
S11 | two trainings of one model | tests/attack/s11.py | S11:
S12 | terminal escapes | tests/attack/s12.py | S12:
S13 | text that is not UTF-8, in arrays | tests/attack/s13.py | S13:
S14 | decimal commas | tests/attack/s14.py | S14:
S15 | docs/formats.md on citation files | tests/attack/s15.py | S15:
S16.1 | names beyond 255 bytes, loops of links | tests/attack/s16.py | at("S16.1")
S16.2 | SIGXFSZ | tests/attack/s16.py | at("S16.2")
S16.3 | standard output closed | tests/attack/s16.py | at("S16.3")
S16.4 | no HOME | tests/attack/s16.py | at("S16.4")
S16.5 | NaN, negative seeds | tests/attack/s16.py | at("S16.5")
S16.6 | outputs over inputs | tests/attack/s16.py | at("S16.6")
S16.7 | weights at the ends of double | tests/attack/s16.py | at("S16.7")
S16.8 | messages without a remedy or a place | tests/remedies.py | without a remedy
S16.9 | temporaries of a killed run | tests/attack/s16.py | at("S16.9")
S16.9 | a file cut while it is read | tests/datasets/input.cpp | a file that shrinks while it is read is truncated at byte N
S16.10 | names of 240 to 255 bytes, links | tests/attack/s16.py | at("S16.10")
S16.11 | formulas in CSV | tests/attack/s12.py | no formula in CSV
R1-R37 | every case that came out otherwise | tests/attack/r1.py | range(1, 38)
G1-G26 | files people have | tests/attack/g1.py | range(1, 27)
counts | malformed inputs of every format | tests/graph/malformed.cpp | TEST_CASE
counts | damaged plans, cells, shards of sweeps | tests/attack/s2.py | S2:
counts | damaged embedding shards | tests/attack/s13.py | k.shards
counts | the system: descriptors, /dev/full, FIFO, limits | tests/attack/s16.py | ulimit
counts | awkward graphs against closed forms | tests/spectral/embedding.cpp | (S6)
counts | kills, resumed, compared | tests/torture.py | ended in the same bytes
counts | concurrency | tests/attack/s11.py | three at once
counts | servers that lie | tests/attack/servers.py | redirect-loop
counts | flips and cuts of models | tests/attack/s16.py | damaged.m
counts | mutated command lines and files | tests/attack/mutations.py | command lines
counts | calls that fail | tests/attack/fail_nth.py | rename
beyond | a dense table that is hashed | tests/datasets/vectors_transform.cpp | a table of dense rows is hashed
beyond | hashed rows of another density than the model's | tests/apps/learning_options.cpp | scales those of another density
beyond | a weight of a class without an end | tests/catalogue/weighed_learner.cpp | so many copies would never end
beyond | kept parts of reproduce | tests/apps/reproduce_duol.cpp | read field by field
beyond | a parameter that is given twice | tests/apps/learning_options.cpp | given twice is refused
X2-M5 | threads of one Python session, or one classifier | tests/python/test_threads.py | test_eight_threads_ask_and_tell_one_session
X2-M5 | arrays of a graph or of rows that another thread changes | tests/python/test_threads.py | test_a_graph_keeps_its_own_arrays
X2-M6 | Python ids, labels, counts and reals that wrap | tests/python/test_hostile.py | test_every_public_name_has_a_call
X2-L4 | NaN scores, passes of 0 and 2^64, infinite C, CSR beyond its shape | tests/python/test_hostile.py | test_findings_of_the_second_round
X2-L10 | a rule by a name of another | tests/python/test_play.py | on a graph alone `auto` asks by another rule
numbers | seeds, shares, rates and all other numbers | tests/attack/n1.py | help", "--as", "markdown
"""

root = sys.argv[1] if len(sys.argv) > 1 else os.path.join(os.path.dirname(os.path.abspath(__file__)), "../..")
missing = rows = 0
for line in TABLE.strip().splitlines():
    row, what, file, text = (part.strip() for part in line.split(" | "))
    rows += 1
    path = os.path.join(root, file)
    held = os.path.exists(path) and text in open(path, encoding="utf-8").read()
    missing += not held
    print(f"{row:8} {what}: {file}{'' if held else ' DOES NOT HAVE IT'}")
print(f"{rows} rows, {missing} without a test")
sys.exit(missing > 0)
