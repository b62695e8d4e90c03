// SPDX-License-Identifier: Apache-2.0
// Repeats the experiments of Zhao, Hoi, Jin, Double Updating Online Learning, JMLR 12, 2011, §5.
#pragma once

#include <string>
#include <vector>

#include <querent/apps/reproduce/papers.hpp>

namespace querent::apps::duol {

/// Tables 2 and 4: mistakes and support vectors of every learner on every available data set.
Report report(const std::string& table, const ReproduceOptions& options, const Console& console);

/// The data sets of a table or figure.
std::vector<PartSet> sets(bool figure, const std::string& number);

/// The remarks on how the experiments were run.
std::vector<std::string> remarks(const Report& report, const ReproduceOptions& options);

/// The figures as points and, if there is a `directory`, as drawings staged in it. Returns the
/// points as CSV.
///   3  mistakes against C: DUOL with the worst and with a random auxiliary example, and the others
///   4  mistakes, and those with a strong and with a weak double update, against ρ
std::string figure(const std::string& name, const ReproduceOptions& options, const Console& console,
                   OutputDirectory* directory);

}  // namespace querent::apps::duol
