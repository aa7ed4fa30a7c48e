#include "examples/dem/mass.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "abut/core/error.h"
#include "examples/dem/text.h"

namespace dem {

namespace {

using abut::InvalidInput;
using abut::Mat3;

constexpr double pi = 3.14159265358979323846;

/// Eigenvalues and eigenvectors (columns) of a symmetric matrix, by Jacobi's rotations.
void diagonalise(Mat3<double> a, Vector& values, Mat3<double>& vectors) {
  vectors = {{1, 0, 0, 0, 1, 0, 0, 0, 1}};
  for (int sweep = 0; sweep < 30; ++sweep) {
    for (int p = 0; p < 2; ++p) {
      for (int q = p + 1; q < 3; ++q) {
        const double off = a.m[3 * p + q];
        // Below rounding of the diagonal there is nothing left to turn.
        if (std::abs(off) <= 1e-17 * (std::abs(a.m[4 * p]) + std::abs(a.m[4 * q]))) continue;
        const double theta = (a.m[4 * q] - a.m[4 * p]) / (2 * off);
        const double t = (theta >= 0 ? 1 : -1) / (std::abs(theta) + std::sqrt(theta * theta + 1));
        const double c = 1 / std::sqrt(t * t + 1), s = t * c;
        Mat3<double> turn{{1, 0, 0, 0, 1, 0, 0, 0, 1}};
        turn.m[4 * p] = turn.m[4 * q] = c;
        turn.m[3 * p + q] = s;
        turn.m[3 * q + p] = -s;
        a = abut::transpose_times(turn, abut::times(a, turn));
        vectors = abut::times(vectors, turn);
      }
    }
  }
  values = {a.m[0], a.m[4], a.m[8]};
  const Vector x{vectors.m[0], vectors.m[3], vectors.m[6]}, y{vectors.m[1], vectors.m[4], vectors.m[7]};
  const Vector z = abut::cross(x, y);  // right-handed
  vectors.m[2] = z.x, vectors.m[5] = z.y, vectors.m[8] = z.z;
}

/// Polygons or triangles. Volume, first and second moments as sums over tetrahedra between an apex and the triangles of
/// the faces: the divergence theorem for polynomials of degree two, exact.
template <class Faces>
MassProperties of_polyhedron(std::span<const Vector> vertices, const Faces& faces, Vector apex) {
  double volume = 0;
  Vector first{0, 0, 0};
  double second[9] = {};
  for (const auto& face : faces) {
    for (std::size_t k = 2; k < face.size(); ++k) {
      const Vector v[3] = {vertices[face[0]] - apex, vertices[face[k - 1]] - apex, vertices[face[k]] - apex};
      const double six = abut::dot(v[0], abut::cross(v[1], v[2]));
      const Vector sum = v[0] + v[1] + v[2];
      volume += six / 6;
      first = first + sum * (six / 24);
      const double s[3] = {sum.x, sum.y, sum.z};
      for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) {
          double products = s[i] * s[j];
          for (const Vector& w : v) {
            const double c[3] = {w.x, w.y, w.z};
            products += c[i] * c[j];
          }
          second[3 * i + j] += products * six / 120;
        }
      }
    }
  }
  if (!(volume > 0)) throw InvalidInput("volume of a body's shape is " + text_of(volume) + ": has to be positive");
  const Vector centre = first * (1 / volume);
  const double c[3] = {centre.x, centre.y, centre.z};
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) second[3 * i + j] -= volume * c[i] * c[j];
  }
  const double trace = second[0] + second[4] + second[8];
  Mat3<double> inertia;
  for (int i = 0; i < 9; ++i) inertia.m[i] = (i % 4 == 0 ? trace : 0) - second[i];
  MassProperties out{volume, apex + centre, {}, {}};
  diagonalise(inertia, out.moments, out.axes);
  return out;
}

