# SPDX-License-Identifier: Apache-2.0
"""A wheel of the Python module: pip wheel . --no-build-isolation --no-deps

CMake builds the module. QUERENT_BUILD names a build folder that already contains it."""
import os
import pathlib
import re
import shutil
import subprocess

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

ROOT = pathlib.Path(__file__).resolve().parent
(ROOT / "build").mkdir(exist_ok=True)


class CMakeBuild(build_ext):
    def build_extension(self, extension):
        build = os.environ.get("QUERENT_BUILD")
        if build is None:
            build = pathlib.Path(self.build_temp).resolve() / "cmake"
            subprocess.run(["cmake", "-S", ROOT, "-B", build, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release",
                            "-DQUERENT_WITH_PYTHON=ON", "-DQUERENT_WITH_SLEPC=OFF"], check=True)
            subprocess.run(["cmake", "--build", build, "--target", "querent_python"], check=True)
        module, = pathlib.Path(build, "python", "querent").glob("_querent.*.so")
        target = pathlib.Path(self.get_ext_fullpath(extension.name))
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(module, target)


setup(
    version=re.search(r"project\(querent VERSION ([0-9.]+)", (ROOT / "CMakeLists.txt").read_text()).group(1),
    packages=["querent"],
    package_dir={"querent": "apps/python/querent"},
    options={"egg_info": {"egg_base": "build"}},  # in the build folder, not in the checkout
    package_data={"querent": ["*.pyi", "py.typed"]},
    ext_modules=[Extension("querent._querent", sources=[])],
    cmdclass={"build_ext": CMakeBuild},
)
