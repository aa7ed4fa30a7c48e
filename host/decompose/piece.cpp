#include "host/decompose/piece.h"

#include <algorithm>
#include <map>
#include <span>
#include <utility>

#include "host/shapes/union_find.h"

namespace abut::host {
namespace {

constexpr std::uint32_t none = 0xffffffff;

bool comes_first(const Vec3<double>& a, const Vec3<double>& b) {
  return a.x != b.x ? a.x < b.x : a.y != b.y ? a.y < b.y : a.z < b.z;
}

/// A piece that is made from corners of another one.
class Side {
 public:
  explicit Side(std::size_t points) : number_(points, none) {}
  void add_corner(const std::vector<Vec3<double>>& points, std::uint32_t i, bool is_in_plane = false) {
    if (number_.size() <= i) number_.resize(points.size(), none);
    if (number_[i] == none) {
      number_[i] = static_cast<std::uint32_t>(piece.points.size());
      piece.points.push_back(points[i]);
      in_plane.push_back(is_in_plane ? 1 : 0);
    }
    piece.corners.push_back(number_[i]);
  }
  /// Polygons with less than three corners are left out.
  void end_polygon() {
    if (piece.corners.size() < piece.begin.back() + 3) {
      piece.corners.resize(piece.begin.back());
    } else {
      piece.end_polygon();
    }
  }
  Piece piece;
  std::vector<std::uint8_t> in_plane;  ///< of each point: whether the cut goes through it

