// SPDX-License-Identifier: Apache-2.0
// Time and memory of the d smallest eigenpairs of a graph in memory.
//
//   bench_embedding GRAPH [d] [normalized|combinatorial] [tolerance] [threads] [solver]
//
// GRAPH is any file that `querent` reads as a graph, or "debian". Prints one line, tab-separated:
// wall and CPU seconds of embed() alone, peak memory of the process in MB and the part of the
// graph, the largest residual relative to the norm of L, the solver.
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include <sys/resource.h>

#include <querent/graph/read.hpp>
#include <querent/spectral/embedding.hpp>

namespace {

double cpu_seconds() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
         1e-6 * static_cast<double>(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
}

double peak_megabytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

}  // namespace

int main(int argc, char** argv) {
  using namespace querent;
  if (argc < 2)
    return std::fputs("bench_embedding GRAPH [d] [kind] [tolerance] [threads] [solver]\n", stderr),
           2;
  const auto argument = [&](int k, const char* otherwise) {
    return std::string(argc > k ? argv[k] : otherwise);
  };
  Input input = Input::open(argv[1]);
  const Graph graph = read_graph(input, nullptr, nullptr).graph;
  const double graph_peak = peak_megabytes();
  EmbeddingOptions options;
  options.dim = std::atoi(argument(2, "100").c_str());
  options.laplacian = argument(3, "normalized") == "combinatorial" ? LaplacianKind::kCombinatorial
                                                                   : LaplacianKind::kNormalized;
  if (argc > 4 && argument(4, "auto") != "auto") options.tolerance = std::atof(argv[4]);
  options.threads = std::atoi(argument(5, "2").c_str());
  const std::string solver = argument(6, "auto");
  if (solver == "shift-invert") options.solver = EigenSolver::kShiftInvert;
  const double before = cpu_seconds();
  const Embedding e = embed(graph, options);
  const double cpu = cpu_seconds() - before;
  const double norm = Laplacian(graph, options.laplacian).norm_bound();
  std::printf(
      "%s\t%llu nodes\t%llu edges\t%s\td %d\twall %.3f s\tcpu %.3f s\tpeak %.0f MB "
      "(%.0f)\tresidual "
      "%.1e\tlambda_d %.6g\t%s\n",
      argv[1], static_cast<unsigned long long>(graph.num_nodes()),
      static_cast<unsigned long long>(graph.num_edges()), argument(3, "normalized").c_str(),
      options.dim, e.seconds, cpu, peak_megabytes(), graph_peak, e.residuals.maxCoeff() / norm,
      e.eigenvalues(e.eigenvalues.size() - 1), e.solver.c_str());
}
