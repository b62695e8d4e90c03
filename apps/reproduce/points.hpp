// SPDX-License-Identifier: Apache-2.0
// The points of a figure: lines "dataset,series,x,mean,std,…". A figure of scores at shares of
// labels has the share asked before the score.
#pragma once

#include <string>
#include <vector>

namespace querent::apps {

struct FigurePoint {
  std::string dataset, series, x;
  double mean = 0, std = 0;
  double share = 0;  ///< of labels asked, in a figure of scores; otherwise 0
};
/// Whether the untrusted text `csv` consists of such lines.
bool are_points(const std::string& csv);
/// Throws CorruptError if `csv` is not such a text.
std::vector<FigurePoint> points_of(const std::string& csv);

/// A Markdown table with one column per series and at most `most` evenly chosen values of x per
/// data set.
std::string points_markdown(const std::string& csv, std::size_t most = 1000);

/// Bullets with the claims of the paper about a figure (texts/claims.tsv) and the number of points
/// of each data set at which ours agree. Empty if the paper claims nothing about these series.
std::string claims_of(const std::string& paper, const std::string& figure, const std::string& csv);

}  // namespace querent::apps
