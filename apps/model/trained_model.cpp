// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/model/trained_model.hpp>

#include <fmt/format.h>

#include <querent/apps/experiment/final_model.hpp>
#include <querent/learners/models/model.hpp>

namespace querent::apps {

namespace {

// A state of dimension d needs at least 4 d² bytes (d (d + 1)/2 numbers of 8 bytes).
bool affordable(std::uint64_t d, std::uint64_t bytes) {
  return d == 0 || d <= bytes / 4 / d;
}

// A parameter that is missing in an older model has its default, which is the behaviour of that
// version.
void check(const std::string& name, const std::vector<ParamSpec>& specs, const Params& params) {
  for (const ParamSpec& spec : specs) {
    const auto given = params.find(spec.key);
    if (given != params.end() && !spec.allows(given->second)) {
      throw ModelError(fmt::format("{}: expected a {} that is {}, found {}", name, spec.key,
                                   spec.allowed(), given->second));
    }
  }
}

}  // namespace

void TrainedModel::make(std::size_t bytes) {
  try {
    const LearnerSpec& of_learner = find_learner(learner_name);
    const QuerySpec& of_query = find_query_rule(query_name);
    check(learner_name, of_learner.params, learner_params);
    check(query_name, of_query.params, query_params);
    bool fits = !of_learner.full_matrix || affordable(dim, bytes);
    for (const RowView& view : views)
      fits = fits && view.count <= dim && view.first <= dim && affordable(view.count, bytes);
    if (!fits || classes.size() < 2 || classes.size() > (std::size_t{1} << 20))
      throw ModelError("expected shapes that match the learner's state");
    // a growing learner starts small, since its arrays are read with the state
    const Task task{.dim = of_learner.full_matrix ? dim : 0,
                    .num_classes = static_cast<int>(classes.size()),
                    .encoding = encoding,
                    .views = views,
                    .rounds = rounds};
    learner = LearnerValue(of_learner.make(task, learner_params));
    rule = QueryValue(of_query.make(task, query_params));
  } catch (const std::invalid_argument& error) {
    throw ModelError(error.what());
  } catch (const LimitError& error) {
    throw ModelError(error.what());
  }
}

bool TrainedModel::ensemble_fits(const ScoresOverGraph& over) const {
  return learner.leaves_out() && over.scores.cols() == static_cast<Eigen::Index>(classes.size());
}

TrainedModel TrainedModel::read(const ModelFile& file) {
  TrainedModel model;
  model.bytes_ = file.size();
  if (!file.model().find("learner_state")) {
    throw ModelError(
        file.name() +
        ": expected a model written by `querent train`, found one written by another program");
  }
  return restored(file, std::move(model));
}

}  // namespace querent::apps
