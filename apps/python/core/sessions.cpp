// SPDX-License-Identifier: Apache-2.0
// The session of the library (learners/session/session.hpp).
#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <tuple>

#include <pybind11/eigen.h>
#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include <querent/learners/seed_of_run.hpp>
#include <querent/learners/session/auto/model.hpp>
#include <querent/learners/session/session.hpp>

#include "rows.hpp"

namespace querent::python {

namespace {

// Offsets, columns and values of sparse rows.
using GivenRows =
    std::tuple<std::vector<std::uint64_t>, std::vector<std::uint32_t>, std::vector<double>>;

CsrMatrix csr_of(GivenRows given, std::size_t dim) {
  auto& [offsets, index, value] = given;
  return {std::move(offsets), std::move(index), std::move(value), dim};
}

Order order_of(const std::string& name) {
  if (name == "pool") return Order::kPool;
  if (name == "stream") return Order::kStream;
  throw std::invalid_argument("order: expected 'pool' or 'stream', found '" + name + "'");
}

// The result of a Python rule: a utility per candidate. The candidate with the largest one is
// asked, the first among equals.
PoolChoice most_useful(const std::function<py::object(py::array, py::array, py::array)>& rule,
                       const Pool& pool) {
  std::vector<std::uint32_t> may_ask;
  for (std::uint32_t i = 0; i < pool.may_ask.size(); ++i) {
    if (pool.may_ask[i] != 0) may_ask.push_back(i);
  }
  const auto count = static_cast<Eigen::Index>(may_ask.size());
  RowMatrix scores(count, pool.model.num_classes());
  std::vector<double> uncertainty;
  for (Eigen::Index k = 0; k < count; ++k) {
    std::vector<double> f(static_cast<std::size_t>(pool.model.num_classes()));
    uncertainty.push_back(pool.model.predict(may_ask[static_cast<std::size_t>(k)], f).uncertainty);
    for (std::size_t c = 0; c < f.size(); ++c) scores(k, static_cast<Eigen::Index>(c)) = f[c];
  }
  const py::gil_scoped_acquire hold;
  const Array<double> given(
      rule(as_array(std::vector<std::int64_t>(may_ask.begin(), may_ask.end())),
           as_array(std::move(scores)), as_array(std::move(uncertainty))));
  if (given.ndim() != 1 || given.size() != count)
    throw std::invalid_argument("a query rule returns one utility per candidate: expected " +
                                std::to_string(count) + ", found an array of " +
                                std::to_string(given.size()));
  const auto values = view(given);
  for (const double value : values) {
    if (!(std::abs(value) <= std::numeric_limits<double>::max()))
      throw std::invalid_argument("a query rule returned a utility that is not finite");
  }
  const auto best = std::max_element(values.begin(), values.end()) - values.begin();
  return {.item = may_ask[static_cast<std::size_t>(best)], .why = Why::kUrgent};
}

PoolRule pool_rule_of(const py::object& given) {
  if (py::isinstance<py::str>(given)) {
    const auto name = given.cast<std::string>();
    if (name.empty() || name == "auto") return nullptr;
    if (name == "random")
      return [](const Pool& pool, Rng& rng) { return draw_from(pool, Why::kUrgent, rng); };
    throw std::invalid_argument("query: a pool takes 'auto', 'random' or a callable, not '" + name +
                                "'; rules of the catalogue take order='stream'");
  }
  const std::shared_ptr<const void> kept =
      keep(given);  // threads copy sessions without the interpreter
  return [kept](const Pool& pool, Rng&) {
    return most_useful(
        [&](py::array candidates, py::array scores, py::array uncertainty) {
          return (*static_cast<const py::object*>(kept.get()))(
              std::move(candidates), std::move(scores), std::move(uncertainty));
        },
        pool);
  };
}

// The name that a file stores for the rule, since it cannot contain it.
std::string name_of(const py::object& query) {
  if (!py::isinstance<py::str>(query))
    return py::hasattr(query, "learner") ? "your own learner" : "a callable";
  const auto name = query.cast<std::string>();
  return name == "auto" ? "" : name;
}

// The options of a file that Python uses.
py::dict options_of(const Session& session) {
  const SessionOptions& how = session.options();
  return py::dict("order"_a = how.order == Order::kPool ? "pool" : "stream", "query"_a = how.query,
                  "budget"_a = how.budget, "stop_at_error"_a = how.stop_at_error,
                  "checks"_a = how.checks, "class_shares"_a = how.class_prior, "find"_a = how.find);
}

py::tuple question(const Question& q) {
  return py::make_tuple(q.id, q.item, to_string(q.why), q.probability, q.predicted, q.confidence,
                        q.class_probabilities);
}

py::dict predictions(const Session& session) {
  std::vector<std::int32_t> label;
  std::vector<double> probability, margin;
  std::vector<std::uint8_t> asked;
  {
    const py::gil_scoped_release release;
    for (const ItemPrediction& prediction : session.predictions()) {
      label.push_back(prediction.label);
      probability.push_back(prediction.probability);
      margin.push_back(prediction.margin);
      asked.push_back(prediction.asked);
    }
  }
  return py::dict("label"_a = as_array(std::move(label)),
                  "probability"_a = as_array(std::move(probability)),
                  "margin"_a = as_array(std::move(margin)), "asked"_a = as_array(std::move(asked)));
}

// The probabilities of all items, one row each.
py::array all_class_probabilities(const Session& session) {
  RowMatrix all;
  {
    const py::gil_scoped_release release;
    all.resize(session.items().size(), static_cast<Eigen::Index>(session.classes().size()));
    for (Eigen::Index i = 0; i < all.rows(); ++i) {
      const std::vector<double> p = session.class_probabilities(static_cast<std::uint32_t>(i));
      std::copy(p.begin(), p.end(), all.row(i).begin());
    }
  }
  return as_array(std::move(all));
}

}  // namespace

void add_sessions(py::module_& module) {
  py::class_<Session>(module, "Session")
      .def(py::init([](const std::shared_ptr<Items>& items, std::vector<std::string> classes,
                       std::optional<std::uint64_t> budget, double stop_at_error, double checks,
                       std::uint64_t seed, int threads, const std::string& order,
                       const std::string& learner, const py::object& query, const Params& params,
                       std::vector<double> class_prior, std::optional<int> find,
                       double stop_at_recall, GivenRows opinions, GivenRows criteria) {
             SessionOptions options;
             options.opinions = csr_of(std::move(opinions), classes.size());
             options.criteria =
                 csr_of(std::move(criteria), items->terms.empty() ? 0 : items->terms[0].dim);
             options.order = order_of(order);
             options.budget = budget;
             options.stop_at_error = stop_at_error;
             options.checks = checks;
             options.threads = threads;
             options.go_on = go_on;
             options.learner = learner;
             options.params = params;
             options.class_prior = std::move(class_prior);
             options.find = find;
             options.stop_at_recall = stop_at_recall;
             if (options.order == Order::kPool) {
               if (learner != "auto" || !params.empty())
                 throw std::invalid_argument(
                     "a pool takes learner='auto'; other learners need order='stream'");
               options.rule = pool_rule_of(query);
               options.query = name_of(query);
               options.seed = session_seed(seed, 0);
             } else {
               if (!py::isinstance<py::str>(query))
                 throw std::invalid_argument(
                     "a stream takes a query rule by name; a callable needs order='pool', or "
                     "play()");
               options.query = query.cast<std::string>();
               options.seed = seed;
             }
             const py::gil_scoped_release release;
             return std::make_unique<Session>(std::shared_ptr<const Items>(items),
                                              std::move(classes), options);
           }),
           py::arg("items"), py::arg("classes"), py::arg("budget") = py::none(),
           py::arg("stop_at_error") = 0.0, py::arg("checks") = 0.1, py::arg("seed") = 0,
           py::arg("threads") = 1, py::arg("order") = "pool", py::arg("learner") = "auto",
           py::arg("query") = "", py::arg("params") = Params{},
           py::arg("class_shares") = std::vector<double>{}, py::arg("find") = py::none(),
           py::arg("stop_at_recall") = 0.0, py::arg("opinions") = GivenRows{{0}, {}, {}},
           py::arg("criteria") = GivenRows{{0}, {}, {}})
      .def("next",
           [](Session& self) -> py::object {
             std::variant<Question, Ending> next;
             {
               const py::gil_scoped_release release;
               next = self.next();
             }
             if (const auto* q = std::get_if<Question>(&next)) return question(*q);
             return py::str(to_string(std::get<Ending>(next)));
           })
      .def(
          "next_batch",
          [](Session& self, std::size_t batch) {
            std::vector<Question> next;
            {
              const py::gil_scoped_release release;
              next = self.next(batch);
            }
            py::list result;
            for (const Question& q : next) result.append(question(q));
            return result;
          },
          py::arg("batch"))
      .def("answer", &Session::answer, py::arg("item"), py::arg("label"),
           py::call_guard<py::gil_scoped_release>())
      .def("skip", &Session::skip, py::arg("item"))
      .def("do_not_know", &Session::do_not_know, py::arg("item"))
      .def("undo", &Session::undo, py::call_guard<py::gil_scoped_release>())
      .def("add_class", &Session::add_class, py::arg("name"))
      .def("predictions", &predictions)
      .def("all_class_probabilities", &all_class_probabilities)
      .def("probably_wrong", &Session::probably_wrong)
      .def("utilities", &Session::utilities)
      .def("estimate",
           [](const Session& self) {
             const Estimate e = self.estimate();
             const py::object error = e.has_value ? py::object(py::float_(e.value)) : py::none();
             return py::make_tuple(error, e.low, e.high);
           })
      .def("recall",
           [](const Session& self) -> py::object {
             const auto recall = self.recall();
             if (!recall) return py::none();
             return py::make_tuple(recall->found, recall->low, recall->high, recall->more);
           })
      .def_property_readonly("options", &options_of)
      .def_property_readonly("asked", &Session::asked)
      .def_property_readonly("classes", &Session::classes)
      .def_property_readonly("answers",
                             [](const Session& self) {
                               py::list result;
                               for (const Answer& answer : self.answers())
                                 result.append(py::make_tuple(answer.item, answer.label));
                               return result;
                             })
      .def("save", &Session::save, py::arg("path"))
      .def_static("load", [](const std::filesystem::path& path, const std::shared_ptr<Items>& items,
                             const py::object& query, int threads) {
        PoolRule rule = pool_rule_of(query);
        const py::gil_scoped_release release;
        return std::make_unique<Session>(
            Session::load(path, items, std::move(rule), threads, go_on));
      });
}

}  // namespace querent::python
