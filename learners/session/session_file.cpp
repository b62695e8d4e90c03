// SPDX-License-Identifier: Apache-2.0
// Session files: the options, the initial classes and the events. The caller supplies the items and
// the rule; a checksum ensures that the items are the same.
#include <algorithm>
#include <optional>
#include <string_view>
#include <type_traits>

#include <querent/datasets/checksum.hpp>
#include <querent/learners/models/model.hpp>
#include <querent/learners/session/session_state.hpp>

namespace querent {

namespace {

// Adds the bytes of arrays.
void add(Sha256& sum, const auto&... arrays) {
  (sum.update({reinterpret_cast<const char*>(arrays.data()),
               static_cast<std::size_t>(arrays.size()) * sizeof(*arrays.data())}),
   ...);
}

void add(Sha256& sum, const CsrMatrix& rows) {
  add(sum, rows.offsets, rows.index, rows.value);
}

std::string checksum_of(const Items& items) {
  Sha256 sum;
  if (const auto* dense = std::get_if<Embedding::Rows>(&items.rows)) {
    add(sum, *dense);
  } else {
    add(sum, std::get<CsrMatrix>(items.rows));
  }
  for (const CsrMatrix& view : items.terms) add(sum, view);
  if (const Graph* graph = items.graph.get())
    add(sum, graph->offsets(), graph->all_neighbours(), graph->all_weights());
  return sum.hex();
}

// The events of a session as arrays, one per quantity over all events, then over all questions.
struct PackedEvents {
  std::vector<std::uint8_t> kind = {};
  std::vector<std::uint32_t> item = {};
  std::vector<std::int32_t> label = {};
  std::vector<std::uint64_t> look = {};
  std::vector<std::uint8_t> reached = {};
  std::vector<std::string> names = {};  // for kClass
  std::vector<std::uint8_t> why = {}, uniform = {};
  std::vector<double> probability = {}, confidence = {}, class_probabilities = {};
  std::vector<std::int32_t> predicted = {};
  std::vector<std::uint32_t> num_classes = {};  // number of each question's probabilities

  static void fields(auto& self, auto&& field) {
    field("kind", self.kind);
    field("item", self.item);
    field("label", self.label);
    field("look", self.look);
    field("reached", self.reached);
    field("names", self.names);
    field("why", self.why);
    field("uniform", self.uniform);
    field("probability", self.probability);
    field("confidence", self.confidence);
    field("class_probabilities", self.class_probabilities);
    field("predicted", self.predicted);
    field("num_classes", self.num_classes);
  }
};

// The content of the file; load() compares the items' shape and checksum.
struct Kept {
  std::uint64_t items = 0, dim = 0;
  std::string checksum = {};
  std::vector<std::string> classes = {};
  SessionOptions how = {};  // without rule, threads and go_on
  PackedEvents events = {};

  static void fields(auto& self, auto&& field) {
    field.is("session");
    field("items", self.items);
    field("dim", self.dim);
    field("checksum", self.checksum);
    field("classes", self.classes);
    auto& how = self.how;
    field("budget", how.budget);
    field("stop_at_error", how.stop_at_error);
    field("checks", how.checks);
    field("seed", how.seed);
    field("run", how.run);
    field("order", how.order);
    field.must(how.order == Order::kPool || how.order == Order::kStream);
    field("learner", how.learner);
    field("query", how.query);
    field("encoding", how.encoding);
    field("params", how.params);
    field("arrivals", how.arrivals);
    field("shuffle", how.shuffle);
    field("class_shares", how.class_prior);
    added("second_looks", how.relabel, field);
    added("model", how.model, field);
    field("find", how.find);
    added("stop_at_recall", how.stop_at_recall, field);
    sparse("criteria", how.criteria, field);
    sparse("opinion", how.opinions, field);
    field("events", self.events);
  }

  // A value that files of earlier versions lack.
  template <class T, class Fields>
  static void added(std::string_view name, T& value, Fields&& field) {
    std::optional<std::remove_const_t<T>> kept = value;
    field(name, kept);
    if constexpr (!std::is_const_v<T>) value = kept.value_or(T{});
  }

