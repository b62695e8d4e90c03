// SPDX-License-Identifier: Apache-2.0
// Would weights in floats pay? One pass of PA-I over a vector file in memory with weights in
// doubles and in floats, sums in doubles in both: time, and the number of different decisions.
//
//   bench_float_storage FILE [POSITIVE LABEL]
#include <algorithm>
#include <ctime>
#include <exception>
#include <string>
#include <vector>

#include <fmt/format.h>

#include <querent/datasets/vectors/vector_data.hpp>

namespace {

template <class Scalar>
std::vector<bool> pass(const querent::VectorData& data, int positive, const char* what) {
  const std::clock_t begin = std::clock();
  std::vector<Scalar> w(data.features);
  std::vector<bool> predicted(data.rows());
  for (std::uint64_t t = 0; t < data.rows(); ++t) {
    const auto index = data.row_index(t);
    const auto value = data.row_value(t);
    double p = 0, squared_norm = 0;
    for (std::size_t k = 0; k < index.size(); ++k) {
      p += static_cast<double>(w[index[k]]) * value[k];
      squared_norm += value[k] * value[k];
    }
    predicted[t] = p >= 0;
    const double y = data.labels[t] == positive ? 1 : -1;
    const double loss = std::max(0.0, 1 - y * p);
    if (loss == 0 || squared_norm == 0) continue;
    const double tau = y * std::min(1.0, loss / squared_norm);
    for (std::size_t k = 0; k < index.size(); ++k)
      w[index[k]] = static_cast<Scalar>(static_cast<double>(w[index[k]]) + tau * value[k]);
  }
  fmt::print("{}\trows {}\tCPU {:.3f} s\n", what, data.rows(),
             static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC);
  return predicted;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    fmt::print(stderr, "usage: bench_float_storage FILE [POSITIVE LABEL]\n");
    return 2;
  }
  try {
    const auto data = querent::with_layout(querent::read_vectors(argv[1], {.threads = 2}),
                                           querent::RowLayout::kSparse);
    const std::string name = argc > 2 ? argv[2] : data.classes.back();
    const auto positive = static_cast<int>(
        std::find(data.classes.begin(), data.classes.end(), name) - data.classes.begin());
    for (int repeat = 0; repeat < 3; ++repeat) {
      const auto in_doubles = pass<double>(data, positive, "double");
      const auto in_floats = pass<float>(data, positive, "float");
      std::size_t differ = 0;
      for (std::size_t t = 0; t < in_doubles.size(); ++t) differ += in_doubles[t] != in_floats[t];
      fmt::print("decisions that differ\t{}\n", differ);
    }
  } catch (const std::exception& error) {
    fmt::print(stderr, "error: {}\n", error.what());
    return 1;
  }
}
