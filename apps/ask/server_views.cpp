// SPDX-License-Identifier: Apache-2.0
// The read-only functions of the annotation server.
#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <set>
#include <sstream>

#include <querent/apps/ask/annotation_server.hpp>
#include <querent/datasets/bibliography/names.hpp>

namespace querent::apps {

namespace {

double median(std::vector<double> values) {
  if (values.empty()) return 0;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

bool is_label(EventKind kind) {
  return kind == EventKind::kClass || kind == EventKind::kSecond;
}

// Error at fifty more labels: error ≈ a labels^−b, fitted to the second half by least squares.
std::optional<double> extrapolated(const std::vector<CurvePoint>& curve, std::uint64_t labels) {
  constexpr std::size_t kFewest = 5;
  double n = 0, sx = 0, sy = 0, sxx = 0, sxy = 0;
  for (std::size_t k = curve.size() / 2; k < curve.size(); ++k) {
    const double error = curve[k].estimate.value;
    if (curve[k].labels == 0 || !(error > 0)) continue;
    const double x = std::log(static_cast<double>(curve[k].labels));
    const double y = std::log(error);
    ++n;
    sx += x;
    sy += y;
    sxx += x * x;
    sxy += x * y;
  }
  const double denominator = n * sxx - sx * sx;
  if (n < kFewest || !(denominator > 1e-9)) return std::nullopt;
  const double slope = std::min(0.0, (n * sxy - sx * sy) / denominator);
  const double x = std::log(static_cast<double>(labels) + 50);
  return std::exp((sy - slope * sx) / n + slope * x);
}

}  // namespace

ItemState AnnotationServer::state_of(std::uint32_t item, const Predictions& predictions,
                                     const std::string& by) const {
  const EventLog::ItemAnswers current = event_log_.of(items_.id(item));
  if (!by.empty() && wants_second(items_.id(item), by))
    return {.note = current.note_by == by ? current.note : std::string()};
  ItemState state{.label = current.label.empty() ? -1 : class_index(current.label),
                  .by = current.label.empty() && !current.unknown ? std::string() : current.by,
                  .unknown = current.unknown,
                  .guess = {},
                  .note = current.note};
  if (current.disputed()) {
    state.second = current.second_text();
    state.second_by = current.second_by;
  }
  if (item < predictions.items.size())
    state.guess = {predictions.items[item].label, predictions.items[item].probability};
  return state;
}

ItemState AnnotationServer::state(std::uint32_t item, const std::string& by) {
  want();
  const auto now = latest();
  const std::lock_guard lock(writing_);
  return state_of(item, *now, by);
}

std::shared_ptr<const Predictions> AnnotationServer::predictions(bool wait) {
  want(wait ? kUntilDone : Clock::duration::zero());
  return latest();
}

std::vector<CurvePoint> AnnotationServer::curve() const {
  std::vector<CurvePoint> curve;
  const std::lock_guard lock(writing_);
  std::set<std::string> labelled;
  for (const Event& event : event_log_.events()) {
    if (event.kind == EventKind::kClass) labelled.insert(event.item);
    if (event.error_low > event.error_high || event.error < 0) continue;
    if (!curve.empty() && curve.back().estimate.value == event.error &&
        curve.back().estimate.high == event.error_high)
      continue;
    curve.push_back(
        {.labels = labelled.size(),
         .time = event.time,
         .estimate = {.value = event.error, .low = event.error_low, .high = event.error_high}});
  }
  return curve;
}

// With --find: counts the items found until now, while the interval may use earlier answers only; it
// remains valid, since no fewer exist than were found.
void AnnotationServer::count_found(AnnotationProgress& progress) const {
  if (!progress.recall) return;
  RecallInterval& recall = *progress.recall;
  recall.found = 0;
  for (const std::string& id : event_log_.answered()) {
    const EventLog::ItemAnswers current = event_log_.of(id);
    if (current.label != settings_.find || !items_.find(id)) continue;
    ++recall.found;
    progress.known_before += !current.asked;
  }
  recall.low = std::max(recall.low, recall.found);
  recall.high = std::max(recall.high, recall.found);
  recall.unread = progress.items - progress.answered - progress.unknown;
}

AnnotationProgress AnnotationServer::progress() {
  want();
  const auto now = latest();
  const std::vector<CurvePoint> points = curve();
  const std::lock_guard lock(writing_);
  AnnotationProgress progress{.items = items_.size(),
                              .answered = event_log_.labelled(),
                              .unknown = event_log_.unknown(),
                              .gone = event_log_.gone(),
                              .disputed = event_log_.disputed(),
                              .estimate = now->estimate,
                              .recall = now->recall,
                              .stop_at_recall = settings_.stop_at_recall,
                              .may_stop = done_ == Ending::kGoal,
                              .classes = event_log_.classes(),
                              .labelled = event_log_.class_sizes(),
                              .after = now->after,
                              .predicting = now->events < event_log_.events().size(),
                              .agreement = event_log_.agreement(),
                              .events = event_log_.events().size(),
                              .done = done_};
  if (const std::vector<int>& machine = settings_.machine; !machine.empty()) {
    std::vector<std::pair<int, int>> pairs;
    for (const std::string& id : event_log_.answered()) {
      const auto item = items_.find(id);
      const int label = class_index(event_log_.of(id).label);
      if (item && machine[*item] >= 0 && label >= 0) pairs.emplace_back(label, machine[*item]);
    }
    progress.machine = annotator_agreement(pairs, event_log_.classes());
  }
  progress.predicted.assign(progress.classes.size(), 0);
  for (const ItemPrediction& prediction : now->items) {
    if (prediction.label < 0) {
      ++progress.without;
    } else if (!prediction.asked &&
               static_cast<std::size_t>(prediction.label) < progress.predicted.size()) {
      ++progress.predicted[static_cast<std::size_t>(prediction.label)];
    }
  }
  count_found(progress);
  std::map<std::string, std::vector<double>> seconds;
  std::map<std::string, PersonProgress> people;
  std::vector<double> all;
  for (const Event& event : event_log_.events()) {
    if (event_log_.undone(event.number) || !items_.find(event.item)) continue;
    progress.yes_no += event.kind == EventKind::kNo;
    if (event.kind == EventKind::kCorrection) ++people[event.by].corrections;
    if (!is_label(event.kind) && event.kind != EventKind::kUnknown) continue;
    if (event.kind == EventKind::kClass && event.question != 0) {
      const AskedQuestion& question = store_.questions()[event.question - 1];
      ++progress.asked;
      if (settings_.stream ? question.probability < 1 : question.uniform) ++progress.checks;
    }
    ++(is_label(event.kind) ? people[event.by].answers : people[event.by].unknown);
    if (event.seconds <= 0) continue;
    seconds[event.by].push_back(event.seconds);
    all.push_back(event.seconds);
  }
  for (auto& [by, person] : people) {
    person.by = by;
    person.seconds = median(seconds[by]);
    progress.people.push_back(person);
  }
  progress.seconds = median(all);
  progress.after_fifty_more = extrapolated(points, progress.answered);
  return progress;
}

Neighbourhood AnnotationServer::neighbourhood(std::uint32_t item, std::size_t most,
                                              const std::string& by) {
  want();
  const auto predictions = latest();
  Neighbourhood around;
  most = std::max<std::size_t>(most, 1);
  const Graph* graph = items_.graph();
  std::map<std::uint32_t, std::uint32_t> at{{item, 0}};
  const auto add = [&](std::uint32_t node, int hop) {
    if (at.emplace(node, around.nodes.size()).second || around.nodes.empty())
      around.nodes.push_back({.item = node, .hop = hop, .state = {}});
  };
  add(item, 0);
  // heaviest edges first; at equal weight, nodes of smaller degree, which are more specific
  const auto nearest = [&](std::uint32_t node) {
    std::vector<std::pair<double, std::uint32_t>> found;
    graph->for_each_neighbour(node, [&](Node j, double weight) { found.emplace_back(weight, j); });
    std::sort(found.begin(), found.end(), [&](const auto& a, const auto& b) {
      if (a.first != b.first) return a.first > b.first;
      const std::size_t fewer = graph->neighbours(a.second).size(),
                        more = graph->neighbours(b.second).size();
      return fewer != more ? fewer < more : a.second < b.second;
    });
    return found;
  };
  if (graph != nullptr) {
    for (const auto& [weight, node] : nearest(item)) {
      if (around.nodes.size() < most) {
        add(node, 1);
      } else {
        ++around.left_out;
      }
    }
    const std::size_t first_ring = around.nodes.size();
    for (std::size_t k = 1; k < first_ring && around.nodes.size() < most; ++k) {
      for (const auto& [weight, node] : nearest(around.nodes[k].item)) {
        if (around.nodes.size() == most) break;
        add(node, 2);
      }
    }
    for (const auto& [node, index] : at) {
      graph->for_each_neighbour(node, [&, from = index, i = node](Node j, double weight) {
        const auto other = at.find(j);
        if (other != at.end() && i < j)
          around.edges.push_back({.from = from, .to = other->second, .weight = weight});
      });
    }
  }
  const std::lock_guard lock(writing_);
  for (auto& node : around.nodes) node.state = state_of(node.item, *predictions, by);
  return around;
}

std::vector<std::uint32_t> AnnotationServer::search(std::string_view text, std::size_t most) const {
  std::string whole = without_case(text);
  if (whole.starts_with("doi:")) whole.erase(0, 4);  // the texts have addresses of doi.org
  std::istringstream in(whole);
  const std::vector<std::string> words{std::istream_iterator<std::string>(in), {}};
  std::vector<std::uint32_t> exact, begins, others;
  if (words.empty()) return exact;
  std::vector<std::string> shown;  // the id, then the columns
  for (std::uint32_t i = 0; i < items_.size(); ++i) {
    shown.assign(1, without_case(items_.id(i)));
    for (std::size_t c = 0; c < items_.shown().columns.size(); ++c)
      shown.push_back(without_case(items_.shown().cell(i, c)));
    if (std::ranges::find(shown, whole) != shown.end()) {
      exact.push_back(i);
    } else if (std::ranges::any_of(
                   shown, [&](const std::string& part) { return part.starts_with(whole); })) {
      if (begins.size() < most) begins.push_back(i);
    } else if (others.size() < most && std::ranges::all_of(words, [&](const std::string& word) {
                 return std::ranges::any_of(shown, [&](const std::string& part) {
                   return part.find(word) != std::string::npos;
                 });
               })) {
      others.push_back(i);
    }
  }
  exact.insert(exact.end(), begins.begin(), begins.end());
  exact.insert(exact.end(), others.begin(), others.end());
  if (exact.size() > most) exact.resize(most);
  return exact;
}

std::vector<SuspectAnswer> AnnotationServer::to_review(std::size_t most, const std::string& by) {
  want();
  const auto now = latest();
  const std::lock_guard lock(writing_);
  std::vector<SuspectAnswer> answers;
  for (const SuspectAnswer& one : now->suspects) {
    if (answers.size() == most) break;
    if (state_of(one.item, *now, by).label == one.label) answers.push_back(one);
  }
  return answers;
}

std::vector<Conflict> AnnotationServer::conflicts() const {
  const std::lock_guard lock(writing_);
  return event_log_.conflicts();
}

std::vector<PastAnswer> AnnotationServer::last_answers(std::size_t most,
                                                       const std::string& by) const {
  const std::lock_guard lock(writing_);
  std::vector<PastAnswer> past;
  const auto& events = event_log_.events();
  for (auto event = events.rbegin(); event != events.rend() && past.size() < most; ++event) {
    if (event->kind == EventKind::kSource || (!by.empty() && event->by != by)) continue;
    const std::string label = event_log_.of(event->item).label;
    past.push_back({.event = *event,
                    .item = event->item.empty() ? std::nullopt : items_.find(event->item),
                    .label = label.empty() ? -1 : class_index(label),
                    .undone = event_log_.undone(event->number)});
  }
  return past;
}

std::vector<Event> AnnotationServer::log() const {
  const std::lock_guard lock(writing_);
  return event_log_.events();
}

}  // namespace querent::apps
