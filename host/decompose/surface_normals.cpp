#include "host/decompose/surface_normals.h"

#include <algorithm>

#include "host/shapes/union_find.h"

namespace abut::host {
namespace {

/// Of a triangle's height over its longest side: its normal is right to a rounding over that. Also over the surface's
/// size, since of triangles that are nearer to each other the nearest may be another by rounding.
constexpr double thinnest = 1e-10;

double angle_between(const Vec3<double>& u, const Vec3<double>& v) {
  return std::atan2(norm(outer(u, v)), inner(u, v));
}

std::pair<std::uint32_t, std::uint32_t> key(std::uint32_t a, std::uint32_t b) {
  return {std::min(a, b), std::max(a, b)};
}

}  // namespace

SurfaceNormals::SurfaceNormals(std::span<const Vec3<double>> vertices, const Triangles& triangles)
    : triangles_(triangles), of_vertex_(vertices.size(), Vec3<double>{0, 0, 0}), by_thin_(vertices.size(), false) {
  add_faces(vertices);
  for (std::size_t i = 0; i < triangles.size(); ++i) {
    for (std::size_t k = 0; k < 3; ++k) {
      const std::uint32_t v = triangles[i][k], j = triangles[i][(k + 1) % 3], h = triangles[i][(k + 2) % 3];
      of_vertex_[v] = of_vertex_[v] + of_face_[i] * angle_between(vertices[j] - vertices[v], vertices[h] - vertices[v]);
      Edge& edge = of_edge_[key(v, j)];
      edge.sum = edge.sum + of_face_[i];
      edge.by_thin = edge.by_thin || thin_[i];
      if (thin_[i]) by_thin_[v] = true;
    }
  }
  blunt_ = bluntness(of_vertex_, [](std::uint32_t v) { return v; });
  if (any_thin_) join_at_thin();
  bound_cones();
}

Vec3<double> SurfaceNormals::edge(std::uint32_t a, std::uint32_t b) const {
  const Edge& e = of_edge_.at(key(a, b));
  return e.by_thin ? Vec3<double>{0, 0, 0} : e.sum;
}

double SurfaceNormals::over_height(std::size_t i) const {
  const auto& t = triangles_[i];
  const double least = thin_[i] ? blunt_joined_[t[0]] : std::min({blunt_[t[0]], blunt_[t[1]], blunt_[t[2]]});
  return least > 0 ? 1 / least : infinity;
}

void SurfaceNormals::add_faces(std::span<const Vec3<double>> vertices) {
  Box box;
  for (const auto& t : triangles_) {
    for (const std::uint32_t v : t) box.add(vertices[v]);
  }
  for (const auto& t : triangles_) {
    const Vec3<double> ab = vertices[t[1]] - vertices[t[0]], ac = vertices[t[2]] - vertices[t[0]];
    const Vec3<double> area = outer(ab, ac);
    const double longest = std::max({norm(ab), norm(ac), norm(ac - ab)});
    const bool thin = !(norm(area) > thinnest * longest * std::max(longest, box.longest()));
    thin_.push_back(thin);
    any_thin_ = any_thin_ || thin;
    of_face_.push_back(thin ? Vec3<double>{0, 0, 0} : direction(area));
  }
}

double SurfaceNormals::over_slack(std::size_t i) const {
  const auto& t = triangles_[i];
  return std::max({cone_[t[0]], cone_[t[1]], cone_[t[2]]});
}

/// Where normals lie on all sides, no direction tells. But of any unit way in their cone three are enough that do not
/// lie in a plane with 0, or two not in a line, and what these weigh is no more than 1 over the distance of 0 from the
/// plane or line through them.
void SurfaceNormals::bound_cones() {
  constexpr double same = 1e-9, dependent = 1e-12;
  constexpr std::size_t most_normals = 24;
  std::vector<std::vector<Vec3<double>>> normals(blunt_.size());
  for (std::size_t i = 0; i < triangles_.size(); ++i) {
    for (const std::uint32_t v : triangles_[i]) {
      if (blunt_[v] > 0 || thin_[i] || normals[v].size() > most_normals) continue;
      const auto is_same = [&](const Vec3<double>& n) { return norm(n - of_face_[i]) < same; };
      if (std::none_of(normals[v].begin(), normals[v].end(), is_same)) normals[v].push_back(of_face_[i]);
    }
  }
  for (std::size_t v = 0; v < blunt_.size(); ++v) {
    const std::vector<Vec3<double>>& n = normals[v];
    double most = blunt_[v] > 0 ? 1 / blunt_[v] : n.size() > most_normals ? infinity : 1;
    for (std::size_t a = 0; a < n.size() && most < infinity; ++a) {
      for (std::size_t b = a + 1; b < n.size(); ++b) {
        const double half = norm(n[a] + n[b]) / 2;
        if (half > dependent) most = std::max(most, 1 / half);
        for (std::size_t c = b + 1; c < n.size(); ++c) {
          const Vec3<double> across = outer(n[b] - n[a], n[c] - n[a]);
          const double height = std::fabs(inner(n[a], across)), area = norm(across);
          if (height > dependent * area) most = std::max(most, area / height);
        }
      }
    }
    cone_.push_back(most);
  }
}

/// The way to a point outside is a sum of normals with weights of 0 and more, so it is no longer than its greatest
/// height over the distance of 0 from the normals' convex hull, which is no less than they all reach along any
/// direction.
template <class Set>
std::vector<double> SurfaceNormals::bluntness(const std::vector<Vec3<double>>& along, const Set& set_of) const {
  std::vector<double> blunt(along.size(), 1);
  for (std::size_t i = 0; i < triangles_.size(); ++i) {
    if (thin_[i]) continue;
    for (const std::uint32_t v : triangles_[i]) {
      const Vec3<double>& d = along[set_of(v)];
      const double length = norm(d);
      double& least = blunt[set_of(v)];
      least = length > 0 ? std::min(least, inner(of_face_[i], d) / length) : 0;
    }
  }
  return blunt;
}

/// Where an edge is split by thin triangles, what is nearest may have facets on either side that no vertex joins.
void SurfaceNormals::join_at_thin() {
  UnionFind sets(of_vertex_.size());
  for (std::size_t i = 0; i < triangles_.size(); ++i) {
    if (thin_[i]) sets.join(triangles_[i][0], triangles_[i][1]), sets.join(triangles_[i][1], triangles_[i][2]);
  }
  std::vector<Vec3<double>> sums(of_vertex_.size(), Vec3<double>{0, 0, 0});
  for (std::uint32_t v = 0; v < sums.size(); ++v) sums[sets.find(v)] = sums[sets.find(v)] + of_vertex_[v];
  const std::vector<double> blunt = bluntness(sums, [&](std::uint32_t v) { return sets.find(v); });
  blunt_joined_.resize(blunt.size());
  for (std::uint32_t v = 0; v < blunt.size(); ++v) blunt_joined_[v] = blunt[sets.find(v)];
}

}  // namespace abut::host
