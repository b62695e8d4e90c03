// SPDX-License-Identifier: Apache-2.0
#include <querent/datasets/write_whole.hpp>

#include <fstream>
#include <initializer_list>
#include <iterator>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include <querent/datasets/error.hpp>
#include <querent/datasets/file_lock.hpp>

#include "datasets/scratch.hpp"
#include "support/not_on_windows.hpp"

using namespace querent;
namespace fs = std::filesystem;

TEST_CASE(
    "a whole file has exactly the given bytes, replaces the old one and leaves no other file") {
  const Scratch scratch;
  const fs::path target = scratch / "curve.csv";
  std::string large(300'000, 'x');
  large[299'999] = '\0';
  for (const std::string& bytes : {std::string("first"), std::string(), large}) {
    write_whole(target, bytes);
    CHECK(slurp(target) == bytes);
    CHECK(scratch.names() == std::vector<std::string>{"curve.csv"});
  }
}

TEST_CASE("without a commit the target is unchanged and no file is left") {
  const Scratch scratch;
  write_whole(scratch / "run.json", "old");
  {
    WholeFile file(scratch / "run.json");
    file.stream() << "half of the new";
    CHECK(file.temporary().parent_path() == (scratch / "run.json").parent_path());
    CHECK(file.temporary().extension() == ".json");
  }
  CHECK(slurp(scratch / "run.json") == "old");
  CHECK(scratch.names() == std::vector<std::string>{"run.json"});
}

TEST_CASE("a missing directory and a directory as target throw IoErrors that name the file") {
  const Scratch scratch;
  CHECK_THROWS_WITH_AS(write_whole(scratch / "none/a", "x"),
                       doctest::Contains("none/a: No such file"), IoError);
  CHECK_THROWS_WITH_AS(write_whole(scratch.path(), "x"), doctest::Contains("Is a directory"),
                       IoError);
}

NOT_ON_WINDOWS_TEST_CASE("a full disk throws an IoError that names the file") {
  CHECK_THROWS_WITH_AS(write_whole("/dev/full", "x"), doctest::Contains("/dev/full: No space left"),
                       IoError);
}

NOT_ON_WINDOWS_TEST_CASE("a symbolic link stays a link and permissions are kept") {
  const Scratch scratch;
  write_whole(scratch / "real", "old");
  fs::permissions(scratch / "real", fs::perms::owner_read | fs::perms::owner_write);
  fs::create_symlink("real", scratch / "link");
  write_whole(scratch / "link", "new");
  CHECK(fs::is_symlink(scratch / "link"));
  CHECK(slurp(scratch / "real") == "new");
  CHECK(fs::status(scratch / "real").permissions() ==
        (fs::perms::owner_read | fs::perms::owner_write));
}

NOT_ON_WINDOWS_TEST_CASE(
    "S16: a dangling link is followed, and in a directory of ours a link is replaced") {
  const Scratch scratch;
  fs::create_directory(scratch / "deep");
  fs::create_symlink("deep/real", scratch / "link");
  fs::create_symlink("link", scratch / "to link");
  write_whole(scratch / "to link", "new");
  CHECK(fs::is_symlink(scratch / "to link"));
  CHECK(fs::is_symlink(scratch / "link"));
  CHECK(slurp(scratch / "deep/real") == "new");
  write_whole(scratch / "link", "mine", Links::kReplace);
  CHECK_FALSE(fs::is_symlink(scratch / "link"));
  CHECK(slurp(scratch / "link") == "mine");
  CHECK(slurp(scratch / "deep/real") == "new");
  fs::create_symlink("loop", scratch / "loop");
  CHECK_THROWS_WITH_AS(write_whole(scratch / "loop", "x"),
                       doctest::Contains("Too many levels of symbolic links"), IoError);
  write_whole(scratch / "loop", "x", Links::kReplace);
  CHECK(slurp(scratch / "loop") == "x");
}

TEST_CASE("S16: names up to the file system's 255 bytes are written") {
  const Scratch scratch;
  for (const std::size_t size : std::initializer_list<std::size_t>{1, 200, 230, 240, 250, 255}) {
    for (const std::string suffix : {"", ".csv", ".x"}) {
      if (size <= suffix.size()) continue;
      const fs::path target = scratch / (std::string(size - suffix.size(), 'n') + suffix);
      write_whole(target, "x");
      CHECK(slurp(target) == "x");
    }
  }
  write_whole(scratch / ("a." + std::string(253, 's')), "x");
}

NOT_ON_WINDOWS_TEST_CASE("S16: the error for a longer name says so") {
  const Scratch scratch;
  CHECK_THROWS_WITH_AS(write_whole(scratch / std::string(256, 'n'), "x"),
                       doctest::Contains("File name too long"), IoError);
}

NOT_ON_WINDOWS_TEST_CASE(
    "S16: files of a killed writer are swept, files being written and the user's are "
    "not") {
  const Scratch scratch;
  const pid_t child = ::fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    WholeFile file(scratch / "curve.csv");
    WholeFile bare(scratch / std::string(255, 'n'));
    file.stream() << "half" << std::flush;
    write_whole(scratch / "ready", "");
    ::pause();
  }
  while (!fs::exists(scratch / "ready")) ::usleep(1000);
  scratch.write(".notes", "a person's");
  scratch.write(".a.querent-x-1", "a person's");
  scratch.write("a.querent-1-1", "a person's");
  CHECK(scratch.names().size() == 6);
  sweep_leftovers(scratch.path());
  CHECK(scratch.names().size() == 6);  // the child is still writing
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
  sweep_leftovers(scratch.path());
  CHECK(scratch.names() ==
        std::vector<std::string>{".a.querent-x-1", ".notes", "a.querent-1-1", "ready"});
}

NOT_ON_WINDOWS_TEST_CASE(
    "a writer killed at any moment leaves the old file or the new one, never a part (P10)") {
  const Scratch scratch;
  const fs::path target = scratch / "result.csv";
  const std::string one(200'000, '1');
  const std::string two(200'000, '2');
  write_whole(target, one);
  for (int kill_after_us = 0; kill_after_us < 10'000; kill_after_us += 250) {
    const pid_t child = ::fork();
    REQUIRE(child >= 0);
    if (child == 0) {
      for (;;) {
        write_whole(target, two);
        write_whole(target, one);
      }
    }
    ::usleep(static_cast<useconds_t>(kill_after_us));
    ::kill(child, SIGKILL);
    ::waitpid(child, nullptr, 0);
    const std::string found = slurp(target);
    const bool whole = found == one || found == two;
    REQUIRE(whole);
  }
}

TEST_CASE("a second writer of a directory is rejected until the first has finished") {
  const Scratch scratch;
  {
    const DirectoryLock first(scratch / "out");
    CHECK_THROWS_WITH_AS(DirectoryLock(scratch / "out"),
                         doctest::Contains("another querent is writing there"), IoError);
  }
  CHECK_NOTHROW(DirectoryLock(scratch / "out"));
  CHECK(fs::is_empty(scratch / "out"));
}

NOT_ON_WINDOWS_TEST_CASE("a killed process holds no lock") {
  const Scratch scratch;
  const pid_t child = ::fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    const DirectoryLock lock(scratch / "out");
    write_whole(scratch / "ready", "");
    ::pause();
  }
  while (!fs::exists(scratch / "ready")) ::usleep(1000);
  CHECK_THROWS_AS(DirectoryLock(scratch / "out"), IoError);
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
  CHECK_NOTHROW(DirectoryLock(scratch / "out"));
}
