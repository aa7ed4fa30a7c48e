#include "examples/dem/picture.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>

#include "examples/dem/output.h"
#include "examples/dem/planar_nurbs.h"

namespace dem {

namespace {

constexpr double longest_side = 1200, margin = 20;  // px

/// What is seen, in world axes. Data only.
struct Frame {
  double left = std::numeric_limits<double>::infinity(), right = -left, bottom = left, top = -left;
  void hold(double x, double y, double radius) {
    left = std::min(left, x - radius), right = std::max(right, x + radius);
    bottom = std::min(bottom, y - radius), top = std::max(top, y + radius);
  }
};

/// Bodies, and a little of the walls around them.
Frame frame_of(const Scene& scene, const std::vector<BodyState>& states, std::uint32_t born) {
  Frame frame;
  for (std::uint32_t i = scene.walls; i < born; ++i) {
    frame.hold(states[i].position.x, states[i].position.y, scene.constants[i].radius);
  }
  if (born == scene.walls) frame.hold(0, 0, 1);
  const double more = 0.03 * std::max(frame.right - frame.left, frame.top - frame.bottom);
  return {frame.left - more, frame.right + more, frame.bottom - more, frame.top + more};
}

class Drawing {
 public:
  explicit Drawing(const Frame& frame)
      : frame_(frame), scale_(longest_side / std::max(frame.right - frame.left, frame.top - frame.bottom)) {
    const double width = (frame.right - frame.left) * scale_, height = (frame.top - frame.bottom) * scale_;
    put("<svg xmlns='http://www.w3.org/2000/svg' width='%.0f' height='%.0f' font-family='sans-serif' font-size='12'>\n",
        width + 2 * margin, height + 2 * margin);
    text_ += "<rect width='100%' height='100%' fill='white'/>\n";
  }

  /// A core dilated by its rounding: the border of that width covers it, in the same colour.
  void shape(const abut::PlanarShapeSet& shapes, std::uint32_t i, const BodyState& state, const char* colour) {
    const abut::Mat3<double> turn = rotation_of(state);
    const double border = 2 * scale_ * shapes.header(i).rounding;
    text_ += "<polygon points='";
    Vector point{};
    for (const PlanarVector& v : shapes.vertices(i)) {
      point = state.position + abut::rotate(turn, abut::in_space(v));
      put("%.2f,%.2f ", x(point.x), y(point.y));
    }
    put("' fill='%s' stroke='%s' stroke-width='%.2f' stroke-linejoin='round'/>\n", colour,
        border > 0 ? colour : "#555555", border > 0 ? border : 0.5);
    if (shapes.vertices(i).size() != 1) return;
    // A disc, with a radius that shows how it is turned.
    const Vector end = point + abut::rotate(turn, Vector{border / (2 * scale_), 0, 0});
    put("<circle cx='%.2f' cy='%.2f' r='%.2f' fill='%s' stroke='#555555' stroke-width='0.5'/>\n", x(point.x),
        y(point.y), border / 2, colour);
    line(point, end, "#555555", 0.5);
  }

  void curve(const std::vector<Vector>& points, const BodyState& state, const char* colour) {
    const abut::Mat3<double> turn = rotation_of(state);
    text_ += "<polygon points='";
    for (const Vector& v : points) {
      const Vector point = state.position + abut::rotate(turn, v);
      put("%.2f,%.2f ", x(point.x), y(point.y));
    }
    put("' fill='%s' stroke='#555555' stroke-width='0.5'/>\n", colour);
  }

  void line(Vector from, Vector to, const char* colour, double width) {
    put("<line x1='%.2f' y1='%.2f' x2='%.2f' y2='%.2f' stroke='%s' stroke-width='%.2f' stroke-linecap='round'/>\n",
        x(from.x), y(from.y), x(to.x), y(to.y), colour, width);
  }

  std::string done() { return text_ + "</svg>\n"; }

 private:
  template <class... Values>
  void put(const char* format, Values... values) {
    char text[256];
    std::snprintf(text, sizeof text, format, values...);
    text_ += text;
  }
  double x(double at) const { return margin + (at - frame_.left) * scale_; }
  double y(double at) const { return margin + (frame_.top - at) * scale_; }

  Frame frame_;
  double scale_;
  std::string text_;
};

/// From white at rest to blue at the largest speed.
std::string colour_of(double part) {
  char text[8];
  std::snprintf(text, sizeof text, "#%02x%02x%02x", static_cast<unsigned>(235 - 190 * part),
                static_cast<unsigned>(235 - 110 * part), static_cast<unsigned>(235 - 25 * part));
  return text;
}

}  // namespace

void write_picture(const std::string& path, const Scene& scene, const std::vector<BodyState>& states,
                   std::uint32_t born, const std::vector<PairForce>& forces) {
  Drawing drawing(frame_of(scene, states, born));
  double fastest = 0, strongest = 0;
  for (std::uint32_t i = scene.walls; i < born; ++i) fastest = std::max(fastest, abut::length(states[i].velocity));
  for (const PairForce& f : forces) strongest = std::max(strongest, abut::length(f.force));
  for (std::uint32_t i = 0; i < scene.walls; ++i) drawing.shape(scene.plane, i, states[i], "#bbbbbb");
  for (std::uint32_t i = scene.walls; i < born; ++i) {
    const double speed = abut::length(states[i].velocity);
    const std::string colour = colour_of(fastest > 0 ? speed / fastest : 0);
    if (const SurfaceKind* kind = scene.surface_of(i)) {
      drawing.curve(curve_points(*kind), states[i], colour.c_str());
    } else {
      drawing.shape(scene.plane, i, states[i], colour.c_str());
    }
  }
  for (const PairForce& f : forces) {
    const double size = abut::length(f.force);
    if (f.touches == 0 || !(size > 0)) continue;
    const Vector half = f.force * (0.5 * smallest_radius / size);
    drawing.line(f.point - half, f.point + half, "#d62728", std::max(0.5, 5 * size / strongest));
  }
  write_whole(path, drawing.done());
}

}  // namespace dem
