#include "abut/shapes/minkowski_difference.h"

#include <cmath>
#include <string>

#include "abut/core/error.h"
#include "host/number_text.h"
#include "host/shapes/hull.h"
#include "host/shapes/shape_measures.h"

namespace abut {
namespace {

constexpr std::size_t most_differences = std::size_t{1} << 24;

/// Indices of the vertices that can make a vertex of the difference.
std::vector<std::uint32_t> hull_vertices(const std::string& argument, std::span<const Vec3<double>> vertices) {
  if (vertices.empty()) throw InvalidInput(argument + " has no vertices; at least 1 is needed");
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    host::check_vertex(argument + "[" + std::to_string(i) + "]", vertices[i]);
  }
  return host::convex_hull(vertices).vertices;
}

void check_rotation(const std::string& argument, const Mat3<double>& rotation) {
  for (int k = 0; k < 9; ++k) {
    if (std::fabs(rotation.m[k]) <= 2) continue;  // false for a NaN
    throw InvalidInput(argument + ".m[" + std::to_string(k) + "] is " + host::number_text(rotation.m[k]) +
                       "; allowed: a rotation, entries of at most 2 in magnitude");
  }
}

MinkowskiDifference difference_of(const std::string& function, std::span<const Vec3<double>> a,
                                  std::span<const Vec3<double>> b, const RelativePose<double>& b_in_a) {
  const std::vector<std::uint32_t> corners_a = hull_vertices(function + ": a", a);
  const std::vector<std::uint32_t> corners_b = hull_vertices(function + ": b", b);
  if (corners_a.size() > most_differences / corners_b.size()) {
    throw InvalidInput(function + ": the hulls of a and b have " + std::to_string(corners_a.size()) + " and " +
                       std::to_string(corners_b.size()) + " vertices; allowed: a product of at most " +
                       std::to_string(most_differences));
  }
  std::vector<Vec3<double>> all;
  all.reserve(corners_a.size() * corners_b.size());
  for (const std::uint32_t j : corners_b) {
    const Vec3<double> placed = transform(b_in_a, b[j]);
    for (const std::uint32_t i : corners_a) all.push_back(a[i] - placed);
  }
  const host::Hull hull = host::convex_hull(all);

  MinkowskiDifference out;
  out.dimension = hull.dimension;
  for (const std::uint32_t v : hull.vertices) {
    out.vertices.push_back(all[v]);
    out.sources.push_back({corners_a[v % corners_a.size()], corners_b[v / corners_a.size()]});
  }
  const host::Topology& t = hull.topology;
  for (std::uint32_t f = 0; f < t.face_count(); ++f) {
    out.faces.emplace_back(t.face_vertices.begin() + t.face_begin[f], t.face_vertices.begin() + t.face_begin[f + 1]);
  }
  return out;
}

}  // namespace

MinkowskiDifference minkowski_difference(std::span<const Vec3<double>> a, std::span<const Vec3<double>> b,
                                         const RelativePose<double>& b_in_a) {
  check_rotation("minkowski_difference: b_in_a.rotation", b_in_a.rotation);
  host::check_vertex("minkowski_difference: b_in_a.translation", b_in_a.translation);
  return difference_of("minkowski_difference", a, b, b_in_a);
}

MinkowskiDifference entrance_block(std::span<const Vec3<double>> a, std::span<const Vec3<double>> b,
                                   const Mat3<double>& b_rotation, Vec3<double> reference_point) {
  check_rotation("entrance_block: b_rotation", b_rotation);
  host::check_vertex("entrance_block: reference_point", reference_point);
  // With the reference point at the origin of A's frame, a - b + v is a - b.
  return difference_of("entrance_block", a, b, {b_rotation, -rotate(b_rotation, reference_point)});
}

}  // namespace abut
