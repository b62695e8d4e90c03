// SPDX-License-Identifier: Apache-2.0
// Session files: the options, the initial classes and the events. The caller supplies the items and
// the rule; a checksum ensures that the items are the same.
#include <algorithm>
#include <optional>

#include <querent/datasets/checksum.hpp>
#include <querent/learners/models/model.hpp>
#include <querent/learners/session/session_state.hpp>

namespace querent {

namespace {

template <class T>
void add(Sha256& sum, const T* values, std::size_t count) {
  sum.update({reinterpret_cast<const char*>(values), count * sizeof(T)});
}

std::string checksum_of(const Items& items) {
  Sha256 sum;
  if (const auto* dense = std::get_if<Embedding::Rows>(&items.rows)) {
    add(sum, dense->data(), static_cast<std::size_t>(dense->size()));
  } else {
    const auto& sparse = std::get<SparseItems>(items.rows);
    add(sum, sparse.offsets.data(), sparse.offsets.size());
    add(sum, sparse.index.data(), sparse.index.size());
    add(sum, sparse.value.data(), sparse.value.size());
  }
  for (const SparseItems& view : items.terms) {
    add(sum, view.offsets.data(), view.offsets.size());
    add(sum, view.index.data(), view.index.size());
    add(sum, view.value.data(), view.value.size());
  }
  if (items.graph) {
    add(sum, items.graph->offsets().data(), items.graph->offsets().size());
    add(sum, items.graph->all_neighbours().data(), items.graph->all_neighbours().size());
    add(sum, items.graph->all_weights().data(), items.graph->all_weights().size());
  }
  return sum.hex();
}

// The content of the file. The items' shape and checksum are compared.
struct Kept {
  std::uint64_t items = 0, dim = 0;
  std::string checksum = {};
  std::vector<std::string> classes = {};
  std::optional<std::uint64_t> budget = {};
  double stop_at_error = 0, checks = 0;
  std::uint64_t seed = 0, run = 0;
  Order order = Order::kPool;
  std::string learner = {}, query = {}, encoding = {};
  Params params = {};
  std::vector<std::uint32_t> arrivals = {};
  bool shuffle = true;
  std::vector<double> class_prior = {};
  std::optional<bool> relabel = {};
  std::optional<AutoParams> model = {};
  std::optional<int> find = {};
  std::optional<double> stop_at_recall = {};
  std::optional<std::vector<std::uint64_t>> criteria_offsets = {};
  std::optional<std::vector<std::uint32_t>> criteria_index = {};
  std::optional<std::vector<double>> criteria_value = {};
  std::optional<std::vector<std::uint64_t>> opinion_offsets = {};
  std::optional<std::vector<std::uint32_t>> opinion_index = {};
  std::optional<std::vector<double>> opinion_value = {};
  PackedEvents events = {};

