#include "host/shapes/topology.h"

#include <algorithm>
#include <tuple>

namespace abut::host {
namespace {

/// A polygon's step from one vertex to the next; `forward` if it runs from the lower id to the higher.
struct Step {
  std::uint32_t lower, higher, face;
  bool forward;
};

/// All steps, those along one edge beside each other. Empty if an edge has not exactly two faces.
std::vector<Step> paired_steps(const std::vector<Polygon>& polygons) {
  std::vector<Step> steps;
  for (std::uint32_t f = 0; f < polygons.size(); ++f) {
    const Polygon& p = polygons[f];
    for (std::size_t i = 0; i < p.size(); ++i) {
      const std::uint32_t a = p[i];
      const std::uint32_t b = p[i + 1 < p.size() ? i + 1 : 0];
      steps.push_back({std::min(a, b), std::max(a, b), f, a < b});
    }
  }
  std::sort(steps.begin(), steps.end(), [](const Step& a, const Step& b) {
    return std::tie(a.lower, a.higher, a.face) < std::tie(b.lower, b.higher, b.face);
  });
  const auto same_edge = [](const Step& a, const Step& b) { return a.lower == b.lower && a.higher == b.higher; };
  bool paired = steps.size() % 2 == 0;
  for (std::size_t i = 0; paired && i < steps.size(); i += 2) {
    paired = same_edge(steps[i], steps[i + 1]) && steps[i].face != steps[i + 1].face &&
             steps[i].lower != steps[i].higher && (i == 0 || !same_edge(steps[i - 1], steps[i]));
  }
  if (!paired) steps.clear();
  return steps;
}

/// Turns polygons so that neighbours run through their common edge in opposite directions, starting from polygon 0.
/// False if that cannot be done or not all polygons are reached.
bool orient(std::vector<Polygon>& polygons, const std::vector<Step>& steps) {
  std::vector<std::vector<std::pair<std::uint32_t, bool>>> neighbours(polygons.size());  // face, same direction
  for (std::size_t i = 0; i < steps.size(); i += 2) {
    const Step& s = steps[i];
    const Step& t = steps[i + 1];
    neighbours[s.face].push_back({t.face, s.forward == t.forward});
    neighbours[t.face].push_back({s.face, s.forward == t.forward});
  }
  enum : signed char { unseen = -1, same = 0, turn = 1 };
  std::vector<signed char> state(polygons.size(), unseen);
  std::vector<std::uint32_t> queue{0};
  state[0] = same;
  for (std::size_t head = 0; head < queue.size(); ++head) {
    const std::uint32_t f = queue[head];
    for (const auto& [g, same_direction] : neighbours[f]) {
      const signed char wanted = (state[f] == turn) != same_direction ? turn : same;
      if (state[g] == unseen) {
        state[g] = wanted;
        queue.push_back(g);
      } else if (state[g] != wanted) {
        return false;
      }
    }
  }
  for (std::size_t f = 0; f < polygons.size(); ++f) {
    if (state[f] == turn) std::reverse(polygons[f].begin(), polygons[f].end());
  }
  return queue.size() == polygons.size();
}

void add_adjacency(Topology& topology, std::uint32_t vertex_count) {
  std::vector<std::uint32_t>& begin = topology.adjacency_begin;
  begin.assign(vertex_count + 1, 0);
  for (const ShapeEdge& e : topology.edges) {
    ++begin[e.v0 + 1];
    ++begin[e.v1 + 1];
  }
  for (std::uint32_t v = 0; v < vertex_count; ++v) begin[v + 1] += begin[v];
  topology.adjacency.resize(begin.back());
  std::vector<std::uint32_t> next(begin.begin(), begin.end() - 1);
  // Edges ascend in (v0, v1): a first pass for the lower neighbours and a second for the higher keeps lists ascending.
  for (const ShapeEdge& e : topology.edges) topology.adjacency[next[e.v1]++] = e.v0;
  for (const ShapeEdge& e : topology.edges) topology.adjacency[next[e.v0]++] = e.v1;
}

Topology from_oriented(std::uint32_t vertex_count, std::vector<Polygon> polygons) {
  for (Polygon& p : polygons) std::rotate(p.begin(), std::min_element(p.begin(), p.end()), p.end());
  std::sort(polygons.begin(), polygons.end());
  Topology topology;
  for (const Polygon& p : polygons) {
    topology.face_vertices.insert(topology.face_vertices.end(), p.begin(), p.end());
    topology.face_begin.push_back(static_cast<std::uint32_t>(topology.face_vertices.size()));
  }
  const std::vector<Step> steps = paired_steps(polygons);
  for (std::size_t i = 0; i < steps.size(); i += 2) {
    const Step& s = steps[i];
    const Step& t = steps[i + 1];
    topology.edges.push_back({s.lower, s.higher, s.forward ? s.face : t.face, s.forward ? t.face : s.face});
  }
  add_adjacency(topology, vertex_count);
  return topology;
}

}  // namespace

std::optional<Topology> make_topology(std::uint32_t vertex_count, std::vector<Polygon> polygons) {
  for (const Polygon& p : polygons) {
    if (p.size() < 3) return std::nullopt;
  }
  const std::vector<Step> steps = paired_steps(polygons);
  if (steps.empty() || !orient(polygons, steps)) return std::nullopt;
  // Euler: a sphere, and no vertex unused (an unused one would be missing edges).
  if (vertex_count + polygons.size() != steps.size() / 2 + 2) return std::nullopt;
  return from_oriented(vertex_count, std::move(polygons));
}

Topology turned_inside_out(const Topology& topology) {
  std::vector<Polygon> polygons;
  for (std::uint32_t f = 0; f < topology.face_count(); ++f) {
    polygons.emplace_back(topology.face_vertices.begin() + topology.face_begin[f],
                          topology.face_vertices.begin() + topology.face_begin[f + 1]);
    std::reverse(polygons.back().begin(), polygons.back().end());
  }
  return from_oriented(static_cast<std::uint32_t>(topology.adjacency_begin.size()) - 1, std::move(polygons));
}

Topology point_topology() {
  Topology topology;
  topology.adjacency_begin = {0, 0};
  return topology;
}

Topology segment_topology() {
  Topology topology;
  topology.edges = {{0, 1, no_face, no_face}};
  add_adjacency(topology, 2);
  return topology;
}

namespace {

constexpr unsigned triangle_faces[2][3] = {{0, 1, 2}, {0, 2, 1}};
/// Vertex k has the signs x: k & 1, y: k & 2, z: k & 4. Counter-clockwise seen from outside.
constexpr unsigned box_faces[6][4] = {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4},
                                      {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};

template <std::size_t Faces, std::size_t Corners>
Topology fixed_topology(std::uint32_t vertices, const unsigned (&faces)[Faces][Corners]) {
  std::vector<Polygon> polygons;
  for (const unsigned(&face)[Corners] : faces) polygons.emplace_back(face, face + Corners);
  return *make_topology(vertices, std::move(polygons));
}

}  // namespace

Topology triangle_topology() { return fixed_topology(3, triangle_faces); }
Topology box_topology() { return fixed_topology(8, box_faces); }

std::vector<Vec3<double>> box_normals(const Topology& box) {
  std::vector<Vec3<double>> normals;
  for (std::uint32_t f = 0; f < box.face_count(); ++f) {
    unsigned all = 7, any = 0;
    for (std::uint32_t k = box.face_begin[f]; k < box.face_begin[f + 1]; ++k) {
      all &= box.face_vertices[k];
      any |= box.face_vertices[k];
    }
    const unsigned axis = all != 0 ? all : 7 & ~any;
    const double sign = all != 0 ? 1 : -1;
    normals.push_back({axis == 1 ? sign : 0, axis == 2 ? sign : 0, axis == 4 ? sign : 0});
  }
  return normals;
}

}  // namespace abut::host
