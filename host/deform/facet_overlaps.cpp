#include "abut/deform/facet_overlaps.h"

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/parallel_for.h>

#include <algorithm>
#include <string>

#include "abut/core/error.h"
#include "host/exec/arena.h"
#include "host/exec/instruction_set.h"
#include "host/number_text.h"

namespace abut {
namespace {

/// Pairs that a thread takes at a time.
constexpr std::size_t at_a_time = 256;

void require_as_many(const std::string& function, const char* what, std::size_t has, std::size_t pairs) {
  if (has == pairs) return;
  throw InvalidInput(function + ": " + what + " has " + std::to_string(has) + " entries; allowed is " +
                     std::to_string(pairs) + ", as many as there are pairs");
}

void check(const std::string& function, std::size_t nodes, std::span<const FacetCorners> pairs,
           GapRange<double> range) {
  if (!(range.least < range.most)) {
    throw InvalidInput(function + ": range is from " + host::number_text(range.least) + " to " +
                       host::number_text(range.most) + "; allowed is a least gap below the most");
  }
  for (std::size_t k = 0; k < pairs.size(); ++k) {
    for (const std::uint32_t corner : pairs[k]) {
      if (corner < nodes) continue;
      throw InvalidInput(function + ": pair " + std::to_string(k) + " has corner " + std::to_string(corner) +
                         "; allowed is less than " + std::to_string(nodes));
    }
  }
}

/// `run(begin, end)` for all pairs.
template <class Run>
void for_runs(const Cpu& cpu, std::size_t pairs, const Run& run) {
  host::in_arena(cpu, [&] {
    oneapi::tbb::parallel_for(oneapi::tbb::blocked_range<std::size_t>(0, pairs, at_a_time),
                              [&](const auto& r) { run(r.begin(), r.end()); });
  });
}

}  // namespace

std::vector<FacetCorners> pair_corners(const DeformingBodies& bodies, const DeformingPairs& pairs) {
  if (pairs.facets.empty()) return {};
  const std::vector<std::uint64_t>& first = pairs.offsets;
  const bool runs = first.size() == pairs.bodies.size() + 1 && std::is_sorted(first.begin(), first.end());
  if (!runs || first.front() != 0 || first.back() != pairs.facets.size()) {
    throw InvalidInput("pair_corners: offsets do not run from 0 to " + std::to_string(pairs.facets.size()) +
                       ", the number of pairs, in as many steps as there are pairs of bodies");
  }
  std::vector<FacetCorners> out;
  out.reserve(pairs.facets.size());
  for (std::size_t p = 0; p < pairs.bodies.size(); ++p) {
    const std::uint32_t body[2] = {pairs.bodies[p].a, pairs.bodies[p].b};
    const std::span<const std::array<std::uint32_t, 3>> facets[2] = {bodies.facets(body[0]), bodies.facets(body[1])};
    for (std::uint64_t i = first[p]; i < first[p + 1]; ++i) {
      const std::uint32_t facet[2] = {pairs.facets[i].a, pairs.facets[i].b};
      FacetCorners corners;
      for (std::size_t side = 0; side < 2; ++side) {
        if (facet[side] >= facets[side].size()) {
          throw InvalidInput("pair_corners: pair " + std::to_string(i) + " has facet " + std::to_string(facet[side]) +
                             " of body " + std::to_string(body[side]) + "; allowed is less than " +
                             std::to_string(facets[side].size()));
        }
        for (std::size_t k = 0; k < 3; ++k) {
          corners[3 * side + k] = bodies.node_begin(body[side]) + facets[side][facet[side]][k];
        }
      }
      out.push_back(corners);
    }
  }
  return out;
}

void facet_overlaps(const Cpu& cpu, std::span<const Vec3<double>> nodes, std::span<const FacetCorners> pairs,
                    GapRange<double> range, std::span<FacetOverlap<double>> out) {
  require_as_many("facet_overlaps", "out", out.size(), pairs.size());
  check("facet_overlaps", nodes.size(), pairs, range);
  const DeformSearchTable& table = deform_search_table(chosen_instruction_set());
  for_runs(cpu, pairs.size(), [&](std::size_t begin, std::size_t end) {
    table.overlaps({nodes.data(), pairs.data() + begin, end - begin, range}, out.data() + begin);
  });
}

void facet_overlap_gradients(const Cpu& cpu, std::span<const Vec3<double>> nodes, std::span<const FacetCorners> pairs,
                             GapRange<double> range, std::span<const OverlapSlopes<double>> by,
                             std::span<FacetGradient> out) {
  require_as_many("facet_overlap_gradients", "by", by.size(), pairs.size());
  require_as_many("facet_overlap_gradients", "out", out.size(), pairs.size());
  check("facet_overlap_gradients", nodes.size(), pairs, range);
  const DeformSearchTable& table = deform_search_table(chosen_instruction_set());
  for_runs(cpu, pairs.size(), [&](std::size_t begin, std::size_t end) {
    table.overlap_gradients({nodes.data(), pairs.data() + begin, end - begin, range}, by.data() + begin,
                            out.data() + begin);
  });
}

}  // namespace abut
