// SPDX-License-Identifier: Apache-2.0
// How a learner or a query rule gives its state, to be kept and restored exactly:
//
//   template <class Self, class Fields>
//   static void fields(Self& self, Fields&& field) {
//     field.is("PAUM");                      what it is
//     field.same("eta", self.params_.eta);   a parameter: kept, and compared when restored
//     field("w", self.w_);                   what was learnt, by the paper's symbol
//     field.must(self.w_.size() < n);        what was read must satisfy it
//   }
//
// The same lines write (Self is const) and read (it is not): a restored learner is made with its
// parameters, then filled. Fields are numbers, texts, vectors, matrices, and values that have
// fields. What follows from the others is not a field; it is computed where Self is not const. The
// conditions see to it that a damaged or hostile file makes no learner that reads beyond its
// arrays.
#pragma once

#include <concepts>
#include <string_view>

namespace querent {

namespace detail {
/// Takes any field, for the concept below.
struct AnyFields {
  template <class T>
  void operator()(std::string_view, T&) const {}
  template <class T>
  void same(std::string_view, const T&) const {}
  void is(std::string_view) const {}
  void must(bool) const {}
};
}  // namespace detail

/// A value whose state can be kept in a file: save_model(), load_model().
template <class M>
concept Stateful = std::movable<M> && requires(M& value, const M& seen) {
  M::fields(value, detail::AnyFields{});
  M::fields(seen, detail::AnyFields{});
};

}  // namespace querent
