// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/reproduce/dkm_cbgz.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include <fmt/format.h>

#include <querent/apps/experiment/parallel.hpp>
#include <querent/apps/experiment/tuning.hpp>
#include <querent/apps/output/figure/figure.hpp>
#include <querent/apps/reproduce/report.hpp>
#include <querent/apps/reproduce/vector_task.hpp>
#include <querent/apps/terminal/interrupt.hpp>
#include <querent/apps/terminal/progress.hpp>
#include <querent/learners/bounds/linear_comparator.hpp>

namespace querent::apps::dkm_cbgz {

namespace {

constexpr int kFolds = 10;
constexpr std::uint64_t kPaperRuns = 50;  // 5 orders of 10 folds
constexpr std::size_t kRows = 10000, kHoldout = 2000;
constexpr std::uint64_t kMostLabels = 400, kMostSvmLabels = 150;  // of a learning curve

// The sources of a set's rows and held-out rows; one file of MNIST has enough for both. LIBSVM
// scaled the pixels of USPS to [−1, 1], background −1; they are scaled back to [0, 1].
struct Digits {
  std::string name, holdout_name;
  int first_label;  // of digit 0
  bool centred;     // pixels in [−1, 1]
  std::string preparation;
};
const Digits& digits_of(const std::string& set) {
  static const std::map<std::string, Digits> sets{
      {"MNIST", {"mnist-idx", "", 0, false, "unit norm"}},
      {"USPS", {"usps", "usps.t", 1, true, "(x + 1)/2, unit norm"}}};
  return sets.at(set);
}

std::vector<GridAxis> axes_of(const std::string& algorithm) {
  for (TableLine line : built_in_table("dkm-cbgz-grids.tsv")) {
    if (line.text() == algorithm) return line.axes();
  }
  return {};
}

VectorData load_digits(VectorTask source, const Digits& digits, const ReproduceOptions& options) {
  VectorData data = load_task(source, options);
  if (!digits.centred) return data;
  data = with_layout(std::move(data), RowLayout::kDense);
  for (double& value : data.value) value = (value + 1) / 2;
  return with_layout(std::move(data), RowLayout::kSparse);
}

// The rows of a task and its held-out rows.
struct TaskData {
  VectorData data;
  DatasetView rows, holdout;
};

std::vector<std::string> labels_of(const std::vector<std::string>& digits, int first_label) {
  std::vector<std::string> labels;
  for (const auto& digit : digits) labels.push_back(std::to_string(std::stoi(digit) + first_label));
  return labels;
}

std::vector<std::uint32_t> span_of(std::size_t begin, std::size_t end) {
  std::vector<std::uint32_t> rows(end - begin);
  std::iota(rows.begin(), rows.end(), static_cast<std::uint32_t>(begin));
  return rows;
}

std::unique_ptr<TaskData> task_data(const PrintedTask& task, const VectorData& rows,
                                    const VectorData* holdout, int first_label) {
  const ClassFilter filter{.positive = labels_of(task.positive, first_label),
                           .negative = labels_of(task.negative, first_label)};
  VectorData all = select_classes(rows, filter);
  const std::size_t count = std::min<std::size_t>(kRows, all.rows());
  const std::size_t end =
      holdout == nullptr ? std::min<std::size_t>(count + kHoldout, all.rows()) : count;
  all = rows_of(all, span_of(0, end));
  if (holdout != nullptr) all = joined(std::move(all), select_classes(*holdout, filter));
  auto made = std::make_unique<TaskData>();
  made->data = transformed(std::move(all), {.scale = TransformParams::Scale::kUnit});
  made->rows = made->holdout = dataset_view_of(made->data);
  made->rows.stream = span_of(0, count);
  made->holdout.stream = span_of(count, made->data.rows());
  return made;
}

// Ten-fold cross-validation on the held-out rows; an order that never reaches the threshold counts
// as if it had asked for all labels.
LearnerConfig tuned(const std::string& algorithm, const DatasetView& holdout, double threshold,
                    const ReproduceOptions& options) {
  struct Point {
    LearnerConfig config;
    double labels = 0;
  };
  std::vector<Point> points;
  for (auto& point : search_points(algorithm, "", {}, axes_of(algorithm)))
    points.push_back({std::move(point.config)});
  const Folds folds(holdout.stream, kFolds, options.seed);
  parallel_for(points.size(), options.threads, [&](std::size_t k) {
    for (int fold = 0; fold < kFolds; ++fold) {
      const auto training = folds.training(fold);
      const auto labels = labels_to_reach(
          errors_by_labels(holdout, points[k].config, training, folds.left_out(fold),
                           make_rng(options.seed, static_cast<std::uint64_t>(fold), Stream::kQuery),
                           threshold),
          threshold);
      points[k].labels += static_cast<double>(labels.value_or(training.size())) / kFolds;
    }
  });
  return std::ranges::min_element(points, {}, &Point::labels)->config;
}

// curve(folds, fold, k) of all orders and folds, grouped by order.
std::vector<std::vector<ErrorAfter>> over_folds(const DatasetView& rows,
                                                const ReproduceOptions& options, auto&& curve) {
  std::vector<std::vector<ErrorAfter>> curves(options.runs * kFolds);
  parallel_for(curves.size(), options.threads, [&](std::size_t k) {
    const Folds folds(rows.stream, kFolds, options.seed, k / kFolds, Stream::kOrder);
    curves[k] = curve(folds, static_cast<int>(k % kFolds), k);
  });
  return curves;
}

std::vector<std::vector<ErrorAfter>> curves_of(const LearnerConfig& config, const DatasetView& rows,
                                               double enough, const ReproduceOptions& options) {
  return over_folds(rows, options, [&](const Folds& folds, int fold, std::size_t k) {
    return errors_by_labels(rows, config, folds.training(fold), folds.left_out(fold),
                            make_rng(options.seed, k, Stream::kQuery), enough);
  });
}

// The same for a support vector machine with the folds' training rows as its pool.
std::vector<std::vector<ErrorAfter>> svm_curves_of(PoolRule rule, const DatasetView& rows,
                                                   const ReproduceOptions& options) {
  return over_folds(rows, options, [&](const Folds& folds, int fold, std::size_t) {
    return svm_errors_by_labels(rows, rule, folds.training(fold), folds.left_out(fold),
                                kMostSvmLabels);
  });
}

std::string parameters_of(const std::string& algorithm, const LearnerConfig& config) {
  std::string text;
  for (const auto& axis : axes_of(algorithm)) {
    const auto& params =
        config.learner_params.contains(axis.key) ? config.learner_params : config.query_params;
    text += fmt::format("{}{}={:.4g}", text.empty() ? "" : ", ", axis.key, params.at(axis.key));
  }
  return text;
}

void add_task(Report& report, const PrintedTask& task, const TaskData& data,
              const ReproduceOptions& options) {
  Progress progress(*options.console, task.dataset, static_cast<double>(task.rows.size()));
  double done = 0;
  for (const auto& printed : task.rows) {
    if (!wants_row(options, printed.algorithm)) continue;
    const LearnerConfig chosen = tuned(printed.algorithm, data.holdout, task.threshold, options);
    std::vector<double> labels;
    const auto curves = curves_of(chosen, data.rows, task.threshold, options);
    for (const auto& curve : curves) {
      if (const auto reached = labels_to_reach(curve, task.threshold))
        labels.push_back(static_cast<double>(*reached));
    }
    std::string note = parameters_of(printed.algorithm, chosen);
    if (labels.size() < curves.size()) {
      note += fmt::format("{}{} of {} orders never reach it", note.empty() ? "" : "; ",
                          curves.size() - labels.size(), curves.size());
    }
    report.rows.push_back({.table = "Figure 3",
                           .dataset = fmt::format("{} ({})", task.dataset, task.threshold),
                           .algorithm = printed.algorithm,
                           .metric = "labels",
                           .paper = printed.labels,
                           .ours = mean_std_of(labels, [](double n) { return n; }),
                           .runs = labels.size(),
                           .paper_runs = kPaperRuns,
                           .preprocessing = digits_of(task.set).preparation,
                           .comparable = !labels.empty(),
                           .note = std::move(note)});
    progress.set(++done);
  }
}

const PrintedTask& task_of(const std::string& dataset) {
  return *std::ranges::find(printed_tasks(), dataset, &PrintedTask::dataset);
}

std::unique_ptr<TaskData> load(const PrintedTask& task, const ReproduceOptions& options) {
  const Digits& digits = digits_of(task.set);
  const auto read = [&](const std::string& name) {
    return load_digits({task.set, {name}}, digits, options);
  };
  const VectorData rows = read(digits.name);
  if (digits.holdout_name.empty()) return task_data(task, rows, nullptr, digits.first_label);
  const VectorData holdout = read(digits.holdout_name);
  return task_data(task, rows, &holdout, digits.first_label);
}

// Figure 4: only points at which every order reaches the threshold, as in the paper.
void add_statistical_efficiency(std::string& csv, Panel& panel, const PrintedTask& task,
                                const std::string& algorithm,
                                const std::vector<std::vector<ErrorAfter>>& curves) {
  Series series{.name = algorithm};
  for (double threshold = 0.5; threshold > 0.0045; threshold -= threshold > 0.0501 ? 0.01 : 0.005) {
    std::vector<double> labels;
    for (const auto& curve : curves) {
      if (const auto reached = labels_to_reach(curve, threshold))
        labels.push_back(static_cast<double>(*reached));
    }
    if (labels.size() < curves.size()) break;
    const MeanStd summary = mean_std_of(labels, [](double n) { return n; });
    csv += fmt::format("{},{},{:.3f},{},{}\n", task.dataset, algorithm, threshold, summary.mean,
                       summary.std);
    series.add(threshold, summary);
  }
  if (!series.x.empty()) panel.series.push_back(std::move(series));
}

// Figure 5: the error of the model at a number of labels asked.
void add_learning_curve(std::string& csv, Panel& panel, const PrintedTask& task,
                        const std::string& algorithm,
                        const std::vector<std::vector<ErrorAfter>>& curves, std::uint64_t most) {
  Series series{.name = algorithm};
  for (std::uint64_t labels = 0; labels <= most; labels += 5) {
    const MeanStd error = mean_std_of(curves, [&](const std::vector<ErrorAfter>& curve) {
      const auto after = std::find_if(curve.begin(), curve.end(),
                                      [&](const ErrorAfter& e) { return e.labels > labels; });
      return std::prev(after)->error;
    });
    csv += fmt::format("{},{},{},{},{}\n", task.dataset, algorithm, labels, error.mean, error.std);
    series.add(static_cast<double>(labels), error);
  }
  panel.series.push_back(std::move(series));
}

constexpr double kC = 100;  // the digits can nearly be parted; the paper names no value

double test_error(const DatasetView& examples, const std::vector<double>& w,
                  const std::vector<std::uint32_t>& test) {
  const auto wrong = std::count_if(test.begin(), test.end(), [&](std::uint32_t i) {
    const double p = signed_margin(examples, w, i);  // 0 predicts +1
    return p < 0 || (p == 0 && examples.labels[i] != 1);
  });
  return static_cast<double>(wrong) / static_cast<double>(test.size());
}

}  // namespace

const std::vector<PrintedTask>& printed_tasks() {
  static const std::vector<PrintedTask> tasks = [] {
    auto read = each_line("dkm-cbgz-tasks.tsv", [](TableLine& line) {
      return PrintedTask{line.text(),   line.text(), line.list(), line.list(),
                         line.number(), line.list(), {}};
    });
    for (TableLine line : built_in_table("dkm-cbgz-tables.tsv")) {
      const std::string dataset = line.text();
      for (auto& task : read)
        if (task.dataset == dataset) task.rows.push_back({line.text(), line.mean_std()});
    }
    return read;
  }();
  return tasks;
}

std::vector<PartSet> sets(bool figure, const std::string& number) {
  std::vector<PartSet> sets;
  for (const auto& task : printed_tasks()) {
    if (figure && std::ranges::find(task.figures, number) == task.figures.end()) continue;
    const Digits& digits = digits_of(task.set);
    PartSet& set = sets.emplace_back(PartSet{task.dataset, {digits.name}});
    if (!digits.holdout_name.empty()) set.sets.push_back(digits.holdout_name);
  }
  return sets;
}

// Figure 3, which is a table.
Report report(const std::string&, const ReproduceOptions& options) {
  Report report{.paper = "dkm-cbgz"};
  const PrintedTask& task = task_of(options.dataset);
  try {
    add_task(report, task, *load(task, options), options);
  } catch (const MissingData& missing) {
    for (const auto& row : task.rows)
      report.skipped.push_back(
          {"Figure 3", task.dataset, row.algorithm, row.labels, missing.what(), "labels"});
  }
  return report;
}

std::vector<std::string> remarks(const Report&, const ReproduceOptions& options) {
  return remarks_of("dkm-cbgz", "remarks", fmt::arg("runs", options.runs),
                    fmt::arg("folds", kFolds), fmt::arg("seed", options.seed),
                    fmt::arg("rows", kRows), fmt::arg("holdout", kHoldout));
}

// Figure 4: labels against the threshold, if all orders reach it; 5: test error against labels; svm:
// the same, compared with support vector machines on a pool.
std::string figure(const std::string& number, const ReproduceOptions& options) {
  const bool efficiency = number == "4", svm = number == "svm";
  const PrintedTask& task = task_of(options.dataset);
  const auto data = load(task, options);
  std::string csv;
  Panel panel{.x_label = efficiency ? "test error threshold" : "labels asked",
              .y_label = efficiency ? "labels to reach it" : "test error",
              .y_min = 0};
  panel.whole_x = false;
  for (const auto& row : task.rows) {
    const LearnerConfig chosen = tuned(row.algorithm, data->holdout, task.threshold, options);
    const auto curves = curves_of(chosen, data->rows, -1, options);
    if (efficiency) {
      add_statistical_efficiency(csv, panel, task, row.algorithm, curves);
    } else {
      add_learning_curve(csv, panel, task, row.algorithm, curves,
                         svm ? kMostSvmLabels : kMostLabels);
    }
  }
  if (svm) {
    for (const auto& [name, rule] :
         {std::pair{"SVM-random", PoolRule::kRandom}, {"SVM-Simple", PoolRule::kSimple}})
      add_learning_curve(csv, panel, task, name, svm_curves_of(rule, data->rows, options),
                         kMostSvmLabels);
  }
  std::string name = fmt::format("figure{}-{}", number, task.dataset);
  std::replace(name.begin(), name.end(), ' ', '-');
  stage_figure(options, name, {.title = task.dataset, .panels = {panel}});
  return csv;
}

std::string header(const std::string& number) {
  return number == "4" ? "dataset,learner,threshold,labels_mean,labels_std\n"
                       : "dataset,learner,labels,test_error_mean,test_error_std\n";
}

PaperMaker maker() {
  return {"dkm-cbgz", sets, report, remarks, header, figure};
}

std::vector<ErrorAfter> svm_errors_by_labels(const DatasetView& examples, PoolRule rule,
                                             std::vector<std::uint32_t> pool,
                                             const std::vector<std::uint32_t>& test,
                                             std::uint64_t most) {
  DatasetView asked = examples;
  asked.stream.clear();
  std::vector<double> w(examples.dim);
  std::vector<ErrorAfter> errors{{0, test_error(examples, w, test)}};
  std::reverse(pool.begin(), pool.end());  // its last row is the next
  while (asked.stream.size() < most && !pool.empty()) {
    check_interrupt();
    if (rule == PoolRule::kSimple && !asked.stream.empty()) {
      const auto distance = [&](std::uint32_t i) {
        return std::abs(signed_margin(examples, w, i));
      };
      std::vector<double> distances;
      for (const std::uint32_t i : pool) distances.push_back(distance(i));
      const auto nearest = std::min_element(distances.begin(), distances.end());
      std::swap(pool[static_cast<std::size_t>(nearest - distances.begin())], pool.back());
    }
    asked.stream.push_back(pool.back());
    pool.pop_back();
    w = linear_machine(asked, kC, false);
    errors.push_back({asked.stream.size(), test_error(examples, w, test)});
  }
  return errors;
}

}  // namespace querent::apps::dkm_cbgz
