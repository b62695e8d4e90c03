// SPDX-License-Identifier: Apache-2.0
// The update rules of the linear and multiclass learners, which their named rows pair with query
// rules.
#pragma once

#include <querent/learners/catalogue/specs.hpp>
#include <querent/learners/linear/adaptive_scale.hpp>
#include <querent/learners/linear/aggressiveness.hpp>
#include <querent/learners/linear/soal.hpp>

namespace querent {

/// The half of a LearnerSpec that many rows share.
struct UpdateRule {
  std::string words;
  bool second_order;
  std::vector<ParamSpec> params;
  std::function<std::unique_ptr<AnyLearner>(const Task&, const Params&)> make;
  bool full_matrix = false;  ///< its model is d × d
};

/// With more than two classes these are the multiclass forms below.
UpdateRule perceptron();
UpdateRule passive_aggressive(Aggressiveness::Form form);
UpdateRule dual_averaging(AdaptiveParams defaults = {});
UpdateRule mirror_descent(AdaptiveParams defaults = {});

/// These are binary only, and refuse a task of more classes.
UpdateRule dkm();
UpdateRule second_order_perceptron_diagonal();
UpdateRule second_order_perceptron_full();
UpdateRule soal_diagonal();
UpdateRule soal_full();
UpdateRule cost_sensitive_passive_aggressive();
UpdateRule prediction_based_passive_aggressive();
UpdateRule paum();
UpdateRule confidence_weighted();

UpdateRule m_perceptron();
UpdateRule m_passive_aggressive(Aggressiveness::Form form);
UpdateRule m_dual_averaging(AdaptiveParams defaults = {});
UpdateRule m_mirror_descent(AdaptiveParams defaults = {});

/// One row of a paper's table: an update rule under a name, with the query rule it comes with.
LearnerSpec row(std::string name, std::string family, std::string paper, std::string summary,
                UpdateRule update, std::string query);

}  // namespace querent
