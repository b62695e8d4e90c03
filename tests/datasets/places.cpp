// SPDX-License-Identifier: Apache-2.0
// Search paths of data sets and the cache, and the errors if they are missing.
#include <doctest/doctest.h>

#include <querent/datasets/cache.hpp>
#include <querent/datasets/checksum.hpp>
#include <querent/datasets/error.hpp>
#include <querent/datasets/file_lock.hpp>
#include <querent/datasets/locate.hpp>
#include <querent/datasets/user_datasets.hpp>
#include <querent/datasets/write_whole.hpp>

#include "datasets/scratch.hpp"
#include "support/not_on_windows.hpp"

using namespace querent;
namespace fs = std::filesystem;

NOT_ON_WINDOWS_TEST_CASE(
    "the cache is QUERENT_CACHE, else in XDG_CACHE_HOME, else in ~/.cache, and relative ones are "
    "ignored") {
  const Environment own("QUERENT_CACHE", ""), xdg("XDG_CACHE_HOME", "/x"), home("HOME", "/h");
  CHECK(cache_directory() == "/x/querent");
  const Environment relative("XDG_CACHE_HOME", "x");
  CHECK(cache_directory() == "/h/.cache/querent");
  const Environment homeless("HOME", "");
  CHECK(has(thrown_by([] { cache_directory(); }), "the cache has no directory"));
  const Environment named("QUERENT_CACHE", "/c");
  CHECK(cache_directory() == "/c");
}

TEST_CASE("the checksum of the content is that of the decompressed bytes") {
  CHECK(sha256_of_content(QUERENT_TEST_DATA "/compressed/numbers.txt.gz") ==
        sha256_of_content(QUERENT_TEST_DATA "/compressed/numbers.txt.zst"));
  CHECK(sha256_of_content(QUERENT_TEST_DATA "/compressed/numbers.txt.gz") !=
        sha256_of_file(QUERENT_TEST_DATA "/compressed/numbers.txt.gz"));
  CHECK(has(thrown_by([] { sha256_of_file("/nowhere/at/all"); }), "/nowhere/at/all"));
  Sha256 a;
  a.update(std::string("ab"));
  Sha256 b(std::move(a)), c;
  c = std::move(b);
  c.update(std::string("c"));
  CHECK(c.hex() == sha256("abc"));
}

NOT_ON_WINDOWS_TEST_CASE("the checksum of an endless file is refused") {
  CHECK(has(thrown_by([] { sha256_of_file("/dev/full"); }), "not a regular file"));
}

TEST_CASE("a damaged registration, an unknown role and a missing file are rejected with a remedy") {
  const Scratch scratch;
  const Environment cache("QUERENT_CACHE", scratch.path().string());
  const fs::path rows = scratch.write("rows.csv", "1,2,a\n2,1,b\n"),
                 labels = scratch.write("labels", "a\nb\n");
  using Files = std::vector<std::pair<FileRole, fs::path>>;
  for (const FileRole role :
       {FileRole::kEdges, FileRole::kLabels, FileRole::kFeatures, FileRole::kRows,
        FileRole::kRowLabels, FileRole::kTestRows, FileRole::kTestRowLabels}) {
    const DatasetInfo mine = add_user_dataset("mine", DatasetKind::kVectors, Files{{role, rows}});
    CHECK(mine.editions.front().files.front().role == role);
  }
  CHECK(locate(find_dataset("mine")).files.front().path == fs::canonical(rows));
  fs::remove(rows);
  CHECK(has(thrown_by([] { locate(find_dataset("mine")); }), "no such file"));
  std::ofstream(scratch / "added/mine.json")
      << R"({"kind": "graph", "files": [{"role": "leaves"}]})";
  CHECK(has(thrown_by([] { user_datasets(); }),
            "mine.json: .files[0]: expected a field \"path\", found an object — delete it"));
  std::ofstream(scratch / "added/mine.json") << "{\n  x";
  CHECK(has(thrown_by([] { user_datasets(); }), "mine.json:2:3: expected JSON"));
  std::vector<std::string> damaged;
  CHECK(user_datasets(&damaged).empty());
  CHECK(damaged.size() == 1);
  CHECK_NOTHROW(find_dataset("karate"));  // other sets are not affected
  CHECK_THROWS_AS(find_dataset("mine"), CorruptError);
  CHECK(has(thrown_by([&] {
              add_user_dataset("-x", DatasetKind::kGraph, Files{{FileRole::kEdges, labels}});
            }),
            "cannot name a data set"));
  CHECK(
      has(thrown_by([] { add_user_dataset("x", DatasetKind::kGraph, {}); }), "at least one file"));
  CHECK(has(thrown_by([&] {
              add_user_dataset("x", DatasetKind::kGraph, Files{{FileRole::kEdges, scratch.path()}});
            }),
            "not a file"));
  CHECK(has(thrown_by([&] {
              add_user_dataset("karate", DatasetKind::kGraph, Files{{FileRole::kEdges, labels}});
            }),
            "choose another name"));
}

TEST_CASE("a name is 1 to 64 letters, digits, . _ -, and begins with neither . nor -") {
  const Scratch scratch;
  const Environment cache("QUERENT_CACHE", scratch.path().string());
  const fs::path file = scratch.write("edges", "a b\n");
  const auto add = [&](const std::string& name) {
    return thrown_by([&] {
      add_user_dataset(name, DatasetKind::kGraph, {{FileRole::kEdges, file}});
    });
  };
  for (const std::string& name : {std::string("a"), std::string("Z.9_x-"), std::string(64, '0')}) {
    CHECK(add(name) == "");
    CHECK(find_dataset(name).name == name);
  }
  for (const std::string& name :
       {std::string(), std::string(65, 'a'), std::string(".a"), std::string("-a"),
        std::string("a/b"), std::string("a b"), std::string("\xc3\xa9"), std::string("a{")}) {
    CHECK(has(add(name), "cannot name a data set"));
  }
  scratch.write("added/notes.txt", "by the user");  // other files are left alone
  scratch.write("added/.hidden.json", "{");
  CHECK(user_datasets().size() == 3);
}

TEST_CASE("without the embedded data the remedy is QUERENT_DATASETS") {
  const Scratch scratch;
  DatasetInfo karate = find_dataset("karate");
  karate.editions.front().files.front().path = "no/such/file";
  CHECK(thrown_by([&] { locate(karate); }) != "");
}

TEST_CASE("a mirror is a file:// or http(s):// root, and an empty one is named in the message") {
  const Scratch scratch;
  const Environment cache("QUERENT_CACHE", (scratch / "cache").string());
  const Environment mirror("QUERENT_MIRROR", "file://" + scratch.path().string());
  LocateOptions here_only;
  here_only.allow_network = false;
  const std::string message = thrown_by([&] { locate(find_dataset("cora"), here_only); });
  CHECK(message != "");
}
