# SPDX-License-Identifier: Apache-2.0
"""The Python module: pip install . (Debian's packages: add --no-build-isolation)

CMake builds the module for this machine and its libraries. CMAKE_ARGS may hold
further options of querent's build. QUERENT_BUILD names a build folder that already contains it, such
as that of `./dev wheel`, whose wheel runs on other machines, too."""
import os
import pathlib
import re
import shutil
import subprocess
import sys

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

ROOT = pathlib.Path(__file__).resolve().parent
(ROOT / "build").mkdir(exist_ok=True)


def pybind11_of_pip():
    """Where CMake finds pybind11 if pip has installed it, and not the system."""
    try:
        import pybind11
    except ImportError:
        return []
    return [f"-Dpybind11_DIR={pybind11.get_cmake_dir()}"]


class CMakeBuild(build_ext):
    def build_extension(self, extension):
        build = os.environ.get("QUERENT_BUILD")
        if build is None:
            build = pathlib.Path(self.build_temp).resolve() / "cmake"
            subprocess.run(["cmake", "-S", ROOT, "-B", build, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release",
                            "-DQUERENT_COMPONENTS=python", f"-DQUERENT_PYTHON={sys.executable}",
                            *pybind11_of_pip(), *os.environ.get("CMAKE_ARGS", "").split()], check=True)
            subprocess.run(["cmake", "--build", build, "--target", "querent_python_stub"], check=True)
        module, = pathlib.Path(build, "python", "querent").glob("_querent.*.so")
        target = pathlib.Path(self.get_ext_fullpath(extension.name))
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(module, target)
        shutil.copy(module.parent / "learners.pyi", target.parent)
        shutil.copytree(ROOT / "datasets/embedded", target.parent / "data/embedded", dirs_exist_ok=True)


setup(
    version=re.search(r"project\(querent VERSION ([0-9.]+)", (ROOT / "CMakeLists.txt").read_text()).group(1),
    packages=["querent"],
    package_dir={"querent": "apps/python/querent"},
    options={"egg_info": {"egg_base": "build"}},  # in the build folder, not in the checkout
    package_data={"querent": ["*.pyi", "py.typed"]},
    ext_modules=[Extension("querent._querent", sources=[])],
    cmdclass={"build_ext": CMakeBuild},
)