  template <class T, class Fields>
  static void sparse(const std::string& name, T& rows, Fields&& field) {
    std::optional<std::vector<std::uint64_t>> offsets;
    std::optional<std::vector<std::uint32_t>> index;
    std::optional<std::vector<double>> value;
    if (!rows.empty()) {
      offsets = rows.offsets;
      index = rows.index;
      value = rows.value;
    }
    field(name + "_offsets", offsets);
    field(name + "_index", index);
    field(name + "_value", value);
    field.must(offsets.has_value() == value.has_value() && index.has_value() == value.has_value() &&
               (!value || index->size() == value->size()));
    if constexpr (!std::is_const_v<T>) {
      if (value) rows = {.offsets = *offsets, .index = *index, .value = *value, .dim = 0};
    }
  }
};

Kept kept_of(const Items& items) {
  return {.items = items.size(), .dim = items.dim(), .checksum = checksum_of(items)};
}

void must(bool holds) {
  if (!holds) throw ModelError("expected valid events of a session, found invalid ones");
}

PackedEvents packed(const std::vector<Event>& events) {
  PackedEvents all;
  for (const Event& event : events) {
    all.kind.push_back(static_cast<std::uint8_t>(event.kind));
    all.item.push_back(event.question ? event.question->item : event.answer.item);
    all.label.push_back(event.answer.label);
    all.look.push_back(event.look);
    all.reached.push_back(event.reached ? 1 : 0);
    if (event.kind == Event::Kind::kClass) all.names.push_back(event.name);
    if (!event.question) continue;
    const Question& q = *event.question;
    all.why.push_back(static_cast<std::uint8_t>(q.why));
    all.uniform.push_back(q.uniform ? 1 : 0);
    all.probability.push_back(q.probability);
    all.confidence.push_back(q.confidence);
    all.predicted.push_back(q.predicted);
    all.num_classes.push_back(static_cast<std::uint32_t>(q.class_probabilities.size()));
    all.class_probabilities.insert(all.class_probabilities.end(), q.class_probabilities.begin(),
                                   q.class_probabilities.end());
  }
  return all;
}

std::vector<Event> unpacked(const PackedEvents& all) {
  const std::size_t n = all.kind.size(), questions = all.why.size();
  must(all.item.size() == n && all.label.size() == n && all.look.size() == n &&
       all.reached.size() == n && all.uniform.size() == questions &&
       all.probability.size() == questions && all.confidence.size() == questions &&
       all.predicted.size() == questions && all.num_classes.size() == questions);
  std::vector<Event> events(n);
  std::size_t question = 0, name = 0, probability = 0;
  for (std::size_t i = 0; i < n; ++i) {
    Event& event = events[i];
    must(all.kind[i] <= static_cast<std::uint8_t>(Event::Kind::kForget));
    event = {.kind = static_cast<Event::Kind>(all.kind[i]),
             .answer = {all.item[i], all.label[i]},
             .look = all.look[i],
             .reached = all.reached[i] != 0};
    if (event.kind == Event::Kind::kClass) {
      must(name < all.names.size());
      event.name = all.names[name++];
    }
    if (event.kind != Event::Kind::kQuestion) continue;
    must(question < questions && all.why[question] <= static_cast<std::uint8_t>(Why::kRelabel) &&
         all.num_classes[question] <= all.class_probabilities.size() - probability);
    const auto first = all.class_probabilities.begin() + static_cast<std::ptrdiff_t>(probability);
    event.question = Question{.id = question + 1,
                              .item = all.item[i],
                              .why = static_cast<Why>(all.why[question]),
                              .probability = all.probability[question],
                              .predicted = all.predicted[question],
                              .confidence = all.confidence[question],
                              .class_probabilities = {first, first + all.num_classes[question]},
                              .uniform = all.uniform[question] != 0};
    probability += all.num_classes[question++];
  }
  must(question == questions && name == all.names.size());
  return events;
}

}  // namespace

void Session::save(const std::filesystem::path& path) const {
  Kept kept = kept_of(items());
  kept.classes = state_->classes;
  kept.how = options();
  kept.events = packed(state_->events);
  save_model(path, kept);
}

Session Session::load(const std::filesystem::path& path, std::shared_ptr<const Items> items,
                      PoolRule rule, int threads, std::function<bool()> go_on) {
  if (items == nullptr) throw std::invalid_argument("Session: items must not be null");
  const Kept here = kept_of(*items);
  Kept kept = load_model(path, here);
  try {
    if (kept.items != here.items || kept.dim != here.dim || kept.checksum != here.checksum)
      throw ModelError("expected a session of these items, found one of other items");
    kept.how.rule = std::move(rule);
    kept.how.threads = threads;
    kept.how.go_on = std::move(go_on);
    kept.how.opinions.dim = kept.classes.size();
    for (const CsrMatrix& view : items->terms)
      kept.how.criteria.dim = std::max(kept.how.criteria.dim, view.dim);
    auto state = std::make_unique<State>(std::move(items), kept.classes, std::move(kept.how));
    for (Event& event : unpacked(kept.events)) state->add_checked(std::move(event));
    return Session(std::move(state));
  } catch (const std::invalid_argument& error) {
    throw ModelError(path.string() + ": " + error.what());
  } catch (const ModelError& error) {
    throw ModelError(path.string() + ": " + error.what());
  }
}

}  // namespace querent
