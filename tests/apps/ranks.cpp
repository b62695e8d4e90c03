// SPDX-License-Identifier: Apache-2.0
// `querent embed --engine mpi` under mpirun, on this machine only.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <optional>
#include <random>
#include <thread>

#include <doctest/doctest.h>

#include "program.hpp"

using namespace querent;
using namespace querent::apps;
namespace fs = std::filesystem;

namespace {

bool ranks_are_here() {
  const bool here = fs::exists(fs::path(QUERENT_PROGRAM).parent_path() / "querent-slepc") &&
                    std::system("command -v mpirun > /dev/null") == 0;
  if (!here) MESSAGE("skipped: querent-slepc is not built (libslepc-real-dev, openmpi-bin)");
  return here;
}

std::string quoted(const std::string& word) {
  return "'" + word + "'";
}

/// Runs a shell command.
Ended shell(const std::string& line) {
  const Scratch files;
  const std::string out = (files / "out").string(), err = (files / "err").string();
  const int status = std::system(("(" + line + ") > " + out + " 2> " + err).c_str());
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, contents_of(out), contents_of(err)};
}

std::string on_ranks(int ranks, const std::vector<std::string>& arguments,
                     const std::string& program = QUERENT_PROGRAM) {
  // loopback only; more ranks than cores; leaks inside MPI are ignored
  std::string line =
      "OMP_NUM_THREADS=1 OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 "
      "ASAN_OPTIONS=detect_leaks=0 mpirun --oversubscribe --mca btl self,vader "
      "--mca mpi_yield_when_idle 1 --mca oob_tcp_if_include lo -n " +
      std::to_string(ranks) + " " + quoted(program);
  for (const auto& argument : arguments) line += " " + quoted(argument);
  return line;
}

/// Four blocks of `n`/4 nodes with `degree` edges per node, nine of ten within a block; a triangle
/// apart, a loop, and duplicate edges. The class of a node is its block.
void write_blocks(const Scratch& directory, int n, int degree) {
  std::mt19937_64 random(7);
  std::ofstream edges(directory / "edges.txt"), labels(directory / "labels.txt");
  edges << "# four blocks\n";
  for (int u = 0; u < n; ++u) {
    labels << "n" << u << "\tblock " << u % 4 << "\n";
    if (u > 0) edges << "n" << u << " n" << u - 1 << "\n";
    for (int k = 0; k < degree; ++k) {
      const int v = static_cast<int>(random() % static_cast<unsigned>(n));
      const int w = random() % 10 == 0 ? v : v - v % 4 + u % 4;
      if (w < n) edges << "n" << u << " n" << w << "\n";
    }
  }
  edges << "a b\nb c\nc a\na a\nb a\n";
}

/// Weighted edges of `n` nodes, each to three earlier ones, preferring early ones: the first are
/// hubs, and parts of equal work are few long rows or many short ones. Also a path apart.
void write_hubs(const Scratch& directory, int n) {
  std::mt19937_64 random(11);
  std::ofstream edges(directory / "edges.txt");
  for (int u = 1; u < n; ++u) {
    for (int k = 0; k < 3; ++k) {
      const double x = static_cast<double>(random() % 1000000) / 1e6;
      edges << "n" << u << " n" << static_cast<int>(x * x * x * u) << " " << 1 + u % 3 << "\n";
    }
  }
  edges << "a b 1\nb c 2\n";
}

