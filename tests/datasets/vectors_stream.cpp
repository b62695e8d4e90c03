// SPDX-License-Identifier: Apache-2.0
#include <filesystem>
#include <fstream>
#include <random>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include <querent/datasets/vectors/vector_data.hpp>

#include "read_rows.hpp"
#include "support/not_on_windows.hpp"

using namespace querent;
using namespace querent::testing;
namespace fs = std::filesystem;

namespace {

// Rows of svmlight text, about a hundred bytes each; every thousandth is unusual: comments, long
// numbers, other line ends.
std::string svmlight_text(int rows) {
  std::mt19937_64 engine(11);
  std::string text;
  for (int i = 0; i < rows; ++i) {
    text += engine() % 2 == 0 ? "+1" : "-1";
    unsigned index = 0;
    for (int k = 0; k < 8; ++k) {
      index += 1 + static_cast<unsigned>(engine() % 1000);
      text += ' ' + std::to_string(index) + ":0." + std::to_string(engine() % 10000);
    }
    if (i % 1000 == 7) text += " 123456789:1.2345678901234567e-3 # odd";
    text += i % 1000 == 8 ? "\r\n" : "\n";
  }
  return text;
}

// A file in a temporary directory that is removed at the end.
struct ScratchFile {
  fs::path directory, path;
  ScratchFile(const std::string& name, const std::string& bytes)
      : directory(fs::temp_directory_path() / ("querent_stream_" + name)),
        path(directory / "rows") {
    fs::remove_all(directory);
    fs::create_directories(directory);
    write(bytes);
  }
  ScratchFile(const ScratchFile&) = delete;
  ScratchFile& operator=(const ScratchFile&) = delete;
  ~ScratchFile() { fs::remove_all(directory); }
  void write(const std::string& bytes) const { std::ofstream(path, std::ios::binary) << bytes; }
};

bool has_note(const Rows& rows, const std::string& part) {
  for (const auto& note : rows.report.notes) {
    if (note.find(part) != std::string::npos) return true;
  }
  return false;
}

// Resident memory of this process in kilobytes.
long resident_kilobytes() {
  std::ifstream statm("/proc/self/statm");
  long size = 0, resident = 0;
  statm >> size >> resident;
  return resident * 4;
}

}  // namespace

TEST_CASE("the rows are the same for any number of threads") {
  const std::string text = svmlight_text(20000);
  const Rows one = read_rows(text, "a");
  CHECK(one.entries.size() == 20000);
  for (const unsigned threads : {2u, 3u, 8u}) {
    const Rows many = read_rows(text, "a", {.threads = threads});
    CHECK(many.same_rows(one));
    CHECK(many.report.lines == 20000);
  }
}

TEST_CASE("an error late in a file has its line number for any number of threads") {
  const std::string text = svmlight_text(20000) + "1 5:1 4:1\n" + svmlight_text(5000);
  for (const unsigned threads : {1u, 4u}) {
    CHECK(error_of(text, "a", {.threads = threads})
              .starts_with("a:20001:7: expected ascending feature indices"));
  }
  RowStream stream = RowStream::open(Input::from_memory(text, "a"), {.threads = 2});
  LabelledRow row;
  for (int i = 0; i < 20000; ++i) REQUIRE(stream.next(row));
  CHECK_THROWS_AS(stream.next(row), DataError);
}

TEST_CASE("a stream that is left early stops its threads") {
  const std::string text = svmlight_text(20000);
  RowStream stream = RowStream::open(Input::from_memory(text, "a"), {.threads = 4});
  LabelledRow row;
  CHECK(stream.next(row));
}

NOT_ON_WINDOWS_TEST_CASE("a stream ten times as long takes no more memory") {
#ifdef QUERENT_SLOWED
  MESSAGE("skipped: the address sanitizer keeps freed memory in quarantine");
  return;
#endif
  const auto pass = [](const fs::path& path) {
    RowStream stream = RowStream::open(path, {.threads = 2});
    std::uint64_t rows = 0;
    for (LabelledRow row; stream.next(row);) ++rows;
    return rows;
  };
  const std::string tenth = svmlight_text(20000);
  const ScratchFile file("memory", tenth);
  CHECK(pass(file.path) == 20000);
  const long before = resident_kilobytes();
  for (int i = 1; i < 10; ++i) std::ofstream(file.path, std::ios::binary | std::ios::app) << tenth;
  CHECK(pass(file.path) == 200000);
  CHECK(resident_kilobytes() - before < 4096);  // the file is 20 MB larger
}

