// SPDX-License-Identifier: Apache-2.0
// Repeats the experiments of Yang et al., Efficient Multi-Class Selective Sampling on Graphs, UAI
// 2016, §V.
#pragma once

#include <string>
#include <vector>

#include <querent/apps/reproduce/papers.hpp>

namespace querent::apps::msg {

using Options = ReproduceOptions;

/// The graphs of Table I and of all figures, each with its stand-ins.
std::vector<PartSet> sets(bool figure, const std::string& number);

/// Table I: every algorithm on the selected graph, in the paper's setting and in ours.
Report report(const std::string& table, const Options& options, const Console& console);

/// The remarks on how the experiments were run.
std::vector<std::string> remarks(const Report& report, const Options& options);

/// The figures as points and, if there is a `directory`, as drawings staged in it. Returns the
/// points as CSV.
///   1  cumulative error rate and labels asked against rounds
///   2  error rate against the share of labels asked: MSG over h, BBQ over κ, BBQ-eps over ε
///   3  error rate and labels asked against the rank d
///   gamma  distance of the error rates from the paper's against γ, at its numbers of labels:
///          not in the paper, which prints γ = 1
///   v1     GPA against the size of the constant column, exact and as an eigensolver rounds it
std::string figure(const std::string& name, const Options& options, const Console& console,
                   OutputDirectory* directory);

}  // namespace querent::apps::msg
