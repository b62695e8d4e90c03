# SPDX-License-Identifier: Apache-2.0
import os
import pathlib

import pytest

SOURCE = pathlib.Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def source():
    return SOURCE


@pytest.fixture(scope="session")
def program():
    return os.environ["QUERENT_PROGRAM"]


@pytest.fixture
def shared():
    """Real data beside the project; tests that need it are skipped by name if it is missing."""
    folder = SOURCE.parent / "shared" / "data"
    if not folder.is_dir():
        pytest.skip("../shared/data is missing")
    return folder


@pytest.fixture(scope="session")
def karate():
    networkx = pytest.importorskip("networkx")
    return networkx.karate_club_graph()
