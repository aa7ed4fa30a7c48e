#include "host/shapes/shape_measures.h"

#include <cmath>

#include "abut/core/error.h"
#include "host/finite_vector.h"
#include "host/number_text.h"

namespace abut::host {
namespace {

/// Lengths outside of these would leave the range of double when scaled or squared.
constexpr int largest_exponent = 1000;
const double largest_length = std::ldexp(1.0, largest_exponent);
const double smallest_size = std::ldexp(1.0, -largest_exponent);

void check_number(const std::string& argument, double value) {
  if (std::isfinite(value) && std::fabs(value) <= largest_length) return;
  throw InvalidInput(argument + " is " + number_text(value) + "; allowed: finite, at most " +
                     number_text(largest_length) + " in magnitude");
}

}  // namespace

void check_length(const std::string& argument, double value) {
  if (std::isfinite(value) && value >= 0 && value <= largest_length) return;
  throw InvalidInput(argument + " is " + number_text(value) + "; allowed: 0 to " + number_text(largest_length));
}

void check_vertex(const std::string& argument, Vec3<double> v) {
  // Text is made only where there is something to say: hulls have many vertices.
  if (host::is_finite(v) && max_abs(v) <= largest_length) return;
  check_number(argument + ".x", v.x);
  check_number(argument + ".y", v.y);
  check_number(argument + ".z", v.z);
}

void check_vertices(const char* function, std::span<const Vec3<double>> vertices) {
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    const Vec3<double> v = vertices[i];
    if (host::is_finite(v) && max_abs(v) <= largest_length) continue;
    check_vertex(std::string(function) + ": vertices[" + std::to_string(i) + "]", v);
  }
}

void set_size(ShapeHeader& header, double farthest, double rounding) {
  header.rounding = rounding;
  header.size = farthest + rounding;
  if ((header.size > 0 && header.size < smallest_size) || !(header.size <= 4 * largest_length)) {
    throw InvalidInput("shape: its size is " + number_text(header.size) + "; allowed: 0, or " +
                       number_text(smallest_size) + " to " + number_text(4 * largest_length));
  }
  header.exponent = header.size > 0 ? std::ilogb(header.size) : 0;
}

/// Everything of a header that follows from the vertices and the rounding radius.
void measure(ShapeHeader& header, std::span<const Vec3<double>> vertices, double rounding) {
  Vec3<double> lo = vertices[0], hi = vertices[0];
  for (const Vec3<double>& v : vertices) {
    lo = {min(lo.x, v.x), min(lo.y, v.y), min(lo.z, v.z)};
    hi = {max(hi.x, v.x), max(hi.y, v.y), max(hi.z, v.z)};
  }
  const Vec3<double> centre = (lo + hi) * 0.5;
  // The larger side: the centre is rounded, and the box must hold every centred vertex.
  const Vec3<double> below = centre - lo, above = hi - centre;
  const Vec3<double> half{max(below.x, above.x), max(below.y, above.y), max(below.z, above.z)};
  const int e = max_abs(half) > 0 ? std::ilogb(max_abs(half)) : 0;
  double farthest = 0;
  for (const Vec3<double>& v : vertices) {
    const Vec3<double> c = v - centre;
    farthest = max(farthest, length(Vec3<double>{std::ldexp(c.x, -e), std::ldexp(c.y, -e), std::ldexp(c.z, -e)}));
  }
  set_size(header, std::ldexp(farthest, e), rounding);
  header.centre[0] = centre.x;
  header.centre[1] = centre.y;
  header.centre[2] = centre.z;
  header.half_extent[0] = half.x;
  header.half_extent[1] = half.y;
  header.half_extent[2] = half.z;
}

std::uint32_t vertex_class_of(std::uint32_t count) {
  for (std::uint32_t limit = 4; limit <= 128; limit *= 2) {
    if (count <= limit) return limit;
  }
  return 0;
}

/// As stored: relative to the box centre, scaled by the shape's power of two.
std::vector<Vec3<double>> stored_vertices(const ShapeHeader& header, std::span<const Vec3<double>> vertices) {
  const Vec3<double> centre{header.centre[0], header.centre[1], header.centre[2]};
  std::vector<Vec3<double>> out;
  out.reserve(vertices.size());
  for (const Vec3<double>& v : vertices) {
    const Vec3<double> c = v - centre;
    out.push_back(
        {std::ldexp(c.x, -header.exponent), std::ldexp(c.y, -header.exponent), std::ldexp(c.z, -header.exponent)});
  }
  return out;
}

}  // namespace abut::host
