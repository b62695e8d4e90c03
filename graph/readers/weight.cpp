// SPDX-License-Identifier: Apache-2.0
#include <querent/graph/readers/weight.hpp>

#include <fmt/format.h>

#include <querent/datasets/text/number.hpp>

namespace querent {

std::optional<double> scan_weight(std::string_view token, const Place& place,
                                  GraphBuilder& builder) {
  if (builder.options().without_weights()) return 1.0;
  const Scanned scanned = scan_number(token);
  constexpr std::string_view kRemedy = "correct the edge's weight, or drop the edge";
  std::string complaint = number_complaint(scanned, token, kRemedy);
  if (complaint.empty() && scanned.value < 0)
    complaint = fmt::format("a weight of at least 0, found {} — {}", in_quotes(token), kRemedy);
  if (complaint.empty()) return scanned.value;
  builder.errors().add(place, "expected " + complaint);
  return std::nullopt;
}

}  // namespace querent
