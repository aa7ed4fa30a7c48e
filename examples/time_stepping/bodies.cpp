#include "examples/time_stepping/bodies.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "abut/core/error.h"

namespace time_stepping {

namespace {

/// Mass, its first and its second moments: sum of m x x^T.
class Moments {
 public:
  void add(double mass, const Vector& point) {
    mass_ += mass;
    first_ = first_ + point * mass;
    add_spread(mass, point);
  }
  /// A second moment about a centre of mass that has been added.
  void add_spread(double factor, const Vector& v) {
    const double x[3] = {v.x, v.y, v.z};
    for (int k = 0; k < 9; ++k) second_[k] += factor * x[k / 3] * x[k % 3];
  }
  abut::MassProperties properties() const {
    const Vector centre = first_ * (1 / mass_);
    const double c[3] = {centre.x, centre.y, centre.z};
    Matrix about;
    for (int k = 0; k < 9; ++k) about.m[k] = second_[k] - mass_ * c[k / 3] * c[k % 3];
    const double trace = about.m[0] + about.m[4] + about.m[8];
    for (int k = 0; k < 9; ++k) about.m[k] = (k % 4 == 0 ? trace : 0) - about.m[k];
    const abut::PrincipalAxes axes = abut::principal_axes(about);
    return {mass_, centre, about, axes.moments, axes.axes};
  }

 private:
  double mass_ = 0, second_[9] = {};
  Vector first_{0, 0, 0};
};

void add_shell(const Vector& a, const Vector& b, const Vector& c, double dilation, Moments& to) {
  const Vector twice = abut::cross(b - a, c - a), centre = (a + b + c) * (1 / 3.0);
  const double area = 0.5 * abut::length(twice), mass = 2 * dilation * area;
  if (!(area > 0)) return;
  to.add(mass, centre);
  for (const Vector& v : {a, b, c}) to.add_spread(mass / 12, v - centre);
  to.add_spread(mass * dilation * dilation / 3, abut::unit_vector(twice));
}

void add_rod(const Vector& a, const Vector& b, double dilation, Moments& to) {
  const Vector along = b - a;
  const double length = abut::length(along), mass = std::numbers::pi * dilation * dilation * length;
  to.add(mass, (a + b) * 0.5);
  to.add_spread(mass / 12, along);
  for (const Vector& axis : {Vector{1, 0, 0}, Vector{0, 1, 0}, Vector{0, 0, 1}}) {
    to.add_spread(mass * dilation * dilation / 4, axis);
  }
  to.add_spread(-mass * dilation * dilation / 4, along * (1 / length));
}

void set_quaternion(const Matrix& r, double (&q)[4]) {
  // Shepperd 1978: the largest of the four is found first.
  const double* m = r.m;
  const double squares[4] = {1 + m[0] + m[4] + m[8], 1 + m[0] - m[4] - m[8], 1 - m[0] + m[4] - m[8],
                             1 - m[0] - m[4] + m[8]};
  const auto k = std::max_element(squares, squares + 4) - squares;
  const double s = 0.5 / std::sqrt(squares[k]);
  const double x = (m[7] - m[5]) * s, y = (m[2] - m[6]) * s, z = (m[3] - m[1]) * s;
  const double xy = (m[1] + m[3]) * s, xz = (m[2] + m[6]) * s, yz = (m[5] + m[7]) * s, own = squares[k] * s;
  const double all[4][4] = {{own, x, y, z}, {x, own, xy, xz}, {y, xy, own, yz}, {z, xz, yz, own}};
  std::copy_n(all[k], 4, q);
}

SceneBody placed(const std::string& name, const abut::SimplicialComplex& complex, const abut::ComplexOptions& options,
                 const abut::Pose& pose) {
  SceneBody out;
  out.name = name, out.complex = complex, out.options = options;
  out.start.position = pose.position;
  set_quaternion(pose.rotation, out.start.quaternion);
  return out;
}

/// Gives a body its mass, and its complex the frame of the principal axes.
SceneBody moving(SceneBody body, const abut::MassProperties& p, const Matter& matter, const abut::Pose& pose) {
  const abut::Pose own = abut::compose(pose, {p.centre, p.axes});
  body.start.position = own.position;
  set_quaternion(own.rotation, body.start.quaternion);
  double radius = 0;
  for (Vector& v : body.complex.vertices) {
    v = abut::rotate_back(p.axes, v - p.centre);
    radius = std::max(radius, abut::length(v) + matter.dilation);
  }
  const double mass = matter.density * p.volume;
  const Vector inertia = p.moments * matter.density;
  body.constants = {mass, 1 / mass, inertia, {1 / inertia.x, 1 / inertia.y, 1 / inertia.z}, radius};
  return body;
}

}  // namespace

Matrix turn_about(const Vector& axis, double angle) {
  const double s = std::sin(angle / 2);
  return abut::rotation_from_quaternion(std::cos(angle / 2), s * axis.x, s * axis.y, s * axis.z);
}

abut::MassProperties thin_mass(const abut::SimplicialComplex& complex, double dilation) {
  if (complex.triangles.empty() && complex.segments.empty()) {
    throw abut::InvalidInput("complex has 0 triangles and 0 segments, allowed is 1 or more");
  }
  Moments moments;
  const std::vector<Vector>& v = complex.vertices;
  for (const auto& t : complex.triangles) add_shell(v[t[0]], v[t[1]], v[t[2]], dilation, moments);
  for (const auto& s : complex.segments) add_rod(v[s[0]], v[s[1]], dilation, moments);
  return moments.properties();
}

SceneBody solid_body(const std::string& name, const abut::Mesh& mesh, const Matter& matter, const abut::Pose& pose) {
  return moving(fixed_solid(name, mesh, matter.dilation, pose), abut::mass_properties(mesh), matter, pose);
}

SceneBody thin_body(const std::string& name, const abut::SimplicialComplex& complex, const Matter& matter,
                    const abut::Pose& pose) {
  return moving(fixed_thin(name, complex, matter.dilation, pose), thin_mass(complex, matter.dilation), matter, pose);
}

SceneBody fixed_solid(const std::string& name, const abut::Mesh& mesh, double dilation, const abut::Pose& pose) {
  abut::ComplexOptions options;
  options.dilation = dilation, options.offset_inward = true, options.sides = abut::ComplexSides::solid;
  return placed(name, abut::complex_of(mesh), options, pose);
}

SceneBody fixed_thin(const std::string& name, const abut::SimplicialComplex& complex, double dilation,
                     const abut::Pose& pose) {
  abut::ComplexOptions options;
  options.dilation = dilation, options.sides = abut::ComplexSides::shell;
  return placed(name, complex, options, pose);
}

SceneBody wheel(const std::string& name, const abut::Mesh& mesh, const Matter& matter, const abut::Pose& pose) {
  SceneBody out = fixed_solid(name, mesh, matter.dilation, pose);
  const double inertia = abut::mass_properties(mesh).inertia.m[8] * matter.density;
  double radius = 0;
  for (const Vector& v : mesh.vertices) radius = std::max(radius, abut::length(v));
  out.constants = {0, 0, {0, 0, inertia}, {0, 0, 1 / inertia}, radius};
  return out;
}

}  // namespace time_stepping
