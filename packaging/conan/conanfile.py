# SPDX-License-Identifier: Apache-2.0
"""Not run here. The learners, which need Eigen alone; with -o "&:session=True" all libraries."""
import os

from conan import ConanFile
from conan.tools.cmake import CMake, CMakeToolchain
from conan.tools.files import copy

PACKAGES = ["boost/1.84.0", "bzip2/1.0.8", "expat/2.6.2", "fmt/10.2.1", "hnswlib/0.8.0", "libarchive/3.7.4", "libcurl/8.6.0",
            "nlohmann_json/3.11.3", "openssl/3.2.1", "simdjson/3.9.1", "spectra/1.0.1", "utf8proc/2.9.0", "xxhash/0.8.2",
            "xz_utils/5.4.5", "zlib/1.3.1", "zstd/1.5.5"]
SOURCES = ["CMakeLists.txt", "LICENSE", "CHANGELOG.md", "cmake/*", "learners/*", "datasets/*", "graph/*", "spectral/*"]


class Querent(ConanFile):
    name, version, license = "querent", "0.1.0", "Apache-2.0"
    settings, generators = ("os", "arch", "compiler", "build_type"), "CMakeDeps"
    options, default_options = {"session": [True, False]}, {"session": False}

    def export_sources(self):
        for pattern in SOURCES:
            copy(self, pattern, os.path.join(self.recipe_folder, "..", ".."), self.export_sources_folder)

    def requirements(self):
        for package in ["eigen/3.4.0", *(PACKAGES if self.options.session else [])]:
            self.requires(package)

    def generate(self):
        toolchain = CMakeToolchain(self)
        toolchain.cache_variables["QUERENT_COMPONENTS"] = "session" if self.options.session else "learners"
        toolchain.generate()

    def package(self):
        cmake = CMake(self)
        cmake.configure(), cmake.build(), cmake.install()

    def package_info(self):  # querent's own querentConfig.cmake defines the targets
        self.cpp_info.set_property("cmake_find_mode", "none")
        self.cpp_info.builddirs = [os.path.join("lib", "cmake", "querent")]
