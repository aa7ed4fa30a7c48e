#include "host/deform/body_faults.h"

#include <oneapi/tbb/parallel_for.h>

#include <algorithm>

namespace abut::host {
namespace {

constexpr std::uint32_t chunk_size = 4096;
constexpr double most_coordinate = 0x1p160;

/// What part of a body is looked at: nodes, facets or elements begin to end. Data only.
struct Chunk {
  std::uint32_t body;
  BodyFault looks_for;
  std::uint32_t begin, end;
};

/// What was found there. Data only.
struct Found {
  std::uint32_t first = 0, count = 0;
  Box<double> box = empty_box<double>();
  void add(std::uint32_t i) {
    if (count++ == 0) first = i;
  }
};

std::uint32_t element_count(const DeformTopology& t) {
  return static_cast<std::uint32_t>(t.tetrahedra.size() + t.hexahedra.size());
}

std::vector<Chunk> chunks_of(const std::vector<std::unique_ptr<DeformBody>>& bodies) {
  std::vector<Chunk> chunks;
  for (std::uint32_t b = 0; b < bodies.size(); ++b) {
    const DeformTopology& t = bodies[b]->topology;
    const auto add = [&](BodyFault fault, std::size_t count) {
      for (std::size_t k = 0; k < count; k += chunk_size) {
        chunks.push_back({b, fault, static_cast<std::uint32_t>(k),
                          static_cast<std::uint32_t>(std::min<std::size_t>(k + chunk_size, count))});
      }
    };
    add(BodyFault::unusable_node, t.node_count);
    add(BodyFault::collapsed_facet, t.facets.size());
    add(BodyFault::inverted_element, element_count(t));
  }
  return chunks;
}

bool same(const Vec3<double>& a, const Vec3<double>& b) { return a.x == b.x && a.y == b.y && a.z == b.z; }

bool is_usable(const Vec3<double>& p) {
  return std::abs(p.x) <= most_coordinate && std::abs(p.y) <= most_coordinate && std::abs(p.z) <= most_coordinate;
}

/// A NaN is not above 0.
bool has_volume(const Vec3<double>& p, const Vec3<double>& q, const Vec3<double>& r, const Vec3<double>& s) {
  return dot(cross(q - p, r - p), s - p) > 0;
}

bool is_inverted(const DeformTopology& t, std::uint32_t element, const Vec3<double>* x) {
  if (element < t.tetrahedra.size()) {
    const auto& e = t.tetrahedra[element];
    return !has_volume(x[e[0]], x[e[1]], x[e[2]], x[e[3]]);
  }
  const auto& e = t.hexahedra[element - t.tetrahedra.size()];
  for (std::size_t k = 0; k < 8; ++k) {
    const auto n = [&](std::size_t j) { return x[e[static_cast<std::size_t>(hexahedron_corners[k][j])]]; };
    if (!has_volume(x[e[k]], n(0), n(1), n(2))) return true;
  }
  return false;
}

Found look(const Chunk& chunk, const DeformBody& body, const Vec3<double>* x) {
  Found found;
  const DeformTopology& t = body.topology;
  for (std::uint32_t i = chunk.begin; i < chunk.end; ++i) {
    if (chunk.looks_for == BodyFault::unusable_node) {
      found.box = unite(found.box, {x[i], x[i]});
      if (!is_usable(x[i])) found.add(i);
    } else if (chunk.looks_for == BodyFault::collapsed_facet) {
      const auto& f = t.facets[i];
      if (same(x[f[0]], x[f[1]]) && same(x[f[1]], x[f[2]])) found.add(i);
    } else if (is_inverted(t, i, x)) {
      found.add(i);
    }
  }
  return found;
}

/// A facet that has the fault, if one has.
std::uint32_t facet_with(const DeformBody& body, const DeformingBodyStatus& status) {
  const DeformTopology& t = body.topology;
  if (status.fault == BodyFault::collapsed_facet) return status.index;
  if (status.fault == BodyFault::unusable_node) {
    const auto facets = t.facets_of_node[status.index];
    return facets.empty() ? bvh_end : facets[0];
  }
  const bool is_tetrahedron = status.index < t.tetrahedra.size();
  const FacetSource source = is_tetrahedron ? FacetSource::tetrahedron : FacetSource::hexahedron;
  const auto index = static_cast<std::uint32_t>(status.index - (is_tetrahedron ? 0 : t.tetrahedra.size()));
  for (std::uint32_t i = 0; i < t.origins.size(); ++i) {
    if (t.origins[i].source == source && t.origins[i].index == index) return i;
  }
  return bvh_end;
}

}  // namespace

void find_faults(const std::vector<std::unique_ptr<DeformBody>>& bodies, const Vec3<double>* nodes,
                 std::vector<Box<double>>& boxes) {
  const std::vector<Chunk> chunks = chunks_of(bodies);
  std::vector<Found> found(chunks.size());
  tbb::parallel_for(std::size_t{0}, chunks.size(), [&](std::size_t i) {
    const DeformBody& body = *bodies[chunks[i].body];
    found[i] = look(chunks[i], body, nodes + body.node_begin);
  });
  boxes.assign(bodies.size(), empty_box<double>());
  for (const auto& body : bodies) body->status = {};
  for (std::size_t i = 0; i < chunks.size(); ++i) {
    DeformingBodyStatus& status = bodies[chunks[i].body]->status;
    boxes[chunks[i].body] = unite(boxes[chunks[i].body], found[i].box);
    if (found[i].count == 0) continue;
    if (chunks[i].looks_for > status.fault) status = {chunks[i].looks_for, found[i].first, 0, 0};
    if (chunks[i].looks_for == status.fault) status.count += found[i].count;
  }
  for (std::size_t b = 0; b < bodies.size(); ++b) {
    DeformingBodyStatus& status = bodies[b]->status;
    if (status.fault == BodyFault::unusable_node) boxes[b] = empty_box<double>();
    if (status.fault != BodyFault::none) status.facet = facet_with(*bodies[b], status);
  }
}

}  // namespace abut::host
