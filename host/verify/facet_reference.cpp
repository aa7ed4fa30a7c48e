#include "host/verify/facet_reference.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "abut/core/pose.h"
#include "host/facets/fans.h"
#include "host/verify/solve.h"

namespace abut::verification {
namespace {

Vec3<double> centre_of(const ShapeHeader& h) { return {h.centre[0], h.centre[1], h.centre[2]}; }

/// Van Oosterom & Strackee 1983: the angle that a triangle takes of the sphere about the origin.
double solid_angle(const Vec3<double>& a, const Vec3<double>& b, const Vec3<double>& c) {
  const double la = length(a), lb = length(b), lc = length(c);
  return 2 * std::atan2(dot(a, cross(b, c)), la * lb * lc + dot(a, b) * lc + dot(b, c) * la + dot(c, a) * lb);
}

}  // namespace

FacetReference::FacetReference(const Detected& detected, std::span<const Pair> pairs)
    : detected_(detected), parts_(detected.bodies.parts()), of_(detected.shapes.size()) {
  for (const Pair& pair : pairs) {
    for (const std::uint32_t part : {pair.a, pair.b}) {
      if (ids_of(part).empty()) add(parts_.shape[part]);
    }
  }
  const ShapeSetView<double> view = facets_.view<double>();
  std::vector<reference::Core> cores;
  for (std::uint32_t s = 0; s < view.count; ++s) cores.push_back(reference::core_of(view, s));
  reference_ = std::make_unique<reference::Reference>(std::move(cores));
}

void FacetReference::add(std::uint32_t shape) {
  OfShape& of = of_[shape];
  const auto add_all = [&](const auto& vertices, const auto& triangles) {
    for (const auto& [a, b, c] : triangles) {
      const Vec3<double> corners[3] = {vertices[a], vertices[b], vertices[c]};
      of.facets.push_back(facets_.add_hull(corners));
    }
  };
  for (const Scene::FacetMesh& mesh : *detected_.meshes) {
    if (mesh.shape != shape) continue;
    of.rounding = mesh.options.rounding, of.flatness = mesh.options.flatness;
    return add_all(mesh.mesh.vertices, mesh.mesh.triangles);
  }
  of.rounding = detected_.shapes.header(shape).rounding;
  add_all(detected_.shapes.vertices(shape), host::fans_of(detected_.shapes, shape).triangles);
}

Pose FacetReference::pose(std::uint32_t part) const { return detected_.bodies.part_pose(part); }

double box_distance(const PlacedFacet& a, const PlacedFacet& b) {
  const auto gap = [](double low_a, double high_a, double low_b, double high_b) {
    return std::max({0.0, low_b - high_a, low_a - high_b});
  };
  return length(Vec3<double>{gap(a.low.x, a.high.x, b.low.x, b.high.x), gap(a.low.y, a.high.y, b.low.y, b.high.y),
                             gap(a.low.z, a.high.z, b.low.z, b.high.z)});
}

std::vector<PlacedFacet> FacetReference::facets(std::uint32_t part) const {
  const Pose at = pose(part);
  std::vector<PlacedFacet> all;
  for (std::uint32_t id = 0; id < ids_of(part).size(); ++id) {
    const std::uint32_t shape = ids_of(part)[id];
    PlacedFacet facet{id, at.position + rotate(at.rotation, facets_.vertices(shape)[0]), {}};
    facet.high = facet.low;
    for (const Vec3<double>& v : facets_.vertices(shape)) {
      const Vec3<double> p = at.position + rotate(at.rotation, v);
      facet.low = {std::min(facet.low.x, p.x), std::min(facet.low.y, p.y), std::min(facet.low.z, p.z)};
      facet.high = {std::max(facet.high.x, p.x), std::max(facet.high.y, p.y), std::max(facet.high.z, p.z)};
    }
    // Rotations are off by 1e-6 at most, which the relative pose sees otherwise than both poses do.
    const double slack = 1e-5 * (detected_.shapes.header(parts_.shape[part]).size + length(facets_.vertices(shape)[0]));
    const Vec3<double> around{slack, slack, slack};
    facet.low = facet.low - around, facet.high = facet.high + around;
    all.push_back(facet);
  }
  return all;
}

RelativePose<double> FacetReference::pose_of(Pair parts, std::uint32_t a, std::uint32_t b) const {
  return reference::pose_as_seen<double>(pose(parts.a), pose(parts.b), facets_.header(a), facets_.header(b));
}

reference::Answer FacetReference::query(Pair parts, std::uint32_t facet_a, std::uint32_t facet_b) const {
  const std::uint32_t a = ids_of(parts.a)[facet_a], b = ids_of(parts.b)[facet_b];
  return reference_->query(a, b, pose_of(parts, a, b));
}

std::array<Vec3<double>, 2> FacetReference::nearest(Pair parts, std::uint32_t facet_a, std::uint32_t facet_b) const {
  const reference::Answer answer = query(parts, facet_a, facet_b);
  const Pose a = pose(parts.a);
  const Vec3<double> centre = centre_of(facets_.header(ids_of(parts.a)[facet_a]));
  return {a.position + rotate(a.rotation, answer.witness_a + centre),
          a.position + rotate(a.rotation, answer.witness_b + centre)};
}

double FacetReference::distance(Pair parts, std::uint32_t facet_a, std::uint32_t facet_b,
                                const std::array<Vec3<double>, 2>& points) const {
  const std::uint32_t a = ids_of(parts.a)[facet_a], b = ids_of(parts.b)[facet_b];
  const RelativePose<double> b_in_a = pose_of(parts, a, b);
  const Vec3<double> centre = centre_of(facets_.header(a));
  return std::max(reference_->distance_outside(a, 0, b_in_a, points[0] - centre),
                  reference_->distance_outside(b, 1, b_in_a, points[1] - centre));
}

double FacetReference::winding(std::uint32_t part, Vec3<double> point) const {
  const Pose at = pose(part);
  const Vec3<double> own = solve(at.rotation, point - at.position);
  double angle = 0;
  const auto add_all = [&](const auto& vertices, const auto& triangles) {
    for (const auto& [a, b, c] : triangles) {
      angle += solid_angle(vertices[a] - own, vertices[b] - own, vertices[c] - own);
    }
    return angle / (4 * std::numbers::pi);
  };
  const std::uint32_t shape = parts_.shape[part];
  for (const Scene::FacetMesh& mesh : *detected_.meshes) {
    if (mesh.shape == shape) return add_all(mesh.mesh.vertices, mesh.mesh.triangles);
  }
  return add_all(detected_.shapes.vertices(shape), host::fans_of(detected_.shapes, shape).triangles);
}

double FacetReference::rounding(std::uint32_t part) const { return of_[parts_.shape[part]].rounding; }
double FacetReference::flatness(std::uint32_t part) const { return of_[parts_.shape[part]].flatness; }

}  // namespace abut::verification
