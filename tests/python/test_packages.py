# SPDX-License-Identifier: Apache-2.0
"""Installed packages can be imported: installed by CMake, as a wheel, as a Debian package."""
import os
import pathlib
import shutil
import subprocess
import sys

import pytest

BUILD = pathlib.Path(os.environ["QUERENT_BUILD"])


def imported(folder):
    environment = {**os.environ, "PYTHONPATH": str(folder)}
    output = subprocess.run([sys.executable, "-c", "import querent; print(querent.__file__); "
                           "print(querent.SpectralEmbedding(n_components=1).fit([[0, 1], [1, 2]]).embedding_.shape)"],
                          capture_output=True, text=True, env=environment, cwd="/")
    assert output.returncode == 0, output.stderr
    assert output.stdout == f"{folder}/querent/__init__.py\n(3, 1)\n"


def run(*words, **options):
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True, **options)
    assert done.returncode == 0, done.stdout + done.stderr


def test_cmake_installs_it(tmp_path):
    run("cmake", "--install", BUILD, "--component", "python", "--prefix", tmp_path)
    imported(tmp_path / "lib/python3/dist-packages")


def test_pip_makes_a_wheel(source, tmp_path):
    for module in ("pip", "wheel"):
        if subprocess.run([sys.executable, "-m", module, "--help"], capture_output=True).returncode:
            pytest.skip(f"{module} is missing")
    twin = tmp_path / "source"  # otherwise a build folder would be left in the checkout
    for folder in ("apps/python", "datasets/embedded"):
        shutil.copytree(source / folder, twin / folder)
    for name in ("setup.py", "pyproject.toml", "CMakeLists.txt"):
        shutil.copy(source / name, twin)
    run(sys.executable, "-m", "pip", "wheel", twin, "--no-build-isolation", "--no-deps", "--no-index", "-w", tmp_path / "wheels",
        env={**os.environ, "HOME": str(tmp_path)})
    wheel, = (tmp_path / "wheels").glob("querent-*.whl")
    run(sys.executable, "-m", "pip", "install", "--no-deps", "--no-index", "--target", tmp_path / "root", wheel,
        env={**os.environ, "HOME": str(tmp_path)})
    imported(tmp_path / "root")
    assert sorted(path.name for path in twin.iterdir()) == ["CMakeLists.txt", "apps", "build", "datasets", "pyproject.toml", "setup.py"]


def test_dpkg_installs_it_into_a_root_of_its_own(tmp_path):
    if shutil.which("dpkg") is None:
        pytest.skip("dpkg is missing")
    run("cpack", "-G", "DEB", "--config", BUILD / "CPackConfig.cmake", "-D", "CPACK_COMPONENTS_ALL=python", "-B", tmp_path / "packages")
    package, = (tmp_path / "packages").glob("python3-querent_*.deb")
    root = tmp_path / "root"
    for folder in ("updates", "info"):
        (root / "var/lib/dpkg" / folder).mkdir(parents=True)
    (root / "var/lib/dpkg/status").touch()
    run("dpkg", f"--root={root}", "--force-not-root", "--force-bad-path", "--force-depends", f"--log={tmp_path / 'log'}", "--install", package)
    output = subprocess.run(["dpkg", f"--root={root}", "--status", "python3-querent"], capture_output=True, text=True).stdout
    assert "Status: install ok installed" in output and "python3-numpy" in output
    imported(root / "usr/lib/python3/dist-packages")
