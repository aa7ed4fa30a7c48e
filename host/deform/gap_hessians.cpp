#include "abut/deform/gap_hessians.h"

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/parallel_for.h>

#include <string>

#include "abut/core/error.h"
#include "host/exec/arena.h"

namespace abut {
namespace {

GapMatrix matrix_of(const FacetGap<double>& gap, std::span<const Vec3<double>> nodes) {
  Vec3<double> x[4];
  for (int i = 0; i < 4; ++i) x[i] = nodes[gap.node[i]];
  GapMatrix out;
  for (int i = 0; i < 4; ++i) {
    for (int j = 0; j < 4; ++j) {
      const Mat3<double> h = gap_hessian(gap, x, i, j);
      for (int r = 0; r < 3; ++r) {
        for (int c = 0; c < 3; ++c) out[static_cast<std::size_t>(12 * (3 * i + r) + 3 * j + c)] = h.m[3 * r + c];
      }
    }
  }
  return out;
}

}  // namespace

void gap_hessians(const Cpu& cpu, std::span<const FacetGap<double>> gaps, std::span<const Vec3<double>> nodes,
                  std::span<GapMatrix> out) {
  if (out.size() != gaps.size()) {
    throw InvalidInput("gap_hessians: out has room for " + std::to_string(out.size()) + " matrices; allowed is " +
                       std::to_string(gaps.size()) + ", as many as there are gaps");
  }
  for (std::size_t k = 0; k < gaps.size(); ++k) {
    for (const std::uint32_t node : gaps[k].node) {
      if (node < nodes.size()) continue;
      throw InvalidInput("gap_hessians: gap " + std::to_string(k) + " has node " + std::to_string(node) +
                         "; allowed is less than " + std::to_string(nodes.size()));
    }
  }
  host::in_arena(cpu, [&] {
    oneapi::tbb::parallel_for(oneapi::tbb::blocked_range<std::size_t>(0, gaps.size(), 256), [&](const auto& r) {
      for (std::size_t k = r.begin(); k != r.end(); ++k) out[k] = matrix_of(gaps[k], nodes);
    });
  });
}

}  // namespace abut
