// SPDX-License-Identifier: Apache-2.0
// A learner and a query rule of the catalogue, applied to NumPy's rows.
#include <optional>
#include <stdexcept>
#include <string>

#include <pybind11/stl.h>

#include <querent/learners/catalogue/catalogue.hpp>
#include <querent/learners/catalogue/values.hpp>
#include <querent/learners/models/model.hpp>
#include <querent/learners/play.hpp>
#include <querent/learners/random.hpp>

#include "rows.hpp"

namespace querent::python {

namespace {

constexpr std::size_t kCheckEvery = 1024;  // rows between checks for Ctrl-C
constexpr std::size_t kFew = 1 << 16;      // entries that are checked before learning starts

// The results of a pass, per row.
struct Pass {
  std::vector<std::int32_t> predicted, label;
  std::vector<double> margin, uncertainty, probability;
  std::vector<std::uint8_t> asked;

  void add(const Round& round) {
    predicted.push_back(round.prediction.label);
    label.push_back(round.label);
    margin.push_back(round.prediction.margin);
    uncertainty.push_back(round.prediction.uncertainty);
    probability.push_back(round.probability);
    asked.push_back(round.asked);
  }
  py::dict dict() {
    return py::dict(
        "predicted"_a = as_array(std::move(predicted)), "label"_a = as_array(std::move(label)),
        "margin"_a = as_array(std::move(margin)),
        "uncertainty"_a = as_array(std::move(uncertainty)),
        "probability"_a = as_array(std::move(probability)), "asked"_a = as_array(std::move(asked)));
  }
};

// The state of an online learner between two calls: learner, rule and random numbers. One thread at
// a time may use it (in_turn of _base.py).
class Learner {
 public:
  Learner(const std::string& name, const std::string& query, const Params& params, std::size_t dim,
          int num_classes, const std::string& encoding, std::uint64_t rounds, std::uint64_t seed,
          std::uint64_t run)
      : num_classes_(num_classes), coin_(make_rng(seed, run, querent::Stream::kQuery)) {
    const LearnerConfig config = learner_config(name, query, params);
    if (num_classes < 2) throw std::invalid_argument("a learner needs at least two classes");
    const Task task{.dim = dim, .num_classes = num_classes, .encoding = encoding, .rounds = rounds};
    learner_ = LearnerValue(config.make_learner(task));
    rule_ = QueryValue(config.make_query(task));
  }

  // Predictions for all rows, without learning.
  py::dict predict(const Rows& rows) const {
    Pass pass;
    {
      const py::gil_scoped_release release;
      rows.for_each([&](std::size_t i, const auto& x) {
        check_interrupt_at(i);
        Round round{.prediction = learner_.predict(x)};
        round.probability = rule_.probability(round.prediction);
        pass.add(round);
      });
    }
    return pass.dict();
  }

  // One score per class and row, n × K. The predicted class has the largest score, even if a
  // learner does not predict by scores only.
  py::array_t<double> scores(const Rows& rows) const {
    Embedding::Rows f(static_cast<Eigen::Index>(rows.size()), num_classes_);
    {
      const py::gil_scoped_release release;
      rows.for_each([&](std::size_t i, const auto& x) {
        check_interrupt_at(i);
        auto of_row = f.row(static_cast<Eigen::Index>(i));
        of_row = learner_.class_scores(x).transpose();
        const Prediction p = learner_.predict(x);
        const double largest = of_row.maxCoeff();
        if (of_row[p.label] < largest) of_row[p.label] = largest + p.margin;
      });
    }
    return as_array(std::move(f));
  }

  // Learns the labels of all rows, for partial_fit(), and returns the number of updates. A rejected
  // row or Ctrl-C leaves the model unchanged.
  std::uint64_t learn(const Rows& rows, const Exact<std::int32_t>& labels) {
    check_labels(rows, labels, 0);
    const py::gil_scoped_release release;
    if (rows.size() < kCheckEvery && rows.entries() <= kFew) {
      rows.check();
      return learn_all(rows, labels.data());
    }
    LearnerValue before = learner_;
    try {
      return learn_all(rows, labels.data());
    } catch (...) {
      learner_ = std::move(before);
      throw;
    }
  }

  // One row as (label, runner_up, margin, uncertainty, squared_norm, probability).
  py::tuple predict_one(const Rows& rows, std::size_t i) const {
    check_row(rows, i);
    RowRoom room;
    const Prediction p = rows.with(i, room, [&](const auto& x) { return learner_.predict(x); });
    return py::make_tuple(p.label, p.runner_up, p.margin, p.uncertainty, p.squared_norm,
                          rule_.probability(p));
  }
  bool learn_one(const Rows& rows, std::size_t i, int y) {
    check_row(rows, i);
    RowRoom room;
    return rows.with(i, room, [&](const auto& x) { return learner_.update(x, y); });
  }