std::vector<std::string> embed(const Scratch& directory, const std::string& out,
                               std::vector<std::string> more) {
  std::vector<std::string> arguments{"embed",  (directory / "edges.txt").string(),
                                     "--out",  (directory / out).string(),
                                     "--json", "--quiet"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return arguments;
}

/// Compares eigenvalues, ids, rows and counts of edges.txt on ranks and in one process.
void compare_with_one_process(const Scratch& directory, const std::vector<std::string>& reading,
                              const std::vector<int>& numbers_of_ranks, bool dealt) {
  const std::vector<std::vector<std::string>> kinds{
      {"--laplacian", "normalized"}, {"--laplacian", "combinatorial", "--component", "all"}};
  for (const auto& kind : kinds) {
    std::vector<std::string> how{"--dim", "12", "--tolerance", "1e-9"};
    how.insert(how.end(), kind.begin(), kind.end());
    how.insert(how.end(), reading.begin(), reading.end());
    const Json local = json_of(embed(directory, "local.npy", how));
    json_of(embed(directory, "local.tsv", how));
    for (const int ranks : numbers_of_ranks) {
      CAPTURE(ranks);
      CAPTURE(kind[1]);
      auto on_all = how;
      on_all.insert(on_all.end(), {"--engine", "mpi"});
      const Ended ended = shell(on_ranks(ranks, embed(directory, "x.shards", on_all)));
      CAPTURE(ended.err);
      REQUIRE(ended.status == 0);
      const Json shared = Json::parse(ended.out);
      const std::string solver = shared["embedding"]["solver"];
      CHECK((solver.find("dealt") != solver.npos) == dealt);
      CHECK(shared["source"] == local["source"]);
      REQUIRE(shared["eigenvalues"].size() == 12);
      for (std::size_t k = 0; k < 12; ++k) {
        CHECK(std::abs(shared["eigenvalues"][k].get<double>() -
                       local["eigenvalues"][k].get<double>()) < 1e-8);
      }
      json_of({"embed", (directory / "x.shards").string(), "--json", "--out",
               (directory / "merged.tsv").string()});
      std::ifstream merged(directory / "merged.tsv"), one(directory / "local.tsv");
      const std::vector<std::string> a{std::istream_iterator<std::string>(merged), {}};
      const std::vector<std::string> b{std::istream_iterator<std::string>(one), {}};
      REQUIRE(a.size() == b.size());
      double worst = 0;
      for (std::size_t k = 0; k < a.size(); ++k) {
        if (a[k] == b[k]) continue;
        REQUIRE(a[k].front() != 'n');  // an id
        worst = std::max(worst, std::abs(std::stod(a[k]) - std::stod(b[k])));
      }
      CHECK(worst < 1e-5);
    }
  }
}

}  // namespace

TEST_CASE("ranks give the eigenvalues of one process to 1e-8, its nodes, rows and counts") {
  if (!ranks_are_here()) return;
  const Scratch directory;
  write_blocks(directory, 1500, 3);
  compare_with_one_process(directory, {}, {1, 2, 3}, false);
}

#ifdef QUERENT_WITNESS
TEST_CASE("ranks find the eigenpairs that another solver finds, SLEPc's Krylov–Schur") {
  if (!ranks_are_here()) return;
  const Scratch directory;
  write_blocks(directory, 1500, 3);
  for (const std::string kind : {"normalized", "combinatorial"}) {
    CAPTURE(kind);
    const Ended ended =
        shell(on_ranks(2, {(directory / "edges.txt").string(), kind}, QUERENT_WITNESS));
    CAPTURE(ended.out);
    CAPTURE(ended.err);
    CHECK(ended.status == 0);
  }
}
#endif

TEST_CASE("ranks among which a file's hubs are dealt in turns give the same result and report it") {
  if (!ranks_are_here()) return;
  const Scratch directory;
  write_hubs(directory, 1500);
  compare_with_one_process(directory, {"--duplicates", "sum"}, {2, 3}, true);
}

// Ranks of one machine look for no network by default; the user may override this.
TEST_CASE("ranks communicate as mpirun was configured") {
  if (!ranks_are_here()) return;
  const Scratch directory;
  write_blocks(directory, 1500, 3);
  const std::string job =
      on_ranks(2, embed(directory, "x.shards", {"--dim", "4", "--engine", "mpi"}));
  // mpirun's message about an unknown name is sometimes lost, since both ranks end at once
  CHECK(shell("OMPI_MCA_pml=none_of_this_name " + job).status != 0);
  CHECK(!fs::exists(directory / "x.shards"));
  CHECK(shell("OMPI_MCA_pml=ob1 " + job).status == 0);
}