 private:
  std::vector<std::uint32_t> number_;
};

Vec3<double> area_of(const Piece& piece, std::size_t polygon) {
  const std::span<const std::uint32_t> all = piece.corners;
  return area_vector(piece.points, all.subspan(piece.begin[polygon], piece.begin[polygon + 1] - piece.begin[polygon]));
}

Box box_of(const Piece& piece) {
  Box box;
  for (const Vec3<double>& p : piece.points) box.add(p);
  return box;
}

void append(Piece& to, const Piece& from) {
  const auto offset = static_cast<std::uint32_t>(to.points.size()),
             base = static_cast<std::uint32_t>(to.corners.size());
  to.points.insert(to.points.end(), from.points.begin(), from.points.end());
  for (const std::uint32_t c : from.corners) to.corners.push_back(c + offset);
  for (std::size_t i = 1; i < from.begin.size(); ++i) to.begin.push_back(from.begin[i] + base);
}

}  // namespace

Piece piece_of(const std::vector<Vec3<double>>& vertices, const std::vector<std::array<std::uint32_t, 3>>& triangles) {
  Side side(vertices.size());
  for (const auto& t : triangles) {
    for (const std::uint32_t v : t) side.add_corner(vertices, v);
    side.end_polygon();
  }
  return std::move(side.piece);
}

double volume_of(const Piece& piece) {
  if (piece.points.empty()) return 0;
  const Vec3<double> o = box_of(piece).centre();
  double sum = 0;
  for (std::size_t i = 0; i < piece.size(); ++i) {
    sum += inner(area_of(piece, i), piece.points[piece.corners[piece.begin[i]]] - o);
  }
  return sum / 6;
}

Vec3<double> crossing(const Vec3<double>& a, const Vec3<double>& b, const Plane& plane) {
  if (comes_first(b, a)) return crossing(b, a, plane);
  const double ha = plane.height(a), hb = plane.height(b);
  return a + (b - a) * (ha / (ha - hb));
}

Halves cut(const Piece& piece, const Plane& plane, double snap) {
  std::vector<Vec3<double>> points = piece.points;
  std::vector<double> height;
  for (const Vec3<double>& p : points) {
    const double h = plane.height(p);
    height.push_back(std::fabs(h) <= snap ? 0 : h);
  }
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> crossings;
  Side below(points.size()), above(points.size());
  for (std::size_t i = 0; i < piece.size(); ++i) {
    const std::uint32_t begin = piece.begin[i], end = piece.begin[i + 1];
    bool any_below = false, any_above = false;
    for (std::uint32_t k = begin; k < end; ++k) {
      any_below |= height[piece.corners[k]] < 0;
      any_above |= height[piece.corners[k]] > 0;
    }
    // What lies in the plane belongs to the side whose outer normal it has.
    if (!any_below && !any_above) (inner(area_of(piece, i), plane.normal) > 0 ? any_below : any_above) = true;
    for (std::uint32_t k = begin; k < end; ++k) {
      const std::uint32_t p = piece.corners[k], q = piece.corners[k + 1 < end ? k + 1 : begin];
      if (any_below && height[p] <= 0) below.add_corner(points, p, height[p] == 0);
      if (any_above && height[p] >= 0) above.add_corner(points, p, height[p] == 0);
      if (!(height[p] < 0 && height[q] > 0) && !(height[p] > 0 && height[q] < 0)) continue;
      const auto [at, first] = crossings.try_emplace(std::minmax(p, q), static_cast<std::uint32_t>(points.size()));
      if (first) points.push_back(crossing(points[p], points[q], plane));
      below.add_corner(points, at->second, true);
      above.add_corner(points, at->second, true);
    }
    below.end_polygon();
    above.end_polygon();
  }
  cap(below.piece, below.in_plane, plane.normal);
  cap(above.piece, above.in_plane, -plane.normal);
  return {std::move(below.piece), std::move(above.piece)};
}

std::vector<PieceEdge> edges_in_order(const Piece& piece) {
  // Two passes of counting, by the higher corner and by the lower.
  std::vector<PieceEdge> by_polygon, by_high(piece.corners.size()), out(piece.corners.size());
  by_polygon.reserve(piece.corners.size());
  std::vector<std::uint32_t> low(piece.points.size() + 1, 0), high(piece.points.size() + 1, 0);
  for (std::uint32_t i = 0; i < piece.size(); ++i) {
    for (std::uint32_t k = piece.begin[i]; k < piece.begin[i + 1]; ++k) {
      const std::uint32_t p = piece.corners[k], q = piece.corners[k + 1 < piece.begin[i + 1] ? k + 1 : piece.begin[i]];
      by_polygon.push_back({std::min(p, q), std::max(p, q), i});
      ++low[std::min(p, q) + 1], ++high[std::max(p, q) + 1];
    }
  }
  for (std::size_t i = 1; i < low.size(); ++i) low[i] += low[i - 1], high[i] += high[i - 1];
  for (const PieceEdge& e : by_polygon) by_high[high[e.high]++] = e;
  for (const PieceEdge& e : by_high) out[low[e.low]++] = e;
  return out;
}

std::vector<Piece> components(const Piece& piece) {
  UnionFind sets(piece.size());
  const std::vector<PieceEdge> edges = edges_in_order(piece);
  for (std::size_t i = 1; i < edges.size(); ++i) {
    const PieceEdge &a = edges[i - 1], &b = edges[i];
    if (a.low == b.low && a.high == b.high) sets.join(a.polygon, b.polygon);
  }
  std::map<std::uint32_t, std::size_t> number;
  std::vector<Side> sides;
  for (std::uint32_t i = 0; i < piece.size(); ++i) {
    const auto [at, first] = number.try_emplace(sets.find(i), sides.size());
    if (first) sides.emplace_back(piece.points.size());
    for (std::uint32_t k = piece.begin[i]; k < piece.begin[i + 1]; ++k) {
      sides[at->second].add_corner(piece.points, piece.corners[k]);
    }
    sides[at->second].end_polygon();
  }
  std::vector<Piece> solids, cavities;
  for (Side& s : sides) (volume_of(s.piece) >= 0 ? solids : cavities).push_back(std::move(s.piece));
  if (solids.empty()) return cavities;
  std::vector<Box> boxes;
  std::vector<double> volumes;
  for (const Piece& p : solids) boxes.push_back(box_of(p)), volumes.push_back(volume_of(p));
  for (const Piece& cavity : cavities) {
    const Box box = box_of(cavity);
    std::size_t round = solids.size();
    for (std::size_t i = 0; i < boxes.size(); ++i) {
      if (!boxes[i].holds(box, 1e-12 * boxes[i].longest())) continue;
      if (round == solids.size() || volumes[i] < volumes[round]) round = i;
    }
    append(solids[round < solids.size() ? round : 0], cavity);
  }
  return solids;
}

}  // namespace abut::host
