// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <initializer_list>
#include <random>
#include <string>
#include <string_view>

#include <doctest/doctest.h>

#include <querent/graph/builder.hpp>
#include <querent/graph/format.hpp>

namespace querent::test {

using Reader = std::function<void(Input&, GraphBuilder&)>;

inline GraphData load(const Reader& reader, std::string_view text,
                      const ReadOptions& options = {}) {
  Input input = Input::from_memory(text, "f");
  GraphBuilder builder("f", options);
  reader(input, builder);
  return builder.finish();
}

/// The message of the error from reading `text`, "" without an error. Other exceptions fail the
/// test.
inline std::string complaint(const Reader& reader, std::string_view text,
                             const ReadOptions& options = {}) {
  try {
    load(reader, text, options);
    return "";
  } catch (const DataError& e) {
    return e.what();
  } catch (const LimitError& e) {
    return e.what();
  }
}

struct Damage {
  std::string text;
  const char* place;  ///< "f:LINE:COLUMN: "
  const char* what;   ///< occurs in the message
};

inline void check_damages(const Reader& reader, std::initializer_list<Damage> damages) {
  for (const auto& [text, place, what] : damages) {
    const std::string damaged = text;
    CAPTURE(damaged);
    const std::string found = complaint(reader, text);
    CAPTURE(found);
    CHECK(found.starts_with(place));
    CHECK(found.find(what) != found.npos);
  }
}

/// Damages `text` 2,000 times at one to three bytes: each must load or fail within the time limit.
inline void check_mutations(const Reader& reader, const std::string& text) {
  std::mt19937_64 rng(20);
  for (int round = 0; round < 2000; ++round) {
    std::string damaged = text;
    for (std::uint64_t times = 1 + rng() % 3; times > 0 && !damaged.empty(); --times) {
      const std::size_t at = rng() % damaged.size();
      switch (rng() % 4) {
        case 0:
          damaged[at] = static_cast<char>(rng() % 256);
          break;
        case 1:
          damaged.erase(at, 1 + rng() % 8);
          break;
        case 2:
          damaged.insert(at, damaged.substr(rng() % damaged.size(), rng() % 16));
          break;
        default:
          damaged[at] = text[rng() % text.size()];
      }
    }
    CHECK_NOTHROW(complaint(reader, damaged));
  }
}

}  // namespace querent::test
