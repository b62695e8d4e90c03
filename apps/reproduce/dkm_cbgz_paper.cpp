// SPDX-License-Identifier: Apache-2.0
// The results of Monteleoni and Kääriäinen, 2007, Figure 3.
#include <querent/apps/reproduce/dkm_cbgz.hpp>

namespace querent::apps::dkm_cbgz {

// clang-format off
const std::vector<PrintedTask>& printed_tasks() {
  static const std::vector<PrintedTask> tasks{
    {"MNIST 0v1", "MNIST", {"0"}, {"1"}, 0.01, {
      {"DKM2", {28.02, 25.26}},
      {"DKMactivePerceptron", {13.78, 5.88}},
      {"CBGZactiveDKMupdate", {130.12, 116.45}},
      {"CBGZ", {32.78, 19.52}},
      {"randomDKMupdate", {87.72, 101.84}},
      {"randomPerceptron", {83.76, 78.47}},
    }},
    {"MNIST 0vAll", "MNIST", {"0"}, {}, 0.05, {
      {"DKM2", {105.30, 42.39}},
      {"DKMactivePerceptron", {57.26, 15.92}},
      {"CBGZactiveDKMupdate", {183.78, 120.83}},
      {"CBGZ", {62.66, 30.48}},
      {"randomDKMupdate", {173.44, 114.55}},
      {"randomPerceptron", {103.74, 76.25}},
    }},
    {"MNIST 4v7", "MNIST", {"4"}, {"7"}, 0.05, {
      {"DKM2", {150.02, 49.61}},
      {"DKMactivePerceptron", {44.00, 15.32}},
      {"CBGZactiveDKMupdate", {194.36, 80.20}},
      {"CBGZ", {63.32, 30.76}},
      {"randomDKMupdate", {276.92, 150.59}},
      {"randomPerceptron", {107.98, 57.41}},
    }},
    {"MNIST 6v9", "MNIST", {"6"}, {"9"}, 0.025, {
      {"DKM2", {163.12, 42.45}},
      {"DKMactivePerceptron", {20.44, 11.75}},
      {"CBGZactiveDKMupdate", {218.28, 94.95}},
      {"CBGZ", {30.66, 13.31}},
      {"randomDKMupdate", {367.24, 191.25}},
      {"randomPerceptron", {104.06, 75.10}},
    }},
    {"MNIST 147vAll", "MNIST", {"1", "4", "7"}, {}, 0.15, {
      {"DKM2", {275.34, 72.00}},
      {"DKMactivePerceptron", {217.06, 75.85}},
      {"CBGZactiveDKMupdate", {379.16, 138.38}},
      {"CBGZ", {170.02, 63.61}},
      {"randomDKMupdate", {375.46, 164.33}},
      {"randomPerceptron", {214.16, 93.12}},
    }},
    {"USPS 0vAll", "USPS", {"0"}, {}, 0.05, {
      {"DKM2", {174.22, 63.85}},
      {"DKMactivePerceptron", {87.56, 28.97}},
      {"CBGZactiveDKMupdate", {156.08, 66.75}},
      {"CBGZ", {115.14, 61.09}},
      {"randomDKMupdate", {235.10, 129.11}},
      {"randomPerceptron", {173.96, 98.96}},
    }},
    {"USPS 147vAll", "USPS", {"1", "4", "7"}, {}, 0.1, {
      {"DKM2", {190.72, 80.09}},
      {"DKMactivePerceptron", {137.86, 58.21}},
      {"CBGZactiveDKMupdate", {193.70, 96.35}},
      {"CBGZ", {116.28, 60.68}},
      {"randomDKMupdate", {210.40, 109.39}},
      {"randomPerceptron", {151.32, 72.65}},
    }},
  };
  return tasks;
}
// clang-format on

}  // namespace querent::apps::dkm_cbgz
