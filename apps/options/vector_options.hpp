// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/App.hpp>

#include <querent/datasets/vectors/class_filter.hpp>
#include <querent/datasets/vectors/row_stream.hpp>
#include <querent/datasets/vectors/transform/row_transform.hpp>

namespace querent::apps {

/// How a vector file is read and its rows are transformed.
struct VectorSourceOptions {
  VectorOptions read;
  ClassFilter filter;
  TransformParams transform;
  bool no_bias = false;       ///< --no-bias
  bool scale_tables = false;  ///< standardise columns of CSV and ARFF, since --scale is not given
  bool cache = false;         ///< --cache: store a binary copy in the cache
};

inline constexpr const char* kVectorGroup = "Vectors";

/// Adds the options of kVectorGroup that control the reading of rows.
void add_vector_options(CLI::App& app, VectorSourceOptions& options);
/// Adds the options that choose among classes.
void add_class_options(CLI::App& app, VectorSourceOptions& options);

}  // namespace querent::apps
