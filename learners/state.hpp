// SPDX-License-Identifier: Apache-2.0
// How a learner or a query rule declares its state, so that it can be saved and restored exactly:
//
//   static void fields(auto& self, auto&& field) {
//     field.is("PAUM");                      its kind
//     field.same("eta", self.params_.eta);   a parameter: saved, and compared when restored
//     field("w", self.w_);                   learned state, by the paper's symbol
//     field.must(self.w_.size() < n);        a condition that the values read must satisfy
//   }
//
// The same lines write (`self` is const) and read (`self` is not const): a restored learner is
// constructed with its parameters, then filled. Fields are numbers, texts, vectors, matrices, and
// values that have fields. Derived values are not fields; they are computed if `self` is not const.
// The conditions ensure that no damaged or hostile file yields a learner that reads beyond its
// arrays.
#pragma once

#include <concepts>
#include <string_view>

namespace querent {

namespace detail {
/// Accepts any field, for the concept below.
struct AnyFields {
  template <class T>
  void operator()(std::string_view, T&) const {}
  void same(std::string_view, const auto&) const {}
  void is(std::string_view) const {}
  void must(bool) const {}
};
}  // namespace detail

/// A value whose state can be saved to a file: save_model(), load_model().
template <class M>
concept Stateful = std::movable<M> && requires(M& value, const M& seen) {
  M::fields(value, detail::AnyFields{});
  M::fields(seen, detail::AnyFields{});
};

}  // namespace querent
