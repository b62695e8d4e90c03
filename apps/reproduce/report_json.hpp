// SPDX-License-Identifier: Apache-2.0
// A report as `reproduce --json` prints it, and back from a file.
#pragma once

#include <querent/apps/reproduce/report.hpp>
#include <querent/datasets/json_file.hpp>

namespace querent::apps {

Json report_json(const Report& report);

/// The rows and skipped rows of a report that was kept; CorruptError where a field is missing, of
/// another type or out of range.
Report report_of(const JsonField& json);

}  // namespace querent::apps
