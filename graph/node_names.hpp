// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace [[gnu::visibility("default")]] querent {

/// The user's node ids in one block of bytes, with 8 bytes per node beside the text.
class NodeNames {
 public:
  std::uint64_t size() const { return ends_.size(); }  ///< number of names
  /// The name of node i < size(); valid until the next name is added.
  std::string_view operator[](std::uint64_t i) const {
    const std::uint64_t begin = i == 0 ? 0 : ends_[i - 1];
    return {text_.data() + begin, ends_[i] - begin};
  }
  /// Adds the name of node size().
  void push_back(std::string_view name) {
    text_.append(name);
    ends_.push_back(text_.size());
  }
  friend bool operator==(const NodeNames&, const NodeNames&) = default;

 private:
  std::string text_;
  std::vector<std::uint64_t> ends_;
};

}  // namespace querent
