// SPDX-License-Identifier: Apache-2.0
// The points of a figure: "dataset,series,x,mean,std,…" by lines. A figure of scores at shares of
// labels has the share that was asked before the score.
#pragma once

#include <string>
#include <vector>

namespace querent::apps {

struct FigurePoint {
  std::string dataset, series, x;
  double mean = 0, std = 0;
  double share = 0;  ///< of labels asked, in a figure of scores; else 0
};
/// Whether `csv`, which may be anybody's, is such lines of text.
bool are_points(const std::string& csv);
/// CorruptError where they are not.
std::vector<FigurePoint> points_of(const std::string& csv);

/// As a Markdown table with a column a series; at most `most` values of x for a data set, evenly
/// chosen.
std::string points_markdown(const std::string& csv, std::size_t most = 1000);

/// What texts/claims.tsv has the paper say of a figure, and at how many points of each data set
/// ours says the same, a bullet a claim. Empty where it claims nothing of these series.
std::string claims_of(const std::string& paper, const std::string& figure, const std::string& csv);

}  // namespace querent::apps
