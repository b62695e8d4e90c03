# SPDX-License-Identifier: Apache-2.0
"""make_stub.py FILE: writes the types of the learners of the catalogue, querent/learners.pyi."""
import inspect
import sys

sys.path.pop(0)  # the package beside this file has no compiled module

from querent import learners  # noqa: E402

sys.stdout = open(sys.argv[1], "w")
print("# Made by apps/python/make_stub.py from the catalogue.\nfrom typing import Any\nfrom .online import OnlineClassifier\nfrom .rules import QueryRule\n")
print("def learner_names() -> list[str]: ...\ndef learner(name: str, **params: Any) -> OnlineClassifier: ...\n")
KINDS = {"query": "str | QueryRule", "random_state": "int | None"}
for name in learners._NAMES:
    kind = getattr(learners, name)
    given = [p for p in inspect.signature(kind.__init__).parameters.values() if p.name != "self"]
    shown = ", ".join(f"{p.name}: {KINDS.get(p.name, type(p.default).__name__)} = {p.default!r}" for p in given)
    print(f"class {name}(OnlineClassifier):")
    own = [p for p in given if p.name not in ("query", "passes", "encoding", "random_state")]
    for p in own:
        print(f"    {p.name}: {type(p.default).__name__}")
    print(f"    def __init__(self, *, {shown}) -> None: ...")
