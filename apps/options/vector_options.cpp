// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/options/vector_options.hpp>

#include <algorithm>
#include <array>
#include <sstream>
#include <string>
#include <vector>

#include <querent/apps/options/choice.hpp>
#include <querent/apps/options/number_check.hpp>

namespace querent::apps {

namespace {

using Scale = TransformParams::Scale;

// Takes "standard,unit": a word of --scale, or several, one after the other.
void set_scales(const std::string& text, TransformParams& transform) {
  constexpr std::array kScales{Scale::kNone, Scale::kUnit, Scale::kMinMax, Scale::kStandard};
  const std::vector<std::string> known{"none", "unit", "minmax", "standard"};
  std::vector<Scale> scales;
  std::istringstream words(text + ',');
  for (std::string word; std::getline(words, word, ',');) {
    const auto found = std::find(known.begin(), known.end(), word);
    if (found == known.end())
      throw UsageError(
          fmt::format("--scale {}: expected none, unit, minmax or standard, or several of "
                      "them with commas between{}",
                      in_quotes(text), hint(word, known)));
    scales.push_back(kScales[static_cast<std::size_t>(found - known.begin())]);
  }
  if (scales.size() > RowTransform::kMostScalings)
    throw UsageError(fmt::format("--scale: expected at most {} of them, found {}",
                                 RowTransform::kMostScalings, scales.size()));
  transform.scale = scales.front();
  transform.then.assign(scales.begin() + 1, scales.end());
}

}  // namespace

void add_vector_options(CLI::App& app, VectorSourceOptions& options) {
  app.add_option_function<std::string>(
         "--scale", [&options](const std::string& text) { set_scales(text, options.transform); },
         "Rows to norm 1, or features to [0, 1] or to mean 0 and deviation 1; sparse features are "
         "divided only, so that they stay sparse. standard,unit: one after the other")
      ->type_name("none|unit|minmax|standard")
      ->default_str("none")
      ->group(kVectorGroup);
  app.add_flag("--bias", options.transform.bias,
               "A constant feature 1 in front of the others; run, train and sweep give it to "
               "linear learners anyhow, unless rows are scaled to length 1")
      ->group(kVectorGroup);
  app.add_flag("--no-bias", options.no_bias,
               "Linear learners without the constant feature, as the papers have them")
      ->group(kVectorGroup);
  app.add_option("--hash", options.transform.hash_bits,
                 "Features become 2^BITS by a hash with signs, for indices without end: memory is "
                 "bounded, features may share a "
                 "number, which is counted")
      ->check(whole_number(1, FeatureHash::kMostBits))
      ->type_name("BITS")
      ->group(kVectorGroup)
      ->default_str("");
  app.add_option("--fourier", options.transform.fourier.features,
                 "Rows become D random Fourier features: linear learners on them learn what a "
                 "Gaussian kernel would, in time and memory "
                 "that do not grow; D is even")
      ->check(whole_number(2, FourierFeatures::kMost))
      ->check([](const std::string& text) {
        return (text.back() - '0') % 2 == 0
                   ? std::string()
                   : fmt::format("expected an even number, found {}", in_quotes(text));
      })
      ->type_name("D")
      ->group(kVectorGroup)
      ->default_str("");
  app.add_option("--fourier-sigma", options.transform.fourier.sigma,
                 "Of --fourier: σ of the Gaussian kernel, in the unit of the features")
      ->check(number_between(1e-12, 1e12))
      ->type_name("SIGMA")
      ->group(kVectorGroup);
  app.add_option("--drop-column", options.read.drop_columns,
                 "CSV: a column that is no feature, a name or a number from 1; repeatable")
      ->type_name("COLUMN")
      ->allow_extra_args(false)
      ->group(kVectorGroup);
  add_choice<MissingValues>(app, "--missing", options.read.missing,
                            {{"error", MissingValues::kError},
                             {"drop", MissingValues::kDrop},
                             {"mean", MissingValues::kMean}},
                            "CSV, ARFF: a row with a missing value is an error or is left out, or "
                            "the value becomes the mean of its column")
      ->group(kVectorGroup);
  app.add_flag("--one-hot", options.read.one_hot,
               "CSV: a column of words becomes a feature of 0 and 1 for each word")
      ->group(kVectorGroup);
  app.add_option("--index-base", options.read.index_base,
                 "svmlight: the index of the first feature (the default: as the first rows show)")
      ->check(whole_number(0, 1))
      ->type_name("0|1")
      ->group(kVectorGroup)
      ->default_str("");
  app.add_option("--num-features", options.read.features,
                 "svmlight: how many features there are; an index beyond is an error")
      ->check(whole_number())
      ->type_name("D")
      ->group(kVectorGroup)
      ->default_str("");
  app.add_flag("--cache", options.cache,
               "Keep a binary copy of the parsed rows in the cache: the next reading is faster")
      ->group(kVectorGroup);
}

void add_class_options(CLI::App& app, VectorSourceOptions& options) {
  const auto add_classes = [&](const char* flag, std::vector<std::string>& names,
                               const char* help) {
    app.add_option(flag, names, help)
        ->type_name("A,B,…")
        ->delimiter(',')
        ->allow_extra_args(false)
        ->group(kVectorGroup);
  };
  add_classes("--classes", options.filter.classes, "Keep the rows of these classes only");
  add_classes("--positive", options.filter.positive,
              "These classes together are the positive one of a binary task");
  add_classes(
      "--negative", options.filter.negative,
      "These classes together are the negative one (default: rest, all that are not positive)");
}

}  // namespace querent::apps