TEST_CASE(
    "ranks find all ten copies of the eigenvalue 0.2 of a hypercube of 2^10 nodes with blocks of "
    "eight") {
  if (!ranks_are_here()) return;
  const Scratch directory;
  {
    std::ofstream edges(directory / "edges.txt");
    for (int u = 0; u < 1024; ++u) {
      for (int bit = 1; bit < 1024; bit *= 2) {
        if ((u & bit) == 0) edges << u << " " << (u | bit) << "\n";
      }
    }
  }
  // eigenvalue 2k/10 has (10 over k) copies: F. Chung, Spectral Graph Theory, example 1.6
  const Ended ended = shell(on_ranks(
      2, embed(directory, "x.shards",
               {"--dim", "12", "--tolerance", "1e-9", "--engine", "mpi", "--threads", "2"})));
  CAPTURE(ended.err);
  REQUIRE(ended.status == 0);
  const Json json = Json::parse(ended.out);
  for (std::size_t k = 0; k < 12; ++k)
    CHECK(json["eigenvalues"][k].get<double>() ==
          doctest::Approx(k < 10 ? 0.2 : 0.4).epsilon(1e-9));
}

TEST_CASE("ranks find the same pairs if all, some or none of them share memory") {
  if (!ranks_are_here()) return;
  const Scratch directory;
  write_blocks(directory, 1500, 3);
  const Json local = json_of(embed(directory, "local.npy", {"--dim", "12", "--tolerance", "1e-9"}));
  // 1e-4 is solved in floats, whose blocks are read in place; for 1e-9 every block is copied
  for (const std::string tolerance : {"1e-4", "1e-9"}) {
    for (const int most : {0, 1, 2}) {
      CAPTURE(tolerance);
      CAPTURE(most);
      const std::string limit =
          most == 0 ? "" : "QUERENT_RANKS_TOGETHER=" + std::to_string(most) + " ";
      const Ended ended = shell(
          limit + on_ranks(3, embed(directory, "x.shards",
                                    {"--dim", "12", "--tolerance", tolerance, "--engine", "mpi"})));
      CAPTURE(ended.err);
      REQUIRE(ended.status == 0);
      const Json shared = Json::parse(ended.out);
      const Json& ranks = shared["ranks"];
      // if floats fail, doubles are used
      CHECK(contains(shared["embedding"]["solver"].get<std::string>(),
                     tolerance == "1e-4" ? "vectors of floats" : "vectors of doubles"));
      CHECK((ranks["read_in_place"]["all"].get<double>() > 0) == (most != 1));
      CHECK((ranks["ghosts"]["all"].get<double>() > 0) == (most != 0));
      CHECK((ranks["bytes_of_ghosts"].get<double>() > 0) == (most != 0));
      for (std::size_t k = 0; k < 12; ++k) {
        CHECK(shared["eigenvalues"][k].get<double>() ==
              doctest::Approx(local["eigenvalues"][k].get<double>())
                  .epsilon(tolerance == "1e-9" ? 1e-8 : 1e-5));
      }
    }
  }
}

TEST_CASE("an error on every rank is reported once") {
  if (!ranks_are_here()) return;
  const Scratch directory;
  std::ofstream(directory / "edges.txt") << "a b\nb c\n";
  const auto refused = [&](const std::string& before, const std::string& what) {
    const Ended ended = shell(
        before + on_ranks(3, embed(directory, "x.shards", {"--engine", "mpi", "--dim", "2"})));
    CAPTURE(ended.err);
    CHECK(ended.status == 2);
    CHECK(contains(ended.err, what));
    const std::size_t first = ended.err.find("error:");
    REQUIRE(first != ended.err.npos);
    CHECK(ended.err.find("error:", first + 1) == ended.err.npos);
  };
  refused("", "embed on one machine");
  for (const std::string wrong : {"0", "two", "''"})
    refused("QUERENT_RANKS_TOGETHER=" + wrong + " ", "a number of ranks from 1 on");
}

