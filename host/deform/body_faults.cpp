#include "host/deform/body_faults.h"

#include <oneapi/tbb/parallel_for.h>

#include <algorithm>

namespace abut::host {
namespace {

constexpr std::uint32_t chunk_size = 4096;

/// A facet that has the fault, if one has.
std::uint32_t facet_with(const DeformBody& body, const DeformingBodyStatus& fault) {
  const DeformTopology& t = body.topology;
  if (fault.fault == BodyFault::collapsed_facet) return fault.index;
  if (fault.fault == BodyFault::unusable_node) {
    const auto facets = t.facets_of_node[fault.index];
    return facets.empty() ? bvh_end : facets[0];
  }
  const bool is_tetrahedron = fault.index < t.tetrahedra.size();
  const FacetSource source = is_tetrahedron ? FacetSource::tetrahedron : FacetSource::hexahedron;
  const auto index = static_cast<std::uint32_t>(fault.index - (is_tetrahedron ? 0 : t.tetrahedra.size()));
  for (std::uint32_t i = 0; i < t.origins.size(); ++i) {
    if (t.origins[i].source == source && t.origins[i].index == index) return i;
  }
  return bvh_end;
}

/// Of a chunk that comes behind those which are in `out`.
void add(const BodyChunk& chunk, const ChunkFindings& found, BodyFindings& out) {
  out.box = unite(out.box, found.box);
  const int k = static_cast<int>(chunk.looks_for) - 1;
  if (out.count[k] == 0) out.first[k] = found.first;
  out.count[k] += found.count;
}

std::vector<DeformingBodyStatus> faults_of(const DeformBody& body, const BodyFindings& findings) {
  std::vector<DeformingBodyStatus> faults;
  for (int k = 0; k < body_fault_count; ++k) {
    if (findings.count[k] == 0) continue;
    DeformingBodyStatus fault{static_cast<BodyFault>(k + 1), findings.first[k], 0, findings.count[k]};
    fault.facet = facet_with(body, fault);
    faults.push_back(fault);
  }
  return faults;
}

}  // namespace

std::vector<BodyChunk> chunks_of(const DeformingBodies::State& state, std::uint32_t size) {
  std::vector<BodyChunk> chunks;
  for (std::uint32_t b = 0; b < state.bodies.size(); ++b) {
    const DeformTopology& t = state.bodies[b]->topology;
    const auto add = [&](BodyFault fault, std::size_t count) {
      for (std::size_t k = 0; k < count; k += size) {
        const std::size_t end = std::min<std::size_t>(k + size, count);
        chunks.push_back({b, fault, static_cast<std::uint32_t>(k), static_cast<std::uint32_t>(end)});
      }
    };
    add(BodyFault::unusable_node, t.node_count);
    add(BodyFault::collapsed_facet, t.facets.size());
    add(BodyFault::inverted_element, t.tetrahedra.size() + t.hexahedra.size());
  }
  return chunks;
}

std::vector<BodyFindings> find_faults(const DeformingBodies::State& state) {
  const std::vector<BodyChunk> chunks = chunks_of(state, chunk_size);
  std::vector<ChunkFindings> found(chunks.size());
  tbb::parallel_for(std::size_t{0}, chunks.size(), [&](std::size_t i) {
    found[i] = look_at_chunk(state.view(*state.bodies[chunks[i].body]), chunks[i]);
  });
  std::vector<BodyFindings> out(state.bodies.size(), {empty_box<double>(), {}, {}});
  for (std::size_t i = 0; i < chunks.size(); ++i) add(chunks[i], found[i], out[chunks[i].body]);
  return out;
}

void set_faults(DeformingBodies::State& state, const std::vector<BodyFindings>& findings,
                std::vector<Box<double>>& boxes) {
  boxes.clear();
  for (std::size_t b = 0; b < findings.size(); ++b) {
    DeformBody& body = *state.bodies[b];
    body.faults = faults_of(body, findings[b]);
    boxes.push_back(body.has_usable_nodes() ? with_positive_zeros(findings[b].box) : empty_box<double>());
  }
}

}  // namespace abut::host
