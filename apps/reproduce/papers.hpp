// SPDX-License-Identifier: Apache-2.0
// Makes the tables and figures of each paper, one data set at a time.
#pragma once

#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include <querent/apps/commands/reproduce.hpp>
#include <querent/apps/options/declare.hpp>
#include <querent/apps/output/figure/figure.hpp>
#include <querent/apps/reproduce/report.hpp>
#include <querent/apps/terminal/console.hpp>
#include <querent/apps/terminal/usage_error.hpp>

namespace querent::apps {

/// A data set of a table or figure.
struct PartSet {
  std::string dataset;            ///< the paper's name
  std::vector<std::string> sets;  ///< names in the catalogue
};

/// The data of a part is missing; what() is the reason.
struct MissingData : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Makes the tables and figures of one paper.
struct PaperMaker {
  std::string name;  ///< of the paper
  /// The data sets of a table, or of a figure.
  std::function<std::vector<PartSet>(bool figure, const std::string& number)> sets;
  /// Makes a table on the data set that the options name.
  std::function<Report(const std::string& table, const ReproduceOptions&)> report;
  /// The remarks below tables of these rows.
  std::function<std::vector<std::string>(const Report&, const ReproduceOptions&)> remarks;
  /// The names of the columns of a figure's points, as a line of CSV.
  std::function<std::string(const std::string& figure)> header;
  /// Makes a figure on the data set that the options name, as further lines and by stage_figure().
  /// Throws MissingData.
  std::function<std::string(const std::string& figure, const ReproduceOptions&)> figure;
  bool percent = false;  ///< its error rates are printed in percent
};

/// Stages a drawing in options.drawings, unless that is null; a problem becomes a note.
void stage_figure(const ReproduceOptions& options, const std::string& name, const Figure& drawing);

/// The papers: each file is named after its paper.
namespace msg {
PaperMaker maker();
}
namespace d_ada {
PaperMaker maker();
}
namespace paa {
PaperMaker maker();
}
namespace dkm_cbgz {
PaperMaker maker();
}
namespace duol {
PaperMaker maker();
}

/// Throws std::out_of_range for an unknown paper.
const PaperMaker& maker_of(const std::string& paper);

/// Runs `querent reproduce`, in querent-reproduce.
int make_paper(const ReproduceCommand& asked, Console& console);

}  // namespace querent::apps