TEST_CASE("the cache gives the rows of the file, and is rebuilt when file or cache changed") {
  const std::string text = svmlight_text(20000);
  const ScratchFile file("cache", text);
  const VectorOptions options{.threads = 2, .cache = file.directory / "cache"};
  const auto read = [&] { return read_rows(RowStream::open(file.path, options)); };
  const Rows plain = read_rows(RowStream::open(file.path));
  CHECK(read().same_rows(plain));
  REQUIRE(fs::exists(options.cache));
  const Rows cached = read();
  CHECK(cached.same_rows(plain));
  CHECK(cached.report.lines == plain.report.lines);
  CHECK(has_note(cached, "rows were read from the cache"));

  file.write(text + "1 1:1\n");
  const Rows longer = read();
  CHECK(longer.entries.size() == 20001);
  CHECK(has_note(longer, "another version of the file or with other options: it is rebuilt"));
  CHECK(has_note(read(), "rows were read from the cache"));
}

TEST_CASE("a damaged cache never changes a row") {
  const ScratchFile file("damage", svmlight_text(8000));
  const VectorOptions options{.threads = 2, .cache = file.directory / "cache"};
  const auto read = [&] { return read_rows(RowStream::open(file.path, options)); };
  const Rows plain = read();
  std::ifstream in(options.cache, std::ios::binary);
  const std::string good{std::istreambuf_iterator<char>(in), {}};
  std::mt19937_64 engine(3);
  for (int i = 0; i < 25; ++i) {
    std::string bad = good;
    if (i % 5 == 4) {
      bad.resize(engine() % good.size());
    } else {
      bad[engine() % (i == 0 ? 100 : good.size())] ^= static_cast<char>(1 << engine() % 8);
    }
    std::ofstream(options.cache, std::ios::binary) << bad;
    const Rows rows = read();
    CHECK(rows.same_rows(plain));
    CHECK(!has_note(rows, "rows were read from the cache"));
    CHECK(has_note(rows, "the cache"));
  }
}

TEST_CASE("every changed bit of a block's header is detected") {
  const ScratchFile file("header", svmlight_text(40));
  const VectorOptions options{.threads = 1, .cache = file.directory / "cache"};
  const auto read = [&] { return read_rows(RowStream::open(file.path, options)); };
  const Rows plain = read();
  std::ifstream in(options.cache, std::ios::binary);
  const std::string good{std::istreambuf_iterator<char>(in), {}};
  constexpr std::size_t kFileHeader = 6 * 8, kBlockHeader = 9 * 8;  // bytes
  for (std::size_t bit = 0; bit < 8 * kBlockHeader; ++bit) {
    std::string bad = good;
    bad[kFileHeader + bit / 8] ^= static_cast<char>(1 << bit % 8);
    std::ofstream(options.cache, std::ios::binary) << bad;
    const Rows rows = read();
    CHECK(rows.same_rows(plain));
    CHECK(rows.report.lines == plain.report.lines);
    CHECK(rows.report.counts.missing_values == plain.report.counts.missing_values);
    CHECK(rows.report.counts.underflows == plain.report.counts.underflows);
    CHECK(!has_note(rows, "rows were read from the cache"));
  }
}

TEST_CASE("a file with bad rows, a pipe or a format of two files has no cache") {
  const ScratchFile file("no_cache", "1 1:1\n1 x:1\n");
  const VectorOptions options{.lenient = true, .cache = file.directory / "cache"};
  CHECK(read_rows(RowStream::open(file.path, options)).entries.size() == 1);
  CHECK(!fs::exists(options.cache));
  CHECK(error_of("1 1:1\n", "a", options).find("a cache needs a file") != std::string::npos);
}

