// SPDX-License-Identifier: Apache-2.0
// A build without the optional libraries: it answers a request that needs one with the reason and
// the remedy, and all others as a full build does.
#include <doctest/doctest.h>

#include <string>

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include <querent/apps/commands/command.hpp>
#include <querent/apps/terminal/usage_error.hpp>
#include <querent/datasets/archive.hpp>
#include <querent/datasets/checksum.hpp>
#include <querent/datasets/error.hpp>
#include <querent/datasets/fetch.hpp>
#include <querent/datasets/input.hpp>

using namespace querent;

namespace {

std::string refusal(const std::string& suffix) {
  try {
    Input::open(QUERENT_TEST_DATA "/compressed/numbers.txt" + suffix).read_all();
  } catch (const DataError& error) {
    return error.what();
  }
  return {};
}

std::string remedy(const std::string& suffix, const std::string& option) {
  return QUERENT_TEST_DATA "/compressed/numbers.txt" + suffix + ": this build reads no " + suffix +
         " files — decompress it first, or build with -DQUERENT_WITH_" + option + "=ON";
}

}  // namespace

TEST_CASE("without their libraries, .bz2, .xz and .zst are refused with the option, .gz is read") {
  CHECK(refusal(".bz2") == remedy(".bz2", "BZIP2"));
  CHECK(refusal(".xz") == remedy(".xz", "XZ"));
  CHECK(refusal(".zst") == remedy(".zst", "ZSTD"));
  CHECK(refusal(".gz").empty());
  CHECK_THROWS_WITH_AS(Input::from_memory("BZh1", "x").read_all(),
                       doctest::Contains("x: this build reads no .bz2"), DataError);
  CHECK(Input::from_memory("BZhang 1997", "x").read_all() == "BZhang 1997");
}

TEST_CASE("without libarchive, archives are recognised and refused") {
  const std::string zip = "PK\x03\x04";
  CHECK(is_archive(zip));
  Input input = Input::from_memory(zip, "rows.npz");
  CHECK_THROWS_WITH_AS(unpack(input, [](std::string_view) { return true; }),
                       doctest::Contains("unpack it first, or build with -DQUERENT_WITH_ARCHIVES"),
                       DataError);
  CHECK_THROWS_AS(extract_member("cora.tgz", "cora.cites", "out"), DataError);
}

TEST_CASE("without libcurl, a file that must be fetched is an IoError with two remedies") {
  CHECK_THROWS_WITH_AS(fetch("https://localhost/x", "part", {}),
                       "cannot fetch https://localhost/x: this build uses no network — download it "
                       "and give the file, or build with -DQUERENT_WITH_NETWORK=ON",
                       IoError);
}

TEST_CASE(
    "without OpenSSL, SHA-256 agrees with FIPS 180-4 and, at every length below 200, with "
    "Python's hashlib") {
  CHECK(sha256("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  CHECK(sha256("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq") ==
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  CHECK(sha256(std::string(1'000'000, 'a')) ==
        "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
  std::string all;
  for (std::size_t length = 0; length < 200; ++length) all += sha256(std::string(length, 'a'));
  CHECK(sha256(all) == "019f2b9f1af27a53a1f046da7e98af2c179f431e4b5bebb000e74040917a4123");
}

TEST_CASE("without SQLite, querent ask names what is missing") {
  CLI::App program;
  apps::add_ask(program);
  CHECK_THROWS_WITH_AS(program.parse("ask karate --web"),
                       doctest::Contains("QUERENT_WITH_SQLITE=ON"), apps::UsageError);
}
