#include "host/deform/topology.h"

#include <algorithm>
#include <span>
#include <string>

#include "abut/core/error.h"
#include "host/shapes/closed_triangles.h"

namespace abut::host {
namespace {

constexpr std::size_t most_facets = std::size_t{1} << 24;

[[noreturn]] void refuse(const std::string& what) { throw InvalidInput("DeformingBodies::add: " + what); }

template <std::size_t N>
void check_nodes(const char* kind, const std::vector<std::array<std::uint32_t, N>>& all, std::uint32_t node_count) {
  for (std::size_t i = 0; i < all.size(); ++i) {
    std::array<std::uint32_t, N> sorted = all[i];
    std::sort(sorted.begin(), sorted.end());
    const std::string which = std::string(kind) + " " + std::to_string(i);
    if (sorted.back() >= node_count) {
      refuse(which + " names node " + std::to_string(sorted.back()) + "; allowed is less than " +
             std::to_string(node_count));
    }
    const auto twice = std::adjacent_find(sorted.begin(), sorted.end());
    if (twice != sorted.end()) refuse(which + " names node " + std::to_string(*twice) + " twice; allowed is once");
  }
}

/// A face of an element, outward. Data only.
template <std::size_t N>
struct ElementFace {
  std::array<std::uint32_t, N> sorted, nodes;
  std::uint32_t element;
};

/// Those that one element has alone, in the order of elements.
template <std::size_t N, std::size_t M, std::size_t F>
std::vector<ElementFace<N>> boundary_of(const char* kind, const std::vector<std::array<std::uint32_t, M>>& elements,
                                        const std::array<std::array<std::uint8_t, N>, F>& corners) {
  std::vector<ElementFace<N>> faces;
  faces.reserve(elements.size() * F);
  for (std::size_t e = 0; e < elements.size(); ++e) {
    for (const auto& corner : corners) {
      ElementFace<N> face{};
      for (std::size_t k = 0; k < N; ++k) face.nodes[k] = elements[e][corner[k]];
      face.sorted = face.nodes, face.element = static_cast<std::uint32_t>(e);
      std::sort(face.sorted.begin(), face.sorted.end());
      faces.push_back(face);
    }
  }
  std::stable_sort(faces.begin(), faces.end(), [](const auto& a, const auto& b) { return a.sorted < b.sorted; });
  std::vector<ElementFace<N>> alone;
  for (std::size_t i = 0; i < faces.size();) {
    std::size_t end = i + 1;
    while (end < faces.size() && faces[end].sorted == faces[i].sorted) ++end;
    if (end - i > 2) {
      refuse(std::string(kind) + " " + std::to_string(faces[i + 2].element) + " shares a face with " +
             std::to_string(faces[i].element) + " and " + std::to_string(faces[i + 1].element) + "; allowed are two");
    }
    if (end - i == 1) alone.push_back(faces[i]);
    i = end;
  }
  std::stable_sort(alone.begin(), alone.end(), [](const auto& a, const auto& b) { return a.element < b.element; });
  return alone;
}

void add_quadrilateral(DeformTopology& out, const std::array<std::uint32_t, 4>& q, const FacetOrigin& origin) {
  out.facets.push_back({q[0], q[1], q[2]}), out.facets.push_back({q[0], q[2], q[3]});
  out.origins.push_back(origin), out.origins.push_back(origin);
}

void add_facets(DeformTopology& out, const DeformingMesh& mesh) {
  for (std::uint32_t i = 0; i < mesh.triangles.size(); ++i) {
    out.facets.push_back(mesh.triangles[i]), out.origins.push_back({FacetSource::triangle, i});
  }
  for (std::uint32_t i = 0; i < mesh.quadrilaterals.size(); ++i) {
    add_quadrilateral(out, mesh.quadrilaterals[i], {FacetSource::quadrilateral, i});
  }
  static constexpr std::array<std::array<std::uint8_t, 3>, 4> of_tetrahedron = {
      {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {0, 3, 2}}};
  for (const auto& f : boundary_of<3>("tetrahedron", mesh.tetrahedra, of_tetrahedron)) {
    out.facets.push_back(f.nodes), out.origins.push_back({FacetSource::tetrahedron, f.element});
  }
  static constexpr std::array<std::array<std::uint8_t, 4>, 6> of_hexahedron = {
      {{0, 3, 2, 1}, {4, 5, 6, 7}, {0, 1, 5, 4}, {1, 2, 6, 5}, {2, 3, 7, 6}, {3, 0, 4, 7}}};
  for (const auto& f : boundary_of<4>("hexahedron", mesh.hexahedra, of_hexahedron)) {
    add_quadrilateral(out, f.nodes, {FacetSource::hexahedron, f.element});
  }
}

/// Of each of `count` things, the rows that name it.
NumberLists rows_of(const std::vector<std::array<std::uint32_t, 3>>& rows, std::size_t count) {
  NumberLists out;
  out.offsets.assign(count + 1, 0);
  for (const auto& row : rows) {
    for (const std::uint32_t k : row) ++out.offsets[k + 1];
  }
  for (std::size_t k = 0; k < count; ++k) out.offsets[k + 1] += out.offsets[k];
  out.items.resize(3 * rows.size());
  std::vector<std::uint32_t> next(out.offsets.begin(), out.offsets.end() - 1);
  for (std::uint32_t i = 0; i < rows.size(); ++i) {
    for (const std::uint32_t k : rows[i]) out.items[next[k]++] = i;
  }
  return out;
}

void add_edges(DeformTopology& out) {
  const auto edge = [&](std::size_t f, std::size_t k) {
    const std::uint32_t p = out.facets[f][k], q = out.facets[f][(k + 1) % 3];
    return std::array<std::uint32_t, 2>{std::min(p, q), std::max(p, q)};
  };
  out.edges.reserve(3 * out.facets.size());
  for (std::size_t f = 0; f < out.facets.size(); ++f) {
    for (std::size_t k = 0; k < 3; ++k) out.edges.push_back(edge(f, k));
  }
  std::sort(out.edges.begin(), out.edges.end());
  out.edges.erase(std::unique(out.edges.begin(), out.edges.end()), out.edges.end());
  out.facet_edges.resize(out.facets.size());
  for (std::size_t f = 0; f < out.facets.size(); ++f) {
    for (std::size_t k = 0; k < 3; ++k) {
      const auto at = std::lower_bound(out.edges.begin(), out.edges.end(), edge(f, k));
      out.facet_edges[f][k] = static_cast<std::uint32_t>(at - out.edges.begin());
    }
  }
}

}  // namespace

DeformTopology deform_topology(const DeformingMesh& mesh) {
  check_nodes("triangle", mesh.triangles, mesh.node_count);
  check_nodes("quadrilateral", mesh.quadrilaterals, mesh.node_count);
  check_nodes("tetrahedron", mesh.tetrahedra, mesh.node_count);
  check_nodes("hexahedron", mesh.hexahedra, mesh.node_count);
  DeformTopology out;
  out.node_count = mesh.node_count;
  add_facets(out, mesh);
  if (out.facets.empty() || out.facets.size() > most_facets) {
    refuse("the body has " + std::to_string(out.facets.size()) + " facets; allowed are 1 to 16777216");
  }
  add_edges(out);
  out.facets_of_node = rows_of(out.facets, out.node_count);
  out.facets_of_edge = rows_of(out.facet_edges, out.edges.size());
  out.tetrahedra = mesh.tetrahedra, out.hexahedra = mesh.hexahedra;
  out.solid = mesh.solid || (mesh.triangles.empty() && mesh.quadrilaterals.empty());
  out.closed = out.solid && is_closed(out.facets), out.self_contact = mesh.self_contact;
  return out;
}

}  // namespace abut::host
