// NURBS surfaces as a viewer sees them.
#include "abut/surface/nurbs.h"
#include "host/io/shape_surface.h"

namespace abut::io {
namespace {

constexpr int steps = 4;  ///< of a span

/// Parameters from end to end, each span in equal steps.
std::vector<double> grid_of(const SplineDirection& d) {
  std::vector<double> at{d.begin()};
  for (std::size_t k = static_cast<std::size_t>(d.degree); k < d.count(); ++k) {
    const double from = d.knots[k], to = d.knots[k + 1];
    if (!(to > from)) continue;
    for (int i = 1; i < steps; ++i) at.push_back(from + (to - from) * i / steps);
    at.push_back(to);
  }
  return at;
}

/// Triangles counter-clockwise seen from outside, as u x v points there.
Mesh mesh_of(const NurbsSurface& surface) {
  const std::vector<double> u = grid_of(surface.u), v = grid_of(surface.v);
  Mesh out;
  for (const double s : u) {
    for (const double t : v) out.vertices.push_back(point_at(surface, s, t).point);
  }
  const auto corner = [&](std::size_t i, std::size_t j) { return static_cast<std::uint32_t>(i * v.size() + j); };
  for (std::size_t i = 0; i + 1 < u.size(); ++i) {
    for (std::size_t j = 0; j + 1 < v.size(); ++j) {
      out.triangles.push_back({corner(i, j), corner(i + 1, j), corner(i + 1, j + 1)});
      out.triangles.push_back({corner(i, j), corner(i + 1, j + 1), corner(i, j + 1)});
    }
  }
  return out;
}

}  // namespace

std::vector<Scene::FacetMesh> drawn_meshes(const Scene& scene) {
  std::vector<Scene::FacetMesh> out = scene.facet_meshes;
  for (const Scene::SurfaceShape& of : scene.surface_shapes) out.push_back({of.shape, of.path, mesh_of(of.surface)});
  return out;
}

}  // namespace abut::io
