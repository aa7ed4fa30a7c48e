// Are impacts missed, or told beside, in the public queries of Wang et al. 2021 with exact verdicts, and how long does
// one take?
//
//   bench_deform_sample_queries [--folder DIR] [--repeat N]
//
// DIR is a copy of https://github.com/Continuous-Collision-Detection/Sample-Queries, of which all .csv files are asked
// for: of vertices and faces where their paths say "vertex", else of edges. By itself: the ones in tests/data/impacts.
// At the least tolerance; beside it, where the build has it (CMake's ABUT_PEERS_TIGHT_INCLUSION), Tight-Inclusion at
// its usual one, 1e-6. Ends with 1 where an impact is missed, or no query has one.
#include <algorithm>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <string>
#include <vector>

#include "abut/deform/continuous.h"
#include "bench/deform/tight_inclusion.h"
#include "bench/median_ns.h"
#include "bench/options.h"
#include "tests/deform/sample_queries.h"

namespace {

using namespace abut;

struct Kind {
  const char* name;
  ImpactKind kind;
  Impact<double> (*ask)(const MovingNodes<double>&, const ImpactOptions<double>&);
};

std::vector<test::SampleQuery> queries_of(const std::string& folder, bool of_vertices, int& files) {
  std::vector<std::string> paths;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    const std::string path = entry.path().string();
    const bool has_vertices = path.find("vertex", folder.size()) != std::string::npos;
    if (entry.path().extension() == ".csv" && has_vertices == of_vertices) paths.push_back(path);
  }
  std::sort(paths.begin(), paths.end());
  files = static_cast<int>(paths.size());
  std::vector<test::SampleQuery> out;
  for (const std::string& path : paths) {
    const auto some = test::read_sample_queries(path);
    out.insert(out.end(), some.begin(), some.end());
  }
  return out;
}

struct Tally {
  std::size_t meet = 0, missed = 0, beside = 0;
};

/// A line of what `tells` says of all queries.
template <class Tells>
Tally measure(const char* name, int files, const std::vector<test::SampleQuery>& queries, int repeat,
              const Tells& tells) {
  std::vector<char> told(queries.size());
  const double ns = bench::median_ns(static_cast<int>(std::max<std::size_t>(queries.size(), 1)), repeat, [&] {
    for (std::size_t i = 0; i < queries.size(); ++i) told[i] = tells(queries[i].nodes);
  });
  Tally t;
  for (std::size_t i = 0; i < queries.size(); ++i) {
    t.meet += queries[i].meets, t.missed += queries[i].meets && !told[i], t.beside += !queries[i].meets && told[i];
  }
  std::printf("%-20s %6d %8zu %8zu %8zu %8zu %10.0f\n", name, files, queries.size(), t.meet, t.missed, t.beside, ns);
  return t;
}

/// Whether there are impacts, and none is missed.
bool measure(const Kind& kind, const std::string& folder, int repeat) {
  int files = 0;
  const auto queries = queries_of(folder, kind.kind == ImpactKind::vertex_triangle, files);
  const Tally here = measure(kind.name, files, queries, repeat,
                             [&](const auto& nodes) { return kind.ask(nodes, {}).status != ImpactStatus::none; });
  if (bench::TightInclusion::version() != nullptr) {
    std::vector<MovingNodes<double>> scene;
    for (const test::SampleQuery& query : queries) scene.push_back(query.nodes);
    const bench::TightInclusion peer(kind.kind, scene);
    measure("  Tight-Inclusion", files, queries, repeat, [&](const auto& nodes) { return peer.tells(nodes, 1e-6); });
  }
  return here.missed == 0 && here.meet > 0;
}

int run(const std::string& folder, int repeat) {
  const char* const peer = bench::TightInclusion::version();
  std::printf("one core, double, the least tolerance%s%s%s\n%-20s %6s %8s %8s %8s %8s %10s\n",
              peer ? "; Tight-Inclusion " : "", peer ? peer : "", peer ? " at 1e-6" : "", "", "files", "queries",
              "meet", "missed", "beside", "ns a query");
  const bool vertices =
      measure({"vertex and triangle", ImpactKind::vertex_triangle, vertex_triangle_impact<double>}, folder, repeat);
  const bool edges = measure({"edges", ImpactKind::edge_edge, edge_edge_impact<double>}, folder, repeat);
  if (!vertices || !edges) std::fprintf(stderr, "an impact was missed, or no query has one\n");
  return vertices && edges ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  std::string folder = "tests/data/impacts";
  int repeat = 5;
  bench::Options("bench_deform_sample_queries", "First impacts of public queries whose verdicts are known exactly.")
      .text("--folder", folder, "DIR")
      .number("--repeat", repeat, 1, 100)
      .read_or_exit(argc, argv);
  try {
    return run(folder, repeat);
  } catch (const std::exception& e) {
    std::fprintf(stderr, "bench_deform_sample_queries: %s\n", e.what());
    return 2;
  }
}
