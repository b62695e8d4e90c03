// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/options/experiment_options.hpp>

#include <algorithm>

#include <querent/apps/options/declare.hpp>
#include <querent/apps/terminal/usage_error.hpp>
#include <querent/datasets/text/number.hpp>
#include <querent/learners/catalogue/weighed_learner.hpp>

namespace querent::apps {

namespace {
constexpr const char* kGroup = "Learner";
constexpr std::uint64_t kMostPasses = 10'000, kMostForget = 1'000'000'000;
}  // namespace

void add_learning_options(CLI::App& app, LabelWeights& weights, ExperimentOptions& experiment) {
  const OptionGroup in(app, kGroup);
  add_value(app, "--passes", experiment.passes, "N",
            "Number of passes over the rows. Only the first asks for labels and counts "
            "mistakes; later passes learn the same labels again and change the final model")
      ->check(whole_number(1, kMostPasses));
  app.add_flag("--importance", weights.importance,
               "Weight a label that was asked for with probability p by 1/p, which makes the "
               "expected update equal to the update with all labels");
  add_value(
      app, "--class-weight", weights.of_class, "CLASS=W,…|balanced",
      "Weight of the labels of a class (0.001 to 1000), for example spam=5; the default is 1. "
      "balanced weighs each class inversely to its frequency among the labels so far")
      ->delimiter(',')
      ->allow_extra_args(false);
  add_value(app, "--forget", weights.forget, "N",
            "Learn from the latest N to 2N labels alone, for streams that change; the estimate "
            "of the error covers the same rounds. The default is to forget nothing")
      ->check(whole_number(1, kMostForget));
  app.add_flag(
      "--probabilities", experiment.probabilities,
      "Calibrate the probability of each predicted class on the labels asked so far, for "
      "a saved model and the predictions of --stream; with two classes print the log loss");
}

void weigh_labels(const LabelWeights& weights, const std::vector<std::string>& classes,
                  std::vector<NamedConfig>& configs) {
  Weighing weighing{.importance = weights.importance};
  std::vector<bool> given(classes.size(), false);
  for (const std::string& text : weights.of_class) {
    if (text == "balanced") {
      weighing.balanced = true;
      continue;
    }
    const std::size_t equals = text.rfind('=');
    if (equals == std::string::npos)
      throw UsageError("--class-weight {}: expected CLASS=W, as in spam=5, or balanced",
                       in_quotes(text));
    const std::string name = text.substr(0, equals);
    const Scanned weight = scan_number(std::string_view(text).substr(equals + 1));
    if (weight.kind != Scanned::kNumber ||
        !(weight.value >= kLeastClassWeight && weight.value <= kMostClassWeight)) {
      throw UsageError("--class-weight {}: expected a weight from {} to {} behind =, found {}",
                       name, kLeastClassWeight, kMostClassWeight,
                       in_quotes(text.substr(equals + 1)));
    }
    const auto found = std::find(classes.begin(), classes.end(), name);
    if (found == classes.end()) {
      throw UsageError("--class-weight {}: no class has that name{}", in_quotes(name),
                       hint(name, classes));
    }
    const auto k = static_cast<std::size_t>(found - classes.begin());
    if (given[k]) throw UsageError("--class-weight {} is given twice", in_quotes(name));
    given[k] = true;
    weighing.of_class.resize(classes.size(), 1);
    weighing.of_class[k] = weight.value;
  }
  for (NamedConfig& named : configs) {
    named.config.weighing = weighing;
    named.config.forget = weights.forget;
  }
}

}  // namespace querent::apps
