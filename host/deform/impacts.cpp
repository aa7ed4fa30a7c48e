#include "abut/deform/impacts.h"

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/parallel_for.h>

#include "host/deform/impact_checks.h"
#include "host/exec/arena.h"
#include "host/exec/instruction_set.h"

namespace abut {
namespace {

void answer(const ImpactRangeTable& table, ImpactKind kind, const ImpactRange<float>& range) {
  (kind == ImpactKind::edge_edge ? table.edge_edge_f32 : table.vertex_triangle_f32)(range);
}
void answer(const ImpactRangeTable& table, ImpactKind kind, const ImpactRange<double>& range) {
  (kind == ImpactKind::edge_edge ? table.edge_edge_f64 : table.vertex_triangle_f64)(range);
}

/// Queries that one thread answers in a row: some tens of microseconds.
constexpr std::size_t queries_in_a_row = 512;

}  // namespace

template <class T>
void find_impacts(const Cpu& cpu, ImpactKind kind, const StepNodes<T>& nodes,
                  std::span<const std::array<std::uint32_t, 4>> queries, const ImpactOptions<T>& options,
                  std::span<Impact<T>> out) {
  host::check_impact_options("find_impacts", options);
  host::check_impact_nodes("find_impacts", nodes, "query", queries);
  if (out.size() != queries.size()) {
    throw InvalidInput("find_impacts: out has room for " + std::to_string(out.size()) + " answers; allowed is " +
                       std::to_string(queries.size()) + ", as many as there are queries");
  }
  const ImpactRangeTable& table = impact_range_table(chosen_instruction_set());
  host::in_arena(cpu, [&] {
    const oneapi::tbb::blocked_range<std::size_t> all(0, queries.size(), queries_in_a_row);
    oneapi::tbb::parallel_for(all, [&](const oneapi::tbb::blocked_range<std::size_t>& r) {
      answer(table, kind,
             ImpactRange<T>{nodes.before.data(), nodes.after.data(), queries.data(), options, out.data(), r.begin(),
                            r.end()});
    });
  });
}

template <class T>
std::vector<Impact<T>> find_impacts(const Cpu& cpu, ImpactKind kind, const StepNodes<T>& nodes,
                                    std::span<const std::array<std::uint32_t, 4>> queries,
                                    const ImpactOptions<T>& options) {
  std::vector<Impact<T>> out(queries.size());
  find_impacts<T>(cpu, kind, nodes, queries, options, out);
  return out;
}

#define ABUT_INSTANTIATE(T)                                                                             \
  template void find_impacts<T>(const Cpu&, ImpactKind, const StepNodes<T>&,                            \
                                std::span<const std::array<std::uint32_t, 4>>, const ImpactOptions<T>&, \
                                std::span<Impact<T>>);                                                  \
  template std::vector<Impact<T>> find_impacts<T>(const Cpu&, ImpactKind, const StepNodes<T>&,          \
                                                  std::span<const std::array<std::uint32_t, 4>>,        \
                                                  const ImpactOptions<T>&);
ABUT_INSTANTIATE(float)
ABUT_INSTANTIATE(double)
#undef ABUT_INSTANTIATE

}  // namespace abut
