// Surfaces as a viewer sees them: a core's own polygons, or for curved kinds and sums an inscribed polyhedron; with the
// rounding, a ball around each corner.
#pragma once

#include <cstdint>
#include <vector>

#include "abut/io.h"
#include "abut/shapes/shape_set.h"

namespace abut::io {

/// Points in the shape's own frame; polygons counter-clockwise seen from outside, none for points and segments.
struct ShapeSurface {
  std::vector<Vec3<double>> points;
  std::vector<std::vector<std::uint32_t>> polygons;
};

/// Of the core. Inscribed polyhedra have some hundred vertices on the curved surface.
ShapeSurface surface_of(const ShapeSet& shapes, std::uint32_t shape);

/// The hull of a ball around each point, made of `budget` points in all, but of 20 to 320 each.
ShapeSurface dilated(const std::vector<Vec3<double>>& core, double radius, std::size_t budget);

/// What shapes look like, each surface once.
struct DrawnShapes {
  std::vector<ShapeSurface> surfaces;
  std::vector<std::uint32_t> of_shape;  ///< which surface a shape has
  std::vector<double> scale;            ///< and by what it is to be scaled: balls share the unit ball
};
/// `meshes`: of shapes that are met by their facets; they are drawn as they are, without a rounding.
DrawnShapes drawn_shapes(const ShapeSet& shapes, const std::vector<Scene::FacetMesh>& meshes = {});

/// Its triangles.
ShapeSurface surface_of(const Mesh& mesh);

/// The meshes by which shapes of a scene are drawn instead of their hulls: those that are met by their facets, and of
/// NURBS surfaces points of a grid, 4 x 4 squares a patch.
std::vector<Scene::FacetMesh> drawn_meshes(const Scene& scene);

}  // namespace abut::io
