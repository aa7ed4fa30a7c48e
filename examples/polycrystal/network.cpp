#include "examples/polycrystal/network.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <stdexcept>

#include "abut/core/error.h"

namespace polycrystal {

namespace {

/// Corners of cells, united where they are one vertex.
class Corners {
 public:
  explicit Corners(const Tessellation& t) : t_(t), first_(t.size() + 1u, 0) {
    for (std::uint32_t i = 0; i < t.size(); ++i) {
      first_[i + 1] = first_[i] + static_cast<std::uint32_t>(t.cell(i).corners.size());
    }
    root_.resize(first_.back());
    std::iota(root_.begin(), root_.end(), 0u);
    const Vector size = t.box().high - t.box().low;
    near_ = 1e-9 * (abut::length(size));
  }

  std::uint32_t root(std::uint32_t cell, std::uint32_t corner) { return root_of(first_[cell] + corner); }

  /// The corners of a face that two cells have in common.
  void unite(std::uint32_t i, const Cell::Face& of_i, std::uint32_t j, const Cell::Face& of_j) {
    if (of_i.corners.size() != of_j.corners.size()) throw std::logic_error("two sides of a face differ");
    for (const std::uint32_t u : of_i.corners) {
      const auto v =
          std::find_if(of_j.corners.begin(), of_j.corners.end(), [&](std::uint32_t c) { return same(i, u, j, c); });
      if (v == of_j.corners.end()) throw std::logic_error("a corner of a face is not on its other side");
      root_[root_of(first_[i] + u)] = root_of(first_[j] + *v);
    }
  }

 private:
  std::uint32_t root_of(std::uint32_t c) {
    while (root_[c] != c) c = root_[c] = root_[root_[c]];
    return c;
  }

  /// On the face between both cells: seeds as far from one of them are as far from the other.
  bool same(std::uint32_t i, std::uint32_t u, std::uint32_t j, std::uint32_t v) const {
    const Vector d = t_.cell(i).points[u] - t_.cell(j).points[v];
    if (!(abut::length(d) < near_)) return false;
    const Corner &of_i = t_.cell(i).corners[u], &of_j = t_.cell(j).corners[v];
    return std::all_of(of_j.begin(), of_j.end(),
                       [&](Side side) { return side == static_cast<Side>(i) || t_.side_of(i, of_i, side) == 0; });
  }

  const Tessellation& t_;
  std::vector<std::uint32_t> first_, root_;
  double near_ = 0;
};

void refuse_vanished(const Tessellation& t) {
  const std::vector<std::uint32_t> gone = vanished(t);
  if (gone.empty()) return;
  std::string names;
  for (const std::uint32_t i : gone) names += (names.empty() ? "seeds[" : ", seeds[") + std::to_string(i) + "]";
  throw abut::InvalidInput(names + ": without a cell, others dominate all of the box");
}

const Cell::Face& face_to(const Cell& cell, std::uint32_t other) {
  const auto found = std::find_if(cell.faces.begin(), cell.faces.end(),
                                  [&](const Cell::Face& f) { return f.beyond == static_cast<Side>(other); });
  if (found == cell.faces.end()) throw std::logic_error("a face has no other side");
  return *found;
}

}  // namespace

Network network_of(const Tessellation& t) {
  refuse_vanished(t);
  Corners corners(t);
  for (std::uint32_t i = 0; i < t.size(); ++i) {
    for (const Cell::Face& face : t.cell(i).faces) {
      const auto j = static_cast<std::uint32_t>(face.beyond);
      if (!is_of_box(face.beyond) && j > i) corners.unite(i, face, j, face_to(t.cell(j), i));
    }
  }
  Network out{t.box(), {t.seeds().begin(), t.seeds().end()}, {}, {}, {}};
  out.cells.resize(t.size());
  std::map<std::uint32_t, std::uint32_t> vertex_of;
  for (std::uint32_t i = 0; i < t.size(); ++i) {
    const Cell& cell = t.cell(i);
    for (const Cell::Face& face : cell.faces) {
      if (!is_of_box(face.beyond) && static_cast<std::uint32_t>(face.beyond) < i) continue;
      Network::Face f;
      f.cell = i;
      f.beyond = face.beyond;
      for (const std::uint32_t c : face.corners) {
        const auto [at, is_new] =
            vertex_of.emplace(corners.root(i, c), static_cast<std::uint32_t>(out.vertices.size()));
        if (is_new) out.vertices.push_back(cell.points[c]);
        f.loop.push_back(at->second);
      }
      set_plane(out, f);
      out.cells[i].push_back(static_cast<std::uint32_t>(out.faces.size()));
      if (!is_of_box(f.beyond)) {
        out.cells[static_cast<std::size_t>(f.beyond)].push_back(static_cast<std::uint32_t>(out.faces.size()));
      }
      out.faces.push_back(std::move(f));
    }
  }
  return out;
}

std::vector<Edge> edges_of(const Network& network) {
  std::set<Edge> all;
  for (const Network::Face& f : network.faces) {
    for (std::size_t k = 0; k < f.loop.size(); ++k) {
      const std::uint32_t a = f.loop[k], b = f.loop[(k + 1) % f.loop.size()];
      all.insert({std::min(a, b), std::max(a, b)});
    }
  }
  return {all.begin(), all.end()};
}

double length_of(const Network& network, const Edge& edge) {
  return abut::length(network.vertices[edge[1]] - network.vertices[edge[0]]);
}

void set_plane(const Network& network, Network::Face& face) {
  const Vector origin = network.vertices[face.loop[0]];
  Vector area{0, 0, 0}, sum{0, 0, 0};
  for (std::size_t k = 0; k < face.loop.size(); ++k) {
    const Vector a = network.vertices[face.loop[k]] - origin;
    area = area + abut::cross(a, network.vertices[face.loop[(k + 1) % face.loop.size()]] - origin);
    sum = sum + a;
  }
  const double size = abut::length(area);
  face.normal = size > 0 ? area * (1 / size) : Vector{0, 0, 0};
  face.offset = abut::dot(face.normal, origin + sum * (1.0 / static_cast<double>(face.loop.size())));
}

std::string fault_of(const Network& network) {
  for (std::uint32_t i = 0; i < network.cells.size(); ++i) {
    std::set<Edge> directed;
    std::set<std::uint32_t> vertices;
    for (const std::uint32_t f : network.cells[i]) {
      const Network::Face& face = network.faces[f];
      if (face.loop.size() < 3) return "face " + std::to_string(f) + " has less than 3 vertices";
      for (std::size_t k = 0; k < face.loop.size(); ++k) {
        Edge e{face.loop[k], face.loop[(k + 1) % face.loop.size()]};
        if (face.cell != i) std::swap(e[0], e[1]);
        vertices.insert(e[0]);
        if (!directed.insert(e).second) return "cell " + std::to_string(i) + " has an edge twice in one direction";
      }
    }
    for (const Edge& e : directed) {
      if (!directed.contains({e[1], e[0]})) return "cell " + std::to_string(i) + " is not closed";
    }
    const std::size_t faces = network.cells[i].size();
    if (faces < 4 || vertices.size() + faces != directed.size() / 2 + 2) {
      return "cell " + std::to_string(i) + " has " + std::to_string(faces) + " faces, " +
             std::to_string(vertices.size()) + " vertices and " + std::to_string(directed.size() / 2) + " edges";
    }
  }
  return {};
}

}  // namespace polycrystal