TEST_CASE("MSG learns the same from shards as from the graph") {
  if (!ranks_are_here()) return;
  const Scratch directory;
  write_blocks(directory, 1500, 3);
  const std::vector<std::string> how{"--dim", "12", "--tolerance", "1e-9"};
  auto distributed = how;
  distributed.insert(distributed.end(), {"--engine", "mpi"});
  REQUIRE(shell(on_ranks(2, embed(directory, "x.shards", distributed))).status == 0);
  const std::vector<std::string> learn{
      "--labels", (directory / "labels.txt").string(), "--learner", "MSG", "--order", "file",
      "--json"};
  std::vector<std::string> graph{"run", (directory / "edges.txt").string()};
  graph.insert(graph.end(), how.begin(), how.end());
  graph.insert(graph.end(), learn.begin(), learn.end());
  std::vector<std::string> shards{"run", (directory / "x.shards").string()};
  shards.insert(shards.end(), learn.begin(), learn.end());
  const Json a = json_of(graph), b = json_of(shards);
  CHECK(a["source"]["nodes"] == b["source"]["nodes"]);
  for (const char* count : {"rounds", "mistakes", "queries"})
    CHECK(a["runs"][0][count] == b["runs"][0][count]);
}

TEST_CASE("a bad line ends all ranks with exit code 3, its position in the file, and no output") {
  if (!ranks_are_here()) return;
  const Scratch directory;
  write_blocks(directory, 1500, 3);
  std::ofstream(directory / "edges.txt", std::ios::app) << "n1 n2\nn1\n";
  const std::string text = contents_of(directory / "edges.txt");
  const auto line = std::count(text.begin(), text.end(), '\n');
  const Ended ended =
      shell(on_ranks(2, embed(directory, "x.shards", {"--dim", "4", "--engine", "mpi"})));
  CHECK(ended.status == 3);
  CHECK(contains(ended.err, "edges.txt:" + std::to_string(line) + ":1: expected two node ids"));
  CHECK_FALSE(fs::exists(directory / "x.shards"));
}

TEST_CASE("a compressed file has the same pairs and bad lines, and is rejected if truncated") {
  if (!ranks_are_here()) return;
  const Scratch directory;
  write_blocks(directory, 1500, 3);
  const fs::path edges = directory / "edges.txt";
  const auto embedded = [&](int ranks, const char* out) {
    return shell(on_ranks(ranks, embed(directory, out, {"--dim", "6", "--engine", "mpi"})));
  };
  REQUIRE(embedded(2, "plain.shards").status == 0);
  const std::string text = contents_of(edges);
  const auto replace = [&](const std::string& with) {
    std::ofstream(edges, std::ios::trunc | std::ios::binary) << with;
    REQUIRE(std::system(("gzip -nf " + edges.string() + " && mv " + edges.string() + ".gz " +
                         edges.string())
                            .c_str()) == 0);
  };
  replace(text);
  for (const int ranks : {1, 2}) {
    fs::remove_all(directory / "packed.shards");
    const Ended ended = embedded(ranks, "packed.shards");
    CHECK(ended.status == 0);
    if (ranks == 1) continue;
    for (const auto& entry : fs::directory_iterator(directory / "plain.shards")) {
      if (entry.path().extension() == ".json") continue;  // contains its source
      CHECK(contents_of(entry.path()) ==
            contents_of(directory / "packed.shards" / entry.path().filename()));
    }
  }
  // with its usual name; no line is a comment, so that a part of the text is empty
  fs::copy(edges, directory / "edges.txt.gz");
  std::string bare = text;
  bare.erase(0, bare.find('\n') + 1);
  std::ofstream(directory / "bare.txt") << bare;
  REQUIRE(std::system(("gzip -n " + (directory / "bare.txt").string()).c_str()) == 0);
  for (const char* const name : {"edges.txt.gz", "bare.txt.gz"}) {
    CAPTURE(name);
    const Ended named =
        shell(on_ranks(2, {"embed", (directory / name).string(), "--dim", "6", "--engine", "mpi",
                           "--json", "--quiet", "--out", (directory / "named.shards").string()}));
    CAPTURE(named.err);
    CHECK(named.status == 0);
    fs::remove_all(directory / "named.shards");
  }
  const std::string packed = contents_of(edges);
  std::ofstream(edges, std::ios::trunc | std::ios::binary) << packed.substr(0, packed.size() / 2);
  const Ended cut = embedded(2, "x.shards");
  CHECK(cut.status == 3);
  CHECK(contains(cut.err, "truncated at byte"));
  replace(text + "n1 n2\nn1\n");
  const auto line = std::count(text.begin(), text.end(), '\n') + 2;
  const Ended bad = embedded(2, "x.shards");
  CHECK(bad.status == 3);
  CHECK(contains(bad.err, "edges.txt:" + std::to_string(line) + ":1: expected two node ids"));
  CHECK_FALSE(fs::exists(directory / "x.shards"));
}

