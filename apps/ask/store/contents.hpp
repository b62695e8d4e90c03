// SPDX-License-Identifier: Apache-2.0
// All rows of answers.sqlite (store.hpp), read and checked.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <querent/apps/ask/store/database.hpp>
#include <querent/apps/ask/store/event.hpp>
#include <querent/apps/ask/store/head.hpp>

namespace querent::apps {

/// A row whose sum was made of −0 where SQLite keeps 0.
struct MendedRow {
  enum class Table { kQuestion, kEvent };
  Table table;
  std::uint64_t number;
};

struct StoreContents {
  std::optional<std::string> settings = {};  ///< of the last start
  std::vector<PosedQuestion> questions = {};
  std::vector<Event> events = {};
  std::optional<StoredSource> source = {};  ///< the last one
  StoreHead head = {};                      ///< how far the tables are
};

/// What becomes of rows whose sums were made of −0.
enum class NegativeZeros { kRefuse, kMend };

/// Reads all rows in one transaction that the caller has begun. CorruptError where a row is not
/// what was written, or the tables are not as far as `head`. `mended` are the rows that kMend let
/// pass; `contents.head` then is that of the sums as they stand.
StoreContents read_contents(Database& database, const std::string& file,
                            const std::optional<StoreHead>& head, NegativeZeros zeros,
                            std::vector<MendedRow>& mended);

}  // namespace querent::apps
