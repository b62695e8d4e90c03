// SPDX-License-Identifier: Apache-2.0
#include <querent/datasets/archive.hpp>

#include <cstdlib>
#include <fstream>

#include <doctest/doctest.h>
#include <querent/datasets/error.hpp>

#include "datasets/scratch.hpp"
#include "support/not_on_windows.hpp"

using namespace querent;
namespace fs = std::filesystem;

namespace {

/// Archives written by Python, independently of libarchive, with the members in the given order.
void make_archives(const Scratch& scratch) {
  std::ofstream(scratch / "make.py") << R"(
import io, sys, tarfile, zipfile
members = [("set/set.cites", b"a b\n"), ("set/set.content", b"a 1 x\n" * 5000), ("../../outside", b"evil"),
           ("one/twice", b"1"), ("two/twice", b"2"), ("set/old-set.cites", b"wrong")]
with tarfile.open("set.tgz", "w:gz") as tar, zipfile.ZipFile("set.zip", "w", zipfile.ZIP_DEFLATED) as zipped:
    for name, content in members:
        info = tarfile.TarInfo(name)
        info.size = len(content)
        tar.addfile(info, io.BytesIO(content))
        zipped.writestr(name, content)
    link = tarfile.TarInfo("set/link")
    link.type, link.linkname = tarfile.SYMTYPE, "/etc/passwd"
    tar.addfile(link)
)";
  REQUIRE(std::system(("cd " + scratch.path().string() + " && /usr/bin/python3 make.py").c_str()) ==
          0);
}

}  // namespace

ARCHIVES_TEST_CASE(
    "a member of tar.gz and zip is found by the last part of its path and extracted completely") {
  const Scratch scratch;
  make_archives(scratch);
  std::string content;
  for (int i = 0; i < 5000; ++i) content += "a 1 x\n";
  for (const std::string archive : {"set.tgz", "set.zip"}) {
    CAPTURE(archive);
    extract_member(scratch / archive, "set.cites", scratch / "out");
    CHECK(slurp(scratch / "out") == "a b\n");
    extract_member(scratch / archive, "set.content", scratch / "out");
    CHECK(slurp(scratch / "out") == content);
  }
}

ARCHIVES_TEST_CASE(
    "a missing or repeated member, a link and a path are rejected, and nothing is written") {
  const Scratch scratch;
  make_archives(scratch);
  for (const std::string archive : {"set.tgz", "set.zip"}) {
    CAPTURE(archive);
    for (const std::string member : {"none", "link", "set/set.cites", "../../outside"}) {
      CHECK_THROWS_WITH_AS(extract_member(scratch / archive, member, scratch / "out"),
                           doctest::Contains("found none"), DataError);
    }
    CHECK_THROWS_WITH_AS(extract_member(scratch / archive, "twice", scratch / "out"),
                         doctest::Contains("found several"), DataError);
    CHECK_FALSE(fs::exists(scratch / "out"));
  }
}

ARCHIVES_TEST_CASE(
    "a truncated member and a file that is not an archive are errors that name the file") {
  const Scratch scratch;
  make_archives(scratch);
  for (const std::string archive : {"set.tgz", "set.zip"}) {
    const std::string bytes = slurp(scratch / archive);
    for (const std::size_t size : {std::size_t{0}, bytes.size() / 8, bytes.size() / 4}) {
      CAPTURE(archive);
      CAPTURE(size);
      std::ofstream(scratch / "cut", std::ios::binary) << bytes.substr(0, size);
      CHECK_THROWS_WITH_AS(extract_member(scratch / "cut", "set.content", scratch / "out"),
                           doctest::Contains("/cut"), DataError);
      CHECK_FALSE(fs::exists(scratch / "out"));
    }
  }
  std::ofstream(scratch / "text") << "not an archive\n";
  CHECK_THROWS_AS(extract_member(scratch / "text", "a", scratch / "out"), DataError);
}
