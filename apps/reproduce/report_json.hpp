// SPDX-License-Identifier: Apache-2.0
// Writes a report as `reproduce --json` prints it, and reads it from a file.
#pragma once

#include <querent/apps/reproduce/report.hpp>
#include <querent/datasets/json_file.hpp>

namespace querent::apps {

Json report_json(const Report& report);

/// Reads the rows and skipped rows of a stored report. Throws CorruptError if a field is missing,
/// has another type or is out of range.
Report report_of(const JsonField& json);

}  // namespace querent::apps
