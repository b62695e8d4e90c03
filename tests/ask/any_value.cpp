// SPDX-License-Identifier: Apache-2.0
// A line of JSON with any value in any field is either refused, or stored and read back after the
// store is opened again.
#include <doctest/doctest.h>

#include <unistd.h>

#include <array>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <random>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <querent/apps/ask/request.hpp>
#include <querent/apps/ask/store/store.hpp>

#include "ask/ring_server.hpp"
#include "support/slowed_down.hpp"

namespace querent::apps {

namespace {

// A folder in memory if the system has one: these tests do not concern the disk.
class FolderInMemory {
 public:
  FolderInMemory() {
    std::string name = std::filesystem::is_directory("/dev/shm")
                           ? "/dev/shm/querent-test-XXXXXX"
                           : (std::filesystem::temp_directory_path() / "querent-test-XXXXXX");
    REQUIRE(::mkdtemp(name.data()) != nullptr);
    path_ = name;
  }
  ~FolderInMemory() { std::filesystem::remove_all(path_); }
  FolderInMemory(const FolderInMemory&) = delete;
  FolderInMemory& operator=(const FolderInMemory&) = delete;
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

constexpr int kItems = 12;

// Draws JSON values as a program might write them.
class AnyValue {
 public:
  explicit AnyValue(std::uint64_t seed) : random_(seed) {}

  std::size_t below(std::size_t n) { return random_() % n; }

  std::string number() {
    static constexpr std::array kOdd{"0",
                                     "-0",
                                     "-0.0",
                                     "-0e5",
                                     "-1e-999",
                                     "1e-999",
                                     "1e999",
                                     "-1e999",
                                     "5e-324",
                                     "-5e-324",
                                     "1e308",
                                     "86400",
                                     "86400.1",
                                     "1E400",
                                     "-1",
                                     "0.1",
                                     "18446744073709551615",
                                     "18446744073709551616",
                                     "-9223372036854775808",
                                     "1e22",
                                     "2.5"};
    if (below(2) == 0) return kOdd[below(kOdd.size())];
    return fmt::format(
        "{}", std::bit_cast<double>(random_()));  // includes nan and inf, which are not JSON
  }

  std::string text() {
    static constexpr std::array kOdd{"\"\"",
                                     "\"A\"",
                                     "\"B\"",
                                     "\"n3\"",
                                     "\"n11\"",
                                     "\"a\\u0000b\"",
                                     "\"\\ud800\"",
                                     "\"Zo\xeb\"",
                                     "\"\xf0\x9f\x98\x80\"",
                                     "\"\xed\xa0\x80\"",
                                     "\"querent:1:2\"",
                                     "\"k\"",
                                     "\"k/class\"",
                                     "\"line\\nbreak\"",
                                     "\"\\u202e\""};
    if (below(2) == 0) return kOdd[below(kOdd.size())];
    std::string made = "\"";
    for (std::size_t k = below(250); k > 0; --k) made += static_cast<char>('!' + below(94));
    std::erase(made, '\\');
    std::erase_if(
        made, [first = true](char c) mutable { return c == '"' && !std::exchange(first, false); });
    return made + "\"";
  }

  std::string value() {
    switch (below(7)) {
      case 0:
        return below(2) == 0 ? "true" : "false";
      case 1:
        return "null";
      case 2:
        return below(2) == 0 ? "[]" : "{\"a\":[1]}";
      case 3:
      case 4:
        return number();
      default:
        return text();
    }
  }

  // A valid line in which up to two fields are replaced by any value.
  std::string line() {
    std::map<std::string, std::string> fields;
    const std::string item = fmt::format("\"n{}\"", below(kItems));
    switch (below(8)) {
      case 0:
        fields = {{"undo", "true"}};
        break;
      case 1:
        fields = {{"class", text()}};
        break;
      case 2:
        fields = {{"id", "1"}, {below(2) == 0 ? "skip" : "unknown", "true"}};
        break;
      default:
        fields = {{"item", item}, {"answer", below(4) == 0 ? text() : "\"B\""}};
    }
    static constexpr std::array kAll{"id", "item", "answer",  "skip", "unknown", "undo",  "class",
                                     "by", "key",  "seconds", "yes",  "no",      "is_it", "other"};
    for (std::size_t k = below(3); k > 0; --k) fields[kAll[below(kAll.size())]] = value();
    if (below(2) == 0) fields["seconds"] = number();
    std::string line = "{";
    for (const auto& [field, value] : fields)
      line += fmt::format("{}\"{}\":{}", line.size() > 1 ? "," : "", field, value);
    return line + "}";
  }

 private:
  std::mt19937_64 random_;
};

// The event number of the receipt; 0 if the line was refused.
std::uint64_t event_by(AnnotationServer& server, const std::string& line) {
  try {
    const auto request = nlohmann::ordered_json::parse(line);
    return handle(server, request, "me").event;
  } catch (const nlohmann::ordered_json::exception&) {
  } catch (const Refused&) {
  }
  return 0;
}

}  // namespace

TEST_CASE("ask: each of 100,000 lines with any value in any field is refused or read back (C1)") {
  constexpr int kBlocks = kSlowedDown ? 5 : 50, kLines = 2000;
  AnyValue any(40);
  std::uint64_t kept = 0, refused = 0;
  for (int block = 0; block < kBlocks; ++block) {
    const FolderInMemory folder;
    std::map<std::uint64_t, std::string> acknowledged;
    {
      const auto server = ring_server(folder.path(), kItems, 3);
      server->next("me");  // question 1
      for (int k = 0; k < kLines; ++k) {
        const std::string line = any.line();
        const std::uint64_t event = event_by(*server, line);
        ++(event == 0 ? refused : kept);
        if (event != 0) acknowledged.emplace(event, line);
      }
    }
    const AskStore store(folder.path() / "answers", AskStore::Access::kRead);
    for (const auto& sent : acknowledged) {
      const std::uint64_t event = sent.first;
      const std::string& line = sent.second;
      CAPTURE(line);
      REQUIRE(event <= store.events().size());
      CHECK(!std::signbit(store.events()[event - 1].seconds));
    }
    CHECK(ring_server(folder.path(), kItems, 3)->log().size() >= acknowledged.size());
  }
  MESSAGE(kept << " were kept, " << refused << " refused");
  CHECK(kept > kBlocks * kLines / 4);
  CHECK(refused > kBlocks * kLines / 10);
}

}  // namespace querent::apps
