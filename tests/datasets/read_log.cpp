// SPDX-License-Identifier: Apache-2.0
#include <querent/datasets/read_log.hpp>

#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

#include <doctest/doctest.h>

#include <querent/datasets/checksum.hpp>
#include <querent/datasets/error.hpp>
#include <querent/datasets/input.hpp>

#include "scratch.hpp"
#include "support/not_on_windows.hpp"

using namespace querent;

NOT_ON_WINDOWS_TEST_CASE("S3: the checksum of a pipe is that of the bytes read from it") {
  const Scratch scratch;
  const std::string bytes(300'000, 'x');
  const std::string pipe = (scratch / "pipe").string();
  REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
  std::thread writer([&] { std::ofstream(pipe) << bytes; });
  const ReadLog log;
  CHECK(Input::open(pipe).read_all() == bytes);
  writer.join();
  REQUIRE(log.files().size() == 1);
  CHECK(log.files()[0].name == pipe);
  CHECK(log.files()[0].sha256 == sha256(bytes));
}

TEST_CASE("S3: the checksum of a file is that of the bytes read, whatever the file holds later") {
  const Scratch scratch;
  const auto file = scratch.write("a", "first");
  const ReadLog log;
  CHECK(Input::open(file).read_all() == "first");
  scratch.write("a", "second");
  CHECK(log.files()[0].sha256 == sha256("first"));
  SUBCASE("a second reading with other bytes is an error that names the file") {
    CHECK(Input::open(file).read_all() == "second");
    CHECK_THROWS_WITH_AS(log.files(), doctest::Contains("/a: the file was changed"), DataError);
  }
}

TEST_CASE("S3: the unread rest of a file counts, a file that was only peeked at does not") {
  const Scratch scratch;
  const std::string bytes(1'000'000, 'y');
  const auto file = scratch.write("a", bytes), looked = scratch.write("b", "z");
  const ReadLog log;
  SUBCASE("while it is open") {
    Input input = Input::open(file);
    input.read();
    REQUIRE(log.files().size() == 1);
    CHECK(log.files()[0].sha256 == sha256(bytes));
  }
  SUBCASE("and when it is closed") {
    {
      Input input = Input::open(file);
      input.read();
      Input::open(looked).peek();
    }
    REQUIRE(log.files().size() == 1);
    CHECK(log.files()[0].sha256 == sha256(bytes));
  }
}

TEST_CASE("a log records only its own thread and lifetime") {
  const Scratch scratch;
  const auto file = scratch.write("a", "x");
  const ReadLog outer;
  {
    const ReadLog inner;
    Input::open(file).read_all();
    CHECK(inner.files().size() == 1);
  }
  CHECK(outer.files().empty());
  std::thread([&] { Input::open(file).read_all(); }).join();
  CHECK(outer.files().empty());
  Input::open(file).read_all();
  CHECK(outer.files().size() == 1);
}