  // One pass of the papers' protocol over the rows in their order (or in `order`); all labels are
  // given.
  py::dict play(const Rows& rows, const Exact<std::int32_t>& labels,
                const std::optional<Exact<std::uint32_t>>& order) {
    check_labels(rows, labels, 0);
    return pass(rows, order, [&](const auto& x, std::size_t i) {
      return play_round(learner_, rule_, x, labels.data()[i], coin_);
    });
  }

  // The same with labels from ask(i), which is called only if the rule asks for that label.
  py::dict play_asking(const Rows& rows, const py::function& ask,
                       const std::optional<Exact<std::uint32_t>>& order) {
    return pass(rows, order, [&](const auto& x, std::size_t i) {
      return ask_round(learner_, rule_, x, coin_, [&] {
        const py::gil_scoped_acquire hold;
        return ask(i).template cast<int>();
      });
    });
  }

  py::bytes bytes() const { return py::bytes(model_bytes(learner_)); }
  void restore(const py::bytes& bytes) {
    learner_ = restored(ModelFile(std::string(bytes), "the pickled model"), learner_);
  }

 private:
  void check_labels(const Rows& rows, const Exact<std::int32_t>& labels, int least) const {
    if (static_cast<std::size_t>(labels.size()) != rows.size())
      throw std::invalid_argument("expected one label per row");
    for (const std::int32_t y : view(labels)) {
      if (y < least || y >= num_classes_)
        throw std::invalid_argument("expected indices of classes as labels");
    }
  }

  static void check_row(const Rows& rows, std::size_t i) {
    if (i >= rows.size()) throw std::invalid_argument("there is no row " + std::to_string(i));
  }

  static py::dict pass(const Rows& rows, const std::optional<Exact<std::uint32_t>>& order,
                       auto&& play_row) {
    Pass pass;
    const std::span<const std::uint32_t> given =
        order ? view(*order) : std::span<const std::uint32_t>{};
    for (const std::uint32_t i : given) {
      if (i >= rows.size()) throw std::invalid_argument("order: an index beyond the rows");
    }
    const std::size_t count = order ? given.size() : rows.size();
    {
      const py::gil_scoped_release release;
      RowRoom room;
      for (std::size_t t = 0; t < count; ++t) {
        check_interrupt_at(t);
        const std::size_t i = order ? given[t] : t;
        pass.add(rows.with(i, room, [&](const auto& x) { return play_row(x, i); }));
      }
    }
    return pass.dict();
  }

  std::uint64_t learn_all(const Rows& rows, const std::int32_t* labels) {
    std::uint64_t moved = 0;
    rows.for_each([&](std::size_t i, const auto& x) {
      check_interrupt_at(i);
      moved += learner_.update(x, labels[i]);
    });
    return moved;
  }

  static void check_interrupt_at(std::size_t i) {
    if (i % kCheckEvery != kCheckEvery - 1 || go_on()) return;
    const py::gil_scoped_acquire hold;
    throw py::error_already_set();
  }

  int num_classes_;
  LearnerValue learner_;
  QueryValue rule_;
  Rng coin_;
};

}  // namespace

void add_learners(py::module_& module) {
  py::class_<Learner>(module, "Learner", "A learner and its query rule, by name.")
      .def(py::init<const std::string&, const std::string&, const Params&, std::size_t, int,
                    const std::string&, std::uint64_t, std::uint64_t, std::uint64_t>(),
           py::arg("name"), py::arg("query"), py::arg("params"), py::arg("dim"),
           py::arg("num_classes"), py::arg("encoding") = "one-hot", py::arg("rounds") = 0,
           py::arg("seed") = 0, py::arg("run") = 0)
      .def("predict", &Learner::predict, py::arg("rows"))
      .def("scores", &Learner::scores, py::arg("rows"))
      .def("learn", &Learner::learn, py::arg("rows"), py::arg("labels"))
      .def("predict_one", &Learner::predict_one, py::arg("rows"), py::arg("i"))
      .def("learn_one", &Learner::learn_one, py::arg("rows"), py::arg("i"), py::arg("label"))
      .def("play", &Learner::play, py::arg("rows"), py::arg("labels"),
           py::arg("order") = py::none())
      .def("play_asking", &Learner::play_asking, py::arg("rows"), py::arg("ask"),
           py::arg("order") = py::none())
      .def("__copy__", [](const Learner& self) { return Learner(self); })
      .def("to_bytes", &Learner::bytes)
      .def("from_bytes", &Learner::restore, py::arg("bytes"));
}

}  // namespace querent::python