TEST_CASE("damaged text gives rows or an error with a place") {
  const std::vector<std::pair<std::string, std::string>> samples = {
      {"+1 1:0.5 3:-1.25 # c\n-1 qid:2 2:1e3\n1,3 7:4\n? 1:1\n", "svmlight"},
      {"a,b,\"c\"\n0.5,-1.25,yes\n2,\"0\",\"n\"\"o\"\n", "CSV"},
      {"@relation r\n@attribute x real\n@attribute c {a,'b c'}\n@data\n1,a\n{0 2,1 'b c'}\n",
       "ARFF"},
      {std::string("\0\0\x08\x02\0\0\0\x02\0\0\0\x02"
                   "abcd",
                   16),
       "IDX"}};
  std::mt19937_64 engine(5);
  const std::string spice = "\n\r\t ,:;#'\"{}?%@+-.e0129n\x80\xff";
  for (const auto& [text, format] : samples) {
    for (int i = 0; i < 3000; ++i) {
      std::string bad = text;
      for (std::uint64_t changes = 1 + engine() % 4; changes > 0; --changes) {
        const std::size_t at = engine() % (bad.size() + 1);
        const char c =
            engine() % 4 == 0 ? static_cast<char>(engine()) : spice[engine() % spice.size()];
        if (at == bad.size() || engine() % 3 == 0)
          bad.insert(at, 1, c);
        else if (engine() % 2 == 0)
          bad.erase(at, 1 + engine() % 3);
        else
          bad[at] = c;
      }
      bool understood = true;
      std::string what;
      try {
        read_rows(bad, "bad", {.format = format});
      } catch (const DataError& error) {
        what = error.what();
        understood = what.starts_with("bad:");
      } catch (const LimitError& error) {  // a limit also has its place
        what = error.what();
        understood = what.starts_with("bad:");
      } catch (const std::exception& error) {
        what = error.what();
        understood = false;
      }
      CHECK_MESSAGE(understood, what << " of " << bad);
    }
  }
}

TEST_CASE("files in memory have sorted classes, and counts for learners") {
  const ScratchFile file("data", "10 1:1 3:5\n9 1:1 3:5\n-1 1:1 2:0 3:5 5:1\n");
  const VectorData data = read_vectors(file.path);
  CHECK(data.classes == std::vector<std::string>{"-1", "9", "10"});
  CHECK(data.labels == std::vector<int>{2, 1, 0});
  CHECK(data.features == 5);
  CHECK(data.report.constant_features == 2);
  CHECK(data.report.empty_features == 2);
  const VectorData dense = with_layout(data, RowLayout::kDense);
  CHECK(dense.value == std::vector<double>{1, 0, 5, 0, 0, 1, 0, 5, 0, 0, 1, 0, 5, 0, 1});
  CHECK_THROWS_AS(with_layout(data, RowLayout::kDense, 100), std::length_error);
  const VectorData sparse = with_layout(dense, RowLayout::kSparse);
  CHECK(sparse.offsets == std::vector<std::uint64_t>{0, 2, 4, 7});
}

TEST_CASE("rows do not depend on line ends (LF, CRLF or a lone CR) in files of any length") {
  std::string lf, cr, crlf;
  for (int i = 0; i < 60'000; ++i) {
    const std::string line = (i % 3 == 0 ? "+1 " : "-1 ") + std::to_string(1 + i % 500) + ":0.5";
    lf += line + "\n";
    cr += line + "\r";
    crlf += line + "\r\n";
  }
  const Rows expected = read_rows(lf, "rows.svm");
  CHECK(expected.labels.size() == 60'000);
  CHECK(read_rows(cr, "rows.svm").same_rows(expected));
  CHECK(read_rows(crlf, "rows.svm").same_rows(expected));
  CHECK(read_rows("\xef\xbb\xbf" + lf, "rows.svm").same_rows(expected));
}

TEST_CASE("class names are sorted: numbers by value, then words") {
  CHECK(class_name_less("9", "10"));
  CHECK(class_name_less("10", "a"));
  CHECK_FALSE(class_name_less("a", "10"));
  CHECK(class_name_less("a", "b"));
  CHECK_FALSE(class_name_less("b", "b"));
}