TEST_CASE("a killed rank ends the job within 60 s with 4 and nothing under the final name") {
  if (!ranks_are_here()) return;
  const Scratch directory;
  write_blocks(directory, 40000, 4);
  const std::string line = on_ranks(
      2, embed(directory, "x.shards", {"--dim", "300", "--tolerance", "1e-12", "--engine", "mpi"}));
  std::optional<Ended> ended;
  std::thread job([&] { ended = shell(line); });
  const auto rank_at_work = [&]() -> pid_t {
    if (!fs::exists(directory / ".x.shards.part")) return 0;
    for (const auto& entry : fs::directory_iterator("/proc")) {
      const std::string words = contents_of(entry.path() / "cmdline");
      if (contains(words.substr(0, words.find('\0')), "querent-slepc") &&
          contains(words, directory.path().string()))
        return std::stoi(entry.path().filename().string());
    }
    return 0;
  };
  pid_t rank = 0;
  for (int k = 0; k < 1200 && rank == 0; ++k) {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    rank = rank_at_work();
  }
  CHECK(rank != 0);
  const auto start = std::chrono::steady_clock::now();
  if (rank != 0) kill(rank, SIGKILL);
  job.join();
  CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(60));
  CAPTURE(ended->err);
  CHECK(ended->status == 4);
  CHECK(contains(ended->err, "was ended by signal 9"));
  CHECK_FALSE(fs::exists(directory / "x.shards"));
}

TEST_CASE("a damaged shard gives exit code 6 in every command") {
  if (!ranks_are_here()) return;
  const Scratch directory;
  write_blocks(directory, 1500, 3);
  REQUIRE(
      shell(on_ranks(2, embed(directory, "x.shards", {"--dim", "4", "--engine", "mpi"}))).status ==
      0);
  const fs::path shards = directory / "x.shards", rows = shards / "rows-0001.npy";
  std::fstream(rows, std::ios::in | std::ios::out | std::ios::binary).seekp(200).put('x');
  const std::string out = (directory / "x.npy").string();
  for (const auto& arguments : std::vector<std::vector<std::string>>{
           {"embed", shards.string(), "--out", out},
           {"run", shards.string(), "--labels", (directory / "labels.txt").string(), "--learner",
            "MSG"}}) {
    const Ended ended = querent_program(arguments);
    CHECK(ended.status == 6);
    CHECK(contains(ended.err, "rows-0001.npy: expected the SHA-256"));
  }
  fs::remove(rows);
  CHECK(querent_program({"embed", shards.string(), "--out", out}).status == 6);
  CHECK_FALSE(fs::exists(out));
}

TEST_CASE("without querent-slepc the engine is rejected with the packages to install") {
  const Scratch directory;
  fs::copy_file(QUERENT_PROGRAM, directory / "querent");
  const Ended ended =
      shell(quoted((directory / "querent").string()) + " embed karate --engine mpi --out x.shards");
  CHECK(ended.status == 2);
  CHECK(contains(ended.err, "libslepc-real-dev"));
}

TEST_CASE("options without a meaning for ranks and wrong suffixes are rejected before any work") {
  CHECK(querent_program({"embed", "karate", "--engine", "mpi", "--out", "x.npy"}).status == 2);
  CHECK(querent_program({"embed", "karate", "--out", "x.shards"}).status == 2);
  CHECK(
      querent_program({"embed", "karate", "--engine", "mpi", "--out", "x.shards", "--labels", "2"})
          .status == 2);
}