/// A sphere (half_length 0) or capsule between two points.
MassProperties of_capsule(Vector v0, Vector v1, double r) {
  if (!(r > 0)) throw InvalidInput("volume of a body's shape is 0: has to be positive");
  const double h = abut::length(v1 - v0);
  const double ends = 4 * pi * r * r * r / 3, middle = pi * r * r * h;
  const double along = ends * 0.4 * r * r + middle * 0.5 * r * r;
  const double across = ends * (0.4 * r * r + h * h / 4 + 0.375 * h * r) + middle * (0.25 * r * r + h * h / 12);
  MassProperties out{ends + middle, (v0 + v1) * 0.5, {across, across, along}, {{1, 0, 0, 0, 1, 0, 0, 0, 1}}};
  if (h == 0) return out;
  const Vector z = (v1 - v0) * (1 / h);
  const Vector other = std::abs(z.x) < 0.5 ? Vector{1, 0, 0} : Vector{0, 1, 0};
  const Vector x = abut::unit_vector(abut::cross(other, z));
  const Vector y = abut::cross(z, x);
  out.axes = {{x.x, y.x, z.x, x.y, y.y, z.y, x.z, y.z, z.z}};
  return out;
}

}  // namespace

MassProperties mass_properties(const abut::ShapeSet& shapes, std::uint32_t shape) {
  const abut::ShapeHeader& header = shapes.header(shape);
  if (header.kind != abut::ShapeKind::vertex_set && header.kind != abut::ShapeKind::box) {
    throw InvalidInput("shape " + std::to_string(shape) +
                       ": mass properties are those of polyhedra, spheres and capsules");
  }
  const auto vertices = shapes.vertices(shape);
  if (vertices.size() <= 2) return of_capsule(vertices.front(), vertices.back(), header.rounding);
  if (header.rounding > 0) {
    throw InvalidInput("shape " + std::to_string(shape) + " is a polyhedron with rounding " + text_of(header.rounding) +
                       ": has to be 0");
  }
  return of_polyhedron(vertices, shapes.faces(shape), {header.centre[0], header.centre[1], header.centre[2]});
}

MassProperties mass_properties(const abut::Mesh& mesh) {
  return of_polyhedron(mesh.vertices, mesh.triangles, mesh.vertices.at(0));
}

std::vector<Vector> in_principal_frame(const std::vector<Vector>& vertices) {
  abut::ShapeSet shapes;
  const MassProperties properties = mass_properties(shapes, shapes.add_hull(vertices));
  std::vector<Vector> out;
  for (const Vector& v : vertices) out.push_back(abut::rotate_back(properties.axes, v - properties.centre));
  return out;
}

void check_density(double density) {
  if (!(density > 0 && std::isfinite(density))) {
    throw InvalidInput("density is " + text_of(density) + " kg/m^3: has to be positive and finite");
  }
}

BodyConstants body_constants(const abut::ShapeSet& shapes, std::uint32_t shape, double density) {
  check_density(density);
  const MassProperties p = mass_properties(shapes, shape);
  const abut::ShapeHeader& header = shapes.header(shape);
  // The inertia in the shape's frame. Boxes and what `in_principal_frame` makes are off by a few roundings, a wrong
  // frame by much more.
  const double moments[3] = {p.moments.x, p.moments.y, p.moments.z};
  double own[9] = {};
  for (int k = 0; k < 27; ++k)
    own[k / 3] += p.axes.m[k / 9 * 3 + k % 3] * p.axes.m[k / 3 % 3 * 3 + k % 3] * moments[k % 3];
  const double off = std::max({std::abs(own[1]), std::abs(own[2]), std::abs(own[5])});
  if (!(abut::max_abs(p.centre) <= 1e-9 * header.size) || off > 1e-9 * (own[0] + own[4] + own[8])) {
    throw InvalidInput("shape " + std::to_string(shape) + " is not in the frame of its principal axes");
  }
  BodyConstants out{};
  out.mass = density * p.volume;
  out.inverse_mass = 1 / out.mass;
  out.inertia = {density * own[0], density * own[4], density * own[8]};
  out.inverse_inertia = {1 / out.inertia.x, 1 / out.inertia.y, 1 / out.inertia.z};
  for (const Vector& v : shapes.vertices(shape)) out.radius = std::max(out.radius, abut::length(v) + header.rounding);
  return out;
}

}  // namespace dem