  template <class Self, class Fields>
  static void fields(Self& self, Fields&& field) {
    field.is("session");
    field.same("items", self.items);
    field.same("dim", self.dim);
    field.same("checksum", self.checksum);
    field("classes", self.classes);
    field("budget", self.budget);
    field("stop_at_error", self.stop_at_error);
    field("checks", self.checks);
    field("seed", self.seed);
    field("run", self.run);
    field("order", self.order);
    field("learner", self.learner);
    field("query", self.query);
    field("encoding", self.encoding);
    field("params", self.params);
    field("arrivals", self.arrivals);
    field("shuffle", self.shuffle);
    field("class_shares", self.class_prior);
    field("second_looks", self.relabel);
    field("model", self.model);
    field("find", self.find);
    field("stop_at_recall", self.stop_at_recall);
    field("criteria_offsets", self.criteria_offsets);
    field("criteria_index", self.criteria_index);
    field("criteria_value", self.criteria_value);
    field.must(
        self.criteria_offsets.has_value() == self.criteria_value.has_value() &&
        self.criteria_index.has_value() == self.criteria_value.has_value() &&
        (!self.criteria_index || self.criteria_index->size() == self.criteria_value->size()));
    field("opinion_offsets", self.opinion_offsets);
    field("opinion_index", self.opinion_index);
    field("opinion_value", self.opinion_value);
    field.must(self.opinion_offsets.has_value() == self.opinion_index.has_value() &&
               self.opinion_offsets.has_value() == self.opinion_value.has_value());
    field.must(self.order == Order::kPool || self.order == Order::kStream);
    field("events", self.events);
  }
};

Kept kept_of(const Items& items) {
  return {.items = items.size(), .dim = items.dim(), .checksum = checksum_of(items)};
}

std::size_t widest_view(const Items& items) {
  std::size_t widest = 0;
  for (const SparseItems& view : items.terms) widest = std::max(widest, view.dim);
  return widest;
}

SparseItems criteria_of(const Kept& kept, const Items& items) {
  if (!kept.criteria_index) return {};
  return {.offsets = *kept.criteria_offsets,
          .index = *kept.criteria_index,
          .value = *kept.criteria_value,
          .dim = widest_view(items)};
}

SparseItems opinions_of(const Kept& kept) {
  if (!kept.opinion_offsets) return {};
  return {.offsets = *kept.opinion_offsets,
          .index = *kept.opinion_index,
          .value = *kept.opinion_value,
          .dim = kept.classes.size()};
}

void must(bool holds) {
  if (!holds) throw ModelError("expected valid events of a session, found invalid ones");
}

}  // namespace

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

void Session::save(const std::filesystem::path& path) const {
  const SessionOptions& how = options();
  Kept kept = kept_of(items());
  kept.classes = state_->classes;
  kept.budget = how.budget;
  kept.stop_at_error = how.stop_at_error;
  kept.checks = how.checks;
  kept.seed = how.seed;
  kept.run = how.run;
  kept.order = how.order;
  kept.learner = how.learner;
  kept.query = how.query;
  kept.encoding = how.encoding;
  kept.params = how.params;
  kept.arrivals = how.arrivals;
  kept.shuffle = how.shuffle;
  kept.class_prior = how.class_prior;
  kept.relabel = how.relabel;
  kept.model = how.model;
  kept.find = how.find;
  kept.stop_at_recall = how.stop_at_recall;
  if (!how.criteria.index.empty()) {
    kept.criteria_offsets = how.criteria.offsets;
    kept.criteria_index = how.criteria.index;
    kept.criteria_value = how.criteria.value;
  }
  if (how.opinions.offsets.size() > 1) {
    kept.opinion_offsets = how.opinions.offsets;
    kept.opinion_index = how.opinions.index;
    kept.opinion_value = how.opinions.value;
  }
  kept.events = packed(state_->events);
  save_model(path, kept);
}

Session Session::load(const std::filesystem::path& path, std::shared_ptr<const Items> items,
                      PoolRule rule, int threads) {
  const Kept kept = load_model(path, kept_of(*items));
  try {
    SessionOptions options{.order = kept.order,
                           .rule = std::move(rule),
                           .budget = kept.budget,
                           .stop_at_error = kept.stop_at_error,
                           .checks = kept.checks,
                           .seed = kept.seed,
                           .model = kept.model.value_or(AutoParams{}),
                           .threads = threads,
                           .class_prior = kept.class_prior,
                           .relabel = kept.relabel.value_or(false),
                           .opinions = opinions_of(kept),
                           .find = kept.find,
                           .stop_at_recall = kept.stop_at_recall.value_or(0),
                           .criteria = criteria_of(kept, *items),
                           .learner = kept.learner,
                           .query = kept.query,
                           .params = kept.params,
                           .encoding = kept.encoding,
                           .arrivals = kept.arrivals,
                           .shuffle = kept.shuffle,
                           .run = kept.run};
    auto state = std::make_unique<State>(std::move(items), kept.classes, std::move(options));
    for (Event& event : unpacked(kept.events)) state->add_checked(std::move(event));
    return Session(std::move(state));
  } catch (const std::invalid_argument& error) {
    throw ModelError(path.string() + ": " + error.what());
  } catch (const ModelError& error) {
    throw ModelError(path.string() + ": " + error.what());
  }
}

}  // namespace querent
