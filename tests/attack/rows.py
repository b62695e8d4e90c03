#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""rows.py [SOURCE_DIR]: for every row of the findings the defect and the test that covers it. Exits 1 if a test does not contain the text
in the table. ROW | defect | file | text in it."""
import os, sys

TABLE = r"""
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
beyond | hashed rows of another density than the model's | tests/apps/learning_options.cpp | scales rows of another density
beyond | a weight of a class without an end | tests/catalogue/weighed_learner.cpp | too many copies
beyond | kept parts of reproduce | tests/apps/reproduce_duol.cpp | checked field by field
beyond | a parameter that is given twice | tests/apps/learning_options.cpp | given twice is rejected
2.H1 | a BibTeX string of strings took the machine | tests/attack/s40_inputs.py | at("H1")
2.H1 | what a reader takes grows with its input alone, every format | tests/attack/s40_growth.py | every format has a row
2.M7 | repeated keys, equal authors: quadratic | tests/attack/s40_growth.py | keys of all entries equal
2.H2 | scores that are not finite, 22 learners never ended | tests/attack/s40_inputs.py | at("H2")
2.H2 | the same in every learner of the catalogue | tests/catalogue/finite.cpp | H2: every learner gives finite scores
2.H2 | areas of scores that are NaN | tests/apps/learning_options.cpp | found NaN
2.M4 | row caches with a checksum made again | tests/datasets/row_cache.cpp | M4: a cache whose checksums were made again
2.M4 | caches of other users | tests/datasets/row_cache.cpp | M4: a cache that another user can have written
2.M4 | embedding caches with a checksum made again | tests/fuzz/targets/state.cpp | embedding-cache
2.M4 | row caches under the fuzzer, checksums made again | tests/fuzz/targets/state.cpp | with_row_checksums
2.L5 | shards of nothing | tests/attack/s40_inputs.py | at("L5")
2.L6 | % asym alone | tests/attack/s40_inputs.py | at("L6")
2.L7 | an empty file and labels | tests/attack/s40_inputs.py | at("L7")
2.L9 | rows without their nodes | tests/attack/s40_inputs.py | at("L9")
2.servers | endless, promising, packed; archives that climb | tests/attack/servers.py | nothing is planted
2.full | caches of rows on a full disk | tests/attack/s40_inputs.py | at("full")
2.M5 | threads of one Python session, or one classifier | tests/python/test_threads.py | test_eight_threads_ask_and_tell_one_session
2.M5 | arrays of a graph or of rows that another thread changes | tests/python/test_threads.py | test_a_graph_keeps_its_own_arrays
2.M6 | Python ids, labels, counts and reals that wrap | tests/python/test_hostile.py | test_every_public_name_has_a_call
2.L4 | NaN scores, passes of 0 and 2^64, infinite C, CSR beyond its shape | tests/python/test_hostile.py | test_findings_of_the_second_round
2.L10 | a rule by a name of another | tests/python/test_play.py | on a graph without features `auto` uses another rule
2.C1 | −0 bricked a store: 100,000 lines with any value in any field | tests/ask/any_value.cpp | is refused or read back (C1)
2.C1 | stores that were bricked so are mended, nothing else is | tests/ask/lost.cpp | no other damage is (C1)
2.C1 | odd numbers in every field, over the program | tests/attack/r21.py | at("C1")
2.M1 | bytes of the log changed or missing | tests/ask/lost.cpp | answers are intact or an error is reported (M1)
2.M1 | rows removed at the end of any table | tests/ask/lost.cpp | of any table are detected (M1, L3)
2.M1 | log, head, database damaged or missing, over the program | tests/attack/r21.py | at("M1")
2.M1 | killed between a commit and its head | tests/ask/lost.cpp | killed between a commit and its head
2.M2 | a key for other content, another person, or querent's own | tests/attack/r21.py | at("M2")
2.M3 | Ctrl-Z and fg, SIGSTOP and SIGCONT | tests/ask/terminal.py | def stopped
2.M3 | Ctrl-\ | tests/ask/terminal.py | def ended_by_a_key
2.M3 | keys typed before a question was drawn | tests/ask/terminal.py | def typed_too_early
2.L1 | an unknown Transfer-Encoding was read on | tests/attack/r21.py | at("L1")
2.L2 | exports and made-up names took all there is | tests/attack/r21.py | at("L2")
2.L3 | a planted view, trigger, table or index | tests/ask/lost.cpp | that was added is rejected (L3)
2.L3 | the same over the program | tests/attack/r21.py | at("L3")
2.L8 | a link that leads nowhere | tests/attack/r21.py | at("L8")
2.L11 | an error of 0 that nobody estimated | tests/attack/r21.py | at("L11")
2.power | the power is cut at every point | tests/ask/power_cut.py | as a disk may hold
2.clock | a clock that jumps | tests/attack/r21.py | at("clock")
2.read-only | a folder that cannot be written | tests/attack/r21.py | at("read-only")
2.slow | headers, bodies and chunks a byte a second | tests/attack/r21.py | at("slow")
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
