// SPDX-License-Identifier: Apache-2.0
#include <querent/datasets/fetch.hpp>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <string>

#include <doctest/doctest.h>
#include <querent/datasets/archive.hpp>
#include <querent/datasets/checksum.hpp>
#include <querent/datasets/error.hpp>
#include <querent/datasets/file_lock.hpp>
#include <querent/datasets/locate.hpp>
#include <querent/datasets/write_whole.hpp>

#include "datasets/http_server.hpp"
#include "support/not_on_windows.hpp"

using namespace querent;
namespace fs = std::filesystem;
using namespace std::chrono_literals;

namespace {

/// 20,000 bytes without repeated pieces.
std::string payload() {
  std::string bytes;
  for (int i = 0; bytes.size() < 20'000; ++i) bytes += sha256(std::to_string(i));
  bytes.resize(20'000);
  return bytes;
}

/// A server with one file, and options to fetch it without long waits.
struct World {
  World() { write_whole(server.root() / "file", bytes); }
  FetchOptions options() const {
    return {.sha256 = sha256(bytes),
            .bytes = bytes.size(),
            .pause = 1ms,
            .connect_timeout = 2s,
            .stall_timeout = 1s};
  }
  FetchOptions options_without_checksum() const {
    FetchOptions result = options();
    result.sha256.clear();
    result.bytes = 0;
    return result;
  }
  fs::path part() const { return scratch / "file.part"; }
  std::string get(const std::string& behaviour, const FetchOptions& with) const {
    return fetch(server.url(behaviour, "file"), part(), with);
  }

  std::string bytes = payload();
  HttpServer server;
  Scratch scratch;
};

DatasetInfo dataset_of(const std::string& bytes, const std::string& url = "") {
  return {.name = "test",
          .title = "a test",
          .licence = "ours",
          .editions = {{"edge list",
                        true,
                        {{.path = "graphs/test/file",
                          .bytes = bytes.size(),
                          .sha256 = sha256(bytes),
                          .url = url}}}}};
}

/// The path of a file:// address: /tmp/a, or /C:/a on Windows.
std::string path_of(const fs::path& path) {
  const std::string name = path.generic_string();
  return name.starts_with('/') ? name : "/" + name;
}

}  // namespace

NETWORK_TEST_CASE("a normal server, a redirecting one and one that is busy once give the file") {
  const World world;
  for (const std::string behaviour : {"serve", "redirect", "busy-once", "short:20000"}) {
    CAPTURE(behaviour);
    CHECK(world.get(behaviour, world.options()) == sha256(world.bytes));
    CHECK(slurp(world.part()) == world.bytes);
    fs::remove(world.part());
    CHECK(world.get(behaviour, world.options_without_checksum()) == sha256(world.bytes));
    fs::remove(world.part());
  }
}

NETWORK_TEST_CASE("a download interrupted at any byte is continued there (P21)") {
  const World world;
  for (const int cut : {1, 2, 63, 4095, 4096, 4097, 10'000, 16'384, 19'998, 19'999}) {
    CAPTURE(cut);
    const std::size_t before = world.server.requests().size();
    CHECK(world.get("cut-once:" + std::to_string(cut), world.options()) == sha256(world.bytes));
    CHECK(slurp(world.part()) == world.bytes);
    const auto requests = world.server.requests();
    REQUIRE(requests.size() == before + 2);
    CHECK(requests.back() == "cut-once bytes=" + std::to_string(cut) + "-");
    fs::remove(world.part());
  }
}

NETWORK_TEST_CASE("a server that sends 3000 bytes at a time gets seven requests") {
  const World world;
  for (const std::string behaviour : {"cut:3000", "short:3000"}) {
    const std::size_t before = world.server.requests().size();
    CHECK(world.get(behaviour, world.options()) == sha256(world.bytes));
    CHECK(world.server.requests().size() == before + 7);
    fs::remove(world.part());
  }
}

NETWORK_TEST_CASE("the partial file of a killed process is continued, whatever its content") {
  const World world;
  for (const std::size_t size : {std::size_t{0}, std::size_t{1}, std::size_t{12'345},
                                 std::size_t{19'999}, std::size_t{20'000}}) {
    CAPTURE(size);
    const std::string left = world.bytes.substr(0, size);
    write_whole(world.part(), left);
    CHECK(world.get("serve", world.options()) == sha256(world.bytes));
    CHECK(slurp(world.part()) == world.bytes);
    // Wrong bytes of the same size are detected by the checksum, and the file is fetched again.
    write_whole(world.part(), std::string(size, 'x'));
    CHECK(world.get("serve", world.options()) == sha256(world.bytes));
    CHECK(slurp(world.part()) == world.bytes);
    // Without a known checksum, nothing shows that it is a part of this file.
    write_whole(world.part(), left);
    CHECK(world.get("serve", world.options_without_checksum()) == sha256(world.bytes));
    CHECK_FALSE(world.server.requests().back().ends_with("-"));
  }
  // A partial file longer than the expected size, or of unknown size: the server replies 416.
  write_whole(world.part(), world.bytes + "x");
  CHECK(world.get("serve", world.options()) == sha256(world.bytes));
  FetchOptions sizeless = world.options();
  sizeless.bytes = 0;
  write_whole(world.part(), world.bytes + "x");
  CHECK(world.get("serve", sizeless) == sha256(world.bytes));
  CHECK(slurp(world.part()) == world.bytes);
}

NETWORK_TEST_CASE("a server without range support sends the whole file again") {
  const World world;
  CHECK(world.get("norange-cut-once:7000", world.options()) == sha256(world.bytes));
  CHECK(slurp(world.part()) == world.bytes);
}

NETWORK_TEST_CASE("wrong bytes, too many bytes and a login page are rejected and not kept") {
  const World world;
  CHECK_THROWS_WITH_AS(world.get("lie", world.options()), doctest::Contains("its SHA-256 is"),
                       IoError);
  CHECK_FALSE(fs::exists(world.part()));
  CHECK_THROWS_WITH_AS(world.get("more", world.options()),
                       doctest::Contains("more than the expected 20000 bytes"), IoError);
  CHECK_FALSE(fs::exists(world.part()));
  CHECK_THROWS_AS(world.get("html", world.options()), IoError);
  CHECK_THROWS_WITH_AS(world.get("html", world.options_without_checksum()),
                       doctest::Contains("a web page instead"), IoError);
  CHECK_FALSE(fs::exists(world.part()));
}

NETWORK_TEST_CASE("errors name the address, temporary ones are retried, permanent ones are not") {
  const World world;
  const auto asked = [&](const std::string& behaviour) {
    const std::size_t before = world.server.requests().size();
    CHECK_THROWS_WITH_AS(world.get(behaviour, world.options()),
                         doctest::Contains(world.server.url(behaviour, "file").c_str()), IoError);
    return world.server.requests().size() - before;
  };
  CHECK(asked("status:404") == 1);
  CHECK(asked("status:403") == 1);
  CHECK(asked("status:500") == 4);
  CHECK(asked("status:503") == 4);
  CHECK(asked("redirect-loop") == 6);  // the first and five redirections
  CHECK_THROWS_AS(fetch("http://127.0.0.1:1/file", world.part(), world.options()), IoError);
  CHECK_FALSE(fs::exists(world.part()));
}

NETWORK_TEST_CASE("a server that redirects to file:// cannot read local files") {
  const World world;
  CHECK_THROWS_AS(world.get("redirect-file", world.options()), IoError);
  CHECK_THROWS_AS(world.get("redirect-file", world.options_without_checksum()), IoError);
  CHECK_THROWS_AS(
      fetch("file://" + (world.server.root() / "file").string(), world.part(), world.options()),
      IoError);
  CHECK_THROWS_AS(fetch("ftp://127.0.0.1/file", world.part(), world.options()), IoError);
  CHECK_FALSE(fs::exists(world.part()));
}

NETWORK_TEST_CASE("a certificate without a trusted issuer is rejected") {
  const HttpServer server(true);
  const Scratch scratch;
  write_whole(server.root() / "file", "x");
  CHECK_THROWS_WITH_AS(fetch(server.url("serve", "file"), scratch / "part", {.pause = 1ms}),
                       doctest::Contains("certificate"), IoError);
  CHECK(server.requests().empty());
  CHECK_FALSE(fs::exists(scratch / "part"));
}

NETWORK_TEST_CASE("a stalled server ends the download") {
  const World world;
  FetchOptions options = world.options();
  options.attempts = 1;
  const auto begin = std::chrono::steady_clock::now();
  CHECK_THROWS_AS(world.get("stall:100", options), IoError);
  CHECK(std::chrono::steady_clock::now() - begin < 10s);
  CHECK(slurp(world.part()) == world.bytes.substr(0, 100));  // kept for the next call
}

NETWORK_TEST_CASE("progress never decreases, ends at the size, and can cancel") {
  const World world;
  FetchOptions options = world.options();
  std::uint64_t last = 0;
  bool ascending = true;
  options.progress = [&](const FetchProgress& progress) {
    ascending = ascending && progress.received >= last && progress.total == 20'000;
    last = progress.received;
    return true;
  };
  world.get("cut-once:5000", options);
  CHECK(ascending);
  CHECK(last == 20'000);
  fs::remove(world.part());
  options.progress = [](const FetchProgress&) { return false; };
  CHECK_THROWS_AS(world.get("serve", options), Cancelled);
}

NETWORK_TEST_CASE(
    "an http mirror fills the cache, which then suffices, a wrong hash never enters it (P21)") {
  const World world;
  const Scratch cache;
  const Environment cache_variable("QUERENT_CACHE", cache.path().string());
  fs::create_directories(world.server.root() / "graphs/test");
  write_whole(world.server.root() / "graphs/test/file", world.bytes);
  const DatasetInfo dataset = dataset_of(world.bytes);
  const fs::path cached = cache / "data/graphs/test/file";

  {
    const Environment mirror("QUERENT_MIRROR", world.server.address() + "/lie");
    CHECK_THROWS_WITH_AS(locate(dataset), doctest::Contains("its SHA-256 is"), IoError);
    CHECK(fs::is_empty(cached.parent_path()));
  }
  {
    const Environment mirror("QUERENT_MIRROR", world.server.address() + "/serve");
    CHECK_THROWS_AS(locate(dataset, {.allow_network = false}), IoError);
    CHECK(locate(dataset).file(FileRole::kEdges) == cached);
    CHECK(slurp(cached) == world.bytes);
    CHECK(verify(dataset).front().intact);

    std::string damaged = world.bytes;
    damaged[777] = '?';
    write_whole(cached, damaged);
    CHECK_FALSE(verify(dataset).front().intact);
    const LocatedDataset again = locate(dataset);
    CHECK(again.notes.size() == 1);
    CHECK(slurp(cached) == world.bytes);
  }
  const Environment nothing("QUERENT_MIRROR", "");
  CHECK(locate(dataset).notes.empty());
  // If a mirror lacks the file or has another one, the public address is used next.
  fs::remove(cached);
  for (const std::string bad : {"status:404", "lie"}) {
    const Environment mirror("QUERENT_MIRROR", world.server.address() + "/" + bad);
    CHECK(locate(dataset_of(world.bytes, world.server.url("serve", "file"))).files.size() == 1);
    fs::remove(cached);
  }
  const Environment odd("QUERENT_MIRROR", "ftp://example.org");
  CHECK_THROWS_WITH_AS(locate(dataset), doctest::Contains("QUERENT_MIRROR"), IoError);
}

TEST_CASE("a file:// mirror is read in place and verified") {
  const std::string bytes = payload();
  const Scratch scratch;
  const Environment cache_variable("QUERENT_CACHE", (scratch / "cache").string());
  fs::create_directories(scratch / "a mirror/graphs/test");
  const fs::path file = scratch / "a mirror/graphs/test/file";
  write_whole(file, bytes);
  {
    const Environment here("QUERENT_MIRROR", "file://localhost" + path_of(scratch / "a%20mirror"));
    CHECK(locate(dataset_of(bytes)).file(FileRole::kEdges) == file);
    const Environment odd("QUERENT_MIRROR", "file://" + path_of(scratch / "a%2mirror"));
    CHECK_THROWS_WITH_AS(locate(dataset_of(bytes)), doctest::Contains("a%2mirror"), IoError);
  }
  const Environment mirror("QUERENT_MIRROR", "file://" + path_of(scratch / "a%20mirror"));
  CHECK(locate(dataset_of(bytes), {.allow_network = false}).file(FileRole::kEdges) == file);
  CHECK_FALSE(fs::exists(scratch / "cache"));
  write_whole(file, bytes + "x");
  CHECK_THROWS_WITH_AS(locate(dataset_of(bytes)), doctest::Contains("its SHA-256 is"), IoError);
}

NETWORK_TEST_CASE(
    "the members of an archive are unpacked once, verified, and restored if damaged") {
  const World world;
  const Scratch cache, scratch;
  const Environment cache_variable("QUERENT_CACHE", cache.path().string());
  const Environment nothing("QUERENT_MIRROR", "");
  scratch.write("set.cites", "a b\n");
  scratch.write("set.content", "a 1 x\n");
  const std::string tar = "tar -C " + scratch.path().string() + " -czf " +
                          (world.server.root() / "set.tgz").string() + " set.cites set.content";
  REQUIRE(std::system(tar.c_str()) == 0);
  const auto set = [&](const std::string& sha256_of_cites) {
    return DatasetInfo{.name = "test",
                       .title = "a test",
                       .licence = "ours",
                       .editions = {{"LINQS",
                                     false,
                                     {{.path = "graphs/test/set.tgz",
                                       .url = world.server.url("serve", "set.tgz"),
                                       .members = {{FileRole::kEdges, "set.cites", sha256_of_cites},
                                                   {FileRole::kFeatures, "set.content"}}}}}}};
  };
  CHECK_THROWS_WITH_AS(locate(set(sha256("a c\n"))), doctest::Contains("set.cites in"), IoError);
  const DatasetInfo right = set(sha256("a b\n"));
  const LocatedDataset found = locate(right);
  CHECK(slurp(found.file(FileRole::kEdges)) == "a b\n");
  CHECK(slurp(found.file(FileRole::kFeatures)) == "a 1 x\n");
  CHECK(found.file(FileRole::kLabels).empty());
  CHECK(world.server.requests().size() == 1);
  for (const FileRole role : {FileRole::kEdges, FileRole::kFeatures}) {
    const std::string whole = slurp(found.file(role));
    write_whole(found.file(role), "?");
    CHECK(slurp(locate(right, {.allow_network = false}).file(role)) == whole);
  }
  CHECK(verify(right).front().intact);
  CHECK(world.server.requests().size() == 1);
}

NETWORK_TEST_CASE("a file without a stated checksum is compared with its first download") {
  const World world;
  const Scratch cache;
  const Environment cache_variable("QUERENT_CACHE", cache.path().string());
  const Environment nothing("QUERENT_MIRROR", "");
  DatasetInfo dataset = dataset_of(world.bytes, world.server.url("serve", "file"));
  DatasetFile& file = dataset.editions.front().files.front();
  file.sha256.clear();
  CHECK_FALSE(verify(dataset).front().intact);
  file.content_sha256 = sha256("another content");
  CHECK_THROWS_WITH_AS(locate(dataset), doctest::Contains("the SHA-256 of its content is"),
                       IoError);
  file.content_sha256 = sha256(world.bytes);
  const fs::path here = locate(dataset).file(FileRole::kEdges);
  CHECK(slurp(here) == world.bytes);
  CHECK(locate(dataset, {.allow_network = false}).notes.empty());
  CHECK(verify(dataset).front().intact);
  write_whole(here, world.bytes + "x");
  CHECK_FALSE(verify(dataset).front().intact);
  CHECK(locate(dataset).notes.size() == 1);  // fetched again
  CHECK(slurp(here) == world.bytes);
}

NETWORK_TEST_CASE(
    "waiting for another process's download can be cancelled, an impossible cache is an error") {
  const World world;
  const Scratch cache;
  const Environment nothing("QUERENT_MIRROR", "");
  const DatasetInfo dataset = dataset_of(world.bytes, world.server.url("serve", "file"));
  {
    const Environment cache_variable("QUERENT_CACHE", cache.path().string());
    fs::create_directories(cache / "data/graphs/test");
    const auto other = FileLock::try_lock(cache / "data/graphs/test/file.lock");
    REQUIRE(other);
    int asked = 0;
    CHECK_THROWS_AS(
        locate(dataset, {.progress = [&](const FetchProgress&) { return ++asked < 3; }}),
        Cancelled);
    CHECK(asked == 3);
    CHECK(world.server.requests().empty());
  }
  const Environment file("QUERENT_CACHE", cache.write("a file", "").string());
  CHECK_THROWS_WITH_AS(locate(dataset), doctest::Contains("cannot create"), IoError);
}

TEST_CASE("the error for a set without an address describes how to get it") {
  const Environment nothing("QUERENT_MIRROR", "");
  const DatasetInfo dataset{.name = "test",
                            .title = "a test",
                            .licence = "theirs",
                            .homepage = "https://example.org/test",
                            .note = "ask its authors"};
  CHECK_THROWS_WITH_AS(locate(dataset), doctest::Contains("ask its authors"), IoError);
  CHECK_THROWS_WITH_AS(locate(dataset), doctest::Contains("see https://example.org/test"), IoError);
  CHECK(verify(dataset).empty());
}

NETWORK_TEST_CASE("ten processes that want one file fetch it once (P21)") {
  const World world;
  const Scratch cache;
  const Environment cache_variable("QUERENT_CACHE", cache.path().string());
  const Environment mirror("QUERENT_MIRROR", world.server.address() + "/slow:3");
  fs::create_directories(world.server.root() / "graphs/test");
  write_whole(world.server.root() / "graphs/test/file", world.bytes);
  std::vector<pid_t> children;
  for (int i = 0; i < 10; ++i) {
    const pid_t child = ::fork();
    REQUIRE(child >= 0);
    if (child == 0) {
      int status = 1;
      try {
        status =
            slurp(locate(dataset_of(world.bytes)).file(FileRole::kEdges)) == world.bytes ? 0 : 2;
      } catch (const std::exception& error) {
        std::fputs(error.what(), stderr);
      }
      ::_exit(status);
    }
    children.push_back(child);
  }
  for (const pid_t child : children) {
    int status = -1;
    ::waitpid(child, &status, 0);
    CHECK(status == 0);
  }
  CHECK(world.server.requests() == std::vector<std::string>{"slow "});
  std::vector<std::string> left;
  for (const auto& entry : fs::directory_iterator(cache / "data/graphs/test"))
    left.push_back(entry.path().filename().string());
  CHECK(left == std::vector<std::string>{"file"});
}
