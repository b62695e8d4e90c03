// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/App.hpp>

#include <querent/datasets/vectors/class_filter.hpp>
#include <querent/datasets/vectors/row_stream.hpp>
#include <querent/datasets/vectors/transform/row_transform.hpp>

namespace querent::apps {

/// How a vector file is read and what becomes of its rows.
struct VectorSourceOptions {
  VectorOptions read;
  ClassFilter filter;
  TransformParams transform;
  bool no_bias = false;       ///< --no-bias
  bool scale_tables = false;  ///< columns of CSV and ARFF are standardised: --scale is not given
  bool cache = false;         ///< --cache: a binary copy in the cache
};

inline constexpr const char* kVectorGroup = "Vectors";

/// The flags of the group kVectorGroup that say how rows are read.
void add_vector_options(CLI::App& app, VectorSourceOptions& options);
/// Those that say which labels count.
void add_class_options(CLI::App& app, VectorSourceOptions& options);

}  // namespace querent::apps
