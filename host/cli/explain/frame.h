// One step of a search, drawn against the Minkowski difference.
#pragma once

#include <string>
#include <vector>

#include "host/cli/explain/trace.h"

namespace abut::cli {

inline constexpr double frame_width = 380, frame_height = 340;

struct Point {
  double x, y;
};

struct View {
  Vec3<double> right, up;
  Point operator()(Vec3<double> p) const { return {dot(p, right), dot(p, up)}; }
};

struct Polyhedron {
  std::vector<Vec3<double>> points;
  std::vector<std::vector<std::uint32_t>> faces;
};

/// One picture: a step of a stage.
struct Frame {
  const TraceAttempt* attempt;
  const TraceStage* stage;
  std::size_t step;
};

/// The corners of the simplex, or of EPA's nearest face.
std::vector<Vec3<double>> shown_points(const Frame& frame);

/// The convex hull of points in the plane, counter-clockwise.
std::vector<Point> outline(std::vector<Point> points);

/// Escaped for XML.
std::string xml(const std::string& text);

struct DrawnFrame {
  std::string text;     ///< SVG elements in a frame of `frame_width` and `frame_height`
  bool zoomed = false;  ///< C is not seen as a whole
};

DrawnFrame draw_frame(const View& view, const Polyhedron& c, const Frame& frame);

}  // namespace abut::cli
