// SPDX-License-Identifier: Apache-2.0
// Row caches that were changed and got valid checksums again.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include <querent/datasets/own_file.hpp>
#include <querent/datasets/vectors/vector_data.hpp>

#include "../support/with_row_checksums.hpp"
#include "read_rows.hpp"
#include "scratch.hpp"
#include "support/not_on_windows.hpp"

using namespace querent;
using namespace querent::testing;
namespace fs = std::filesystem;

namespace {

std::string bytes_in(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

bool notes_have(const std::vector<std::string>& notes, const std::string& part) {
  return std::ranges::any_of(notes, [&](const auto& note) { return note.find(part) != note.npos; });
}

// Three small files in the three formats with caches: name, text.
const std::array kFiles{
    std::pair<const char*, std::string>{"a.svm", "1 1:0.5 3:-2\n-1 2:1\n1 1:1 2:2 3:3\n3 7:1e-3\n"},
    std::pair<const char*, std::string>{"b.csv", "x,y,k\n1,2,a\n,4,b\n5,6,a\n7,8,c\n"},
    std::pair<const char*, std::string>{
        "c.arff",
        "@relation r\n@attribute x real\n@attribute w {u,v}\n@attribute k {a,b}\n@data\n"
        "1,u,a\n2,v,b\n{0 3}\n"}};

// Changes some bytes or 8-byte numbers.
std::string changed(std::string bytes, std::mt19937_64& engine) {
  constexpr std::array<std::uint64_t, 9> kNumbers{
      0, 1, 2, 255, 65536, 1U << 31, std::uint64_t{1} << 40, ~std::uint64_t{0}, 0x7ff0000000000000};
  for (std::size_t left = 1 + engine() % 3; left > 0; --left) {
    const std::uint64_t number = kNumbers[engine() % kNumbers.size()];
    const std::size_t size = std::array<std::size_t, 4>{1, 4, 8, 8}[engine() % 4];
    const std::size_t at = engine() % (bytes.size() - size + 1);
    if (engine() % 3 == 0) {
      bytes[at] = static_cast<char>(bytes[at] ^ 1 << engine() % 8);
    } else {
      std::memcpy(bytes.data() + at, &number, size);
    }
  }
  return with_row_checksums(std::move(bytes));
}

// Properties of every row, whatever the cache holds.
void check_promises(const VectorData& data, bool missing) {
  REQUIRE(data.offsets.size() == data.labels.size() + 1);
  REQUIRE(data.offsets.back() == data.value.size());
  for (std::uint64_t i = 0; i < data.rows(); ++i) {
    REQUIRE(data.labels[i] < static_cast<int>(data.classes.size()));
    for (std::uint64_t k = data.offsets[i]; k < data.offsets[i + 1]; ++k) {
      REQUIRE((std::isfinite(data.value[k]) || missing));
      if (data.layout == RowLayout::kDense) continue;
      REQUIRE(data.index[k] < data.features);
      REQUIRE((k == data.offsets[i] || data.index[k] > data.index[k - 1]));
    }
  }
}

}  // namespace

TEST_CASE(
    "M4: a cache whose checksums were made again is used, rebuilt or rejected, and nothing else") {
  const Scratch scratch;
  std::mt19937_64 engine(4);
  int refused = 0, used = 0, anew = 0;
  for (const auto& [name, text] : kFiles) {
    const fs::path file = scratch.write(name, text);
    VectorOptions options{.cache = scratch / (std::string(name) + ".cache")};
    if (std::string_view(name) != "a.svm") options.missing = MissingValues::kMean;
    const VectorData plain = read_vectors(file, options);
    const std::string good = bytes_in(options.cache);
    for (int i = 0; i < 1500; ++i) {
      std::ofstream(options.cache, std::ios::binary) << changed(good, engine);
      options.threads = 1 + static_cast<unsigned>(i % 2);
      try {
        const VectorData data = read_vectors(file, options);
        check_promises(data, false);
        const bool from_cache = notes_have(data.report.notes, "rows were read from the cache");
        ++(from_cache ? used : anew);
        if (from_cache) continue;
        REQUIRE(data.value == plain.value);
        REQUIRE(data.labels == plain.labels);
        REQUIRE(notes_have(data.report.notes, "the cache"));
      } catch (const IoError&) {  // rows that differ from the file's had been returned
        ++refused;
      } catch (const LimitError&) {  // more features than entries allow
        ++refused;
      }
    }
  }
  CHECK(used > 100);
  CHECK(anew > 1000);
  CHECK(used + anew + refused == 4500);
}

NOT_ON_WINDOWS_TEST_CASE("M4: a cache that another user can have written is not used") {
  const Scratch scratch;
  const fs::path file = scratch.write("a.svm", kFiles[0].second);
  const VectorOptions options{.cache = scratch / "cache"};
  const auto notes = [&] { return read_vectors(file, options).report.notes; };
  notes();
  CHECK(notes_have(notes(), "rows were read from the cache"));
  for (const auto& [mode, why] :
       {std::pair<unsigned, const char*>{0666, "can be written by other users"},
        {0620, "can be written by other users"}}) {
    fs::permissions(options.cache, fs::perms(mode));
    CHECK(notes_have(notes(), why));
    CHECK(notes_have(notes(),
                     "rows were read from the cache"));  // it was rebuilt, for its user only
    CHECK(fs::status(options.cache).permissions() == fs::perms(0600));
  }
  fs::remove(options.cache);
  REQUIRE(::mkfifo(options.cache.c_str(), 0600) == 0);
  std::string why;
  CHECK_FALSE(OwnFile::open(options.cache, why));
  CHECK(why == "is not a regular file");
  fs::remove(options.cache);
  CHECK_FALSE(OwnFile::open(options.cache, why));
  CHECK(why.empty());
  if (::geteuid() != 0) return;  // only root can change the owner
  notes();
  REQUIRE(::chown(options.cache.c_str(), 1, 1) == 0);
  CHECK(notes_have(notes(), "belongs to another user"));
}

TEST_CASE("M4: rows returned before damage is found are the file's, or the command fails") {
  const Scratch scratch;
  std::string text;
  for (int i = 0; i < 60000; ++i) text += (i % 2 == 0 ? "1 1:" : "2 2:") + std::to_string(i) + "\n";
  const fs::path file = scratch.write("a.svm", text);
  const VectorOptions options{.cache = scratch / "cache"};
  const VectorData plain = read_vectors(file, options);
  const std::string good = bytes_in(options.cache);
  std::string bad = good;
  const std::size_t middle = bad.size() / 2;
  bad[middle] = static_cast<char>(bad[middle] ^ 1);
  std::ofstream(options.cache, std::ios::binary) << bad;
  CHECK(read_vectors(file, options).value == plain.value);
  // Its labels have other names, so the rows returned before the damage have another meaning.
  for (std::size_t at = bad.size() - 150; at < bad.size() - 32; ++at) {
    if (bad[at] == '1' || bad[at] == '2') bad[at] = static_cast<char>('9' - (bad[at] - '0'));
  }
  std::string sealed = with_row_checksums(bad);
  sealed[middle] = static_cast<char>(sealed[middle] ^ 1);
  std::ofstream(options.cache, std::ios::binary) << sealed;
  CHECK_THROWS_WITH_AS(read_vectors(file, options), doctest::Contains("held other rows"), IoError);
  CHECK_FALSE(fs::exists(options.cache));
}
