#include "examples/fem/elements.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

#include "abut/core/error.h"
#include "examples/dem/text.h"
#include "examples/fem/logarithm.h"
#include "examples/fem/require.h"

namespace fem {

namespace {

template <int N>
using Corners = Eigen::Matrix<double, 3, N>;
template <int N>
using Gradients = Eigen::Matrix<double, N, 3>;

template <int N>
constexpr std::size_t points_of = N == 4 ? 1 : 8;

Eigen::Vector3d eigen(const Vector& v) { return {v.x, v.y, v.z}; }

template <int N>
Corners<N> corners_at(std::span<const Vector> positions, const std::array<std::uint32_t, N>& corners) {
  Corners<N> out;
  for (int k = 0; k < N; ++k) out.col(k) = eigen(positions[corners[static_cast<std::size_t>(k)]]);
  return out;
}

/// Of the shape functions by the parent coordinates, which are barycentric, or -1 to 1 with the points at 1 / sqrt 3.
template <int N>
Gradients<N> parent_gradients(std::size_t point) {
  Gradients<N> out;
  if constexpr (N == 4) {
    out << -1, -1, -1, 1, 0, 0, 0, 1, 0, 0, 0, 1;
  } else {
    constexpr double sign[8][3] = {{-1, -1, -1}, {1, -1, -1}, {1, 1, -1}, {-1, 1, -1},
                                   {-1, -1, 1},  {1, -1, 1},  {1, 1, 1},  {-1, 1, 1}};
    const double* at = sign[point];
    const double g = 1 / std::sqrt(3.0);
    for (int k = 0; k < 8; ++k) {
      const double* s = sign[k];
      const double x = 1 + g * s[0] * at[0], y = 1 + g * s[1] * at[1], z = 1 + g * s[2] * at[2];
      out.row(k) << s[0] * y * z / 8, s[1] * z * x / 8, s[2] * x * y / 8;
    }
  }
  return out;
}
template <int N>
constexpr double weight = N == 4 ? 1.0 / 6 : 1.0;

/// Data only.
struct Stress {
  Eigen::Matrix3d kirchhoff;
  double energy;  ///< by volume without stress
};

/// tau = 2 mu e + lambda tr(e) 1, where e is half of the logarithm of F F^T.
Stress hencky(const Eigen::Matrix3d& f, const Material& material) {
  const Eigen::Matrix3d e = half_logarithm(f * f.transpose());
  const double mu = shear_modulus(material), lambda = first_modulus(material), trace = e.trace();
  return {2 * mu * e + lambda * trace * Eigen::Matrix3d::Identity(),
          mu * e.squaredNorm() + 0.5 * lambda * trace * trace};
}

}  // namespace

void check(const Material& m) {
  require(m.young > 0 && std::isfinite(m.young), "Young's modulus", m.young, "a finite number above 0 Pa");
  require(m.poisson > -1 && m.poisson < 0.5, "Poisson's ratio", m.poisson, "above -1 and below 0.5");
  require(m.density > 0 && std::isfinite(m.density), "density", m.density, "a finite number above 0 kg/m^3");
}

double von_mises(const Eigen::Matrix3d& stress) {
  const Eigen::Matrix3d shear = stress - stress.trace() / 3 * Eigen::Matrix3d::Identity();
  return std::sqrt(1.5) * shear.norm();
}

Elements::Elements(const SolidMesh& mesh, const Material& material, const std::string& name)
    : tetrahedra_(mesh.tetrahedra), hexahedra_(mesh.hexahedra), masses_(mesh.nodes.size(), 0.0), material_(material) {
  check(material);
  check(mesh, name);
  for (std::size_t e = 0; e < tetrahedra_.size(); ++e) {
    add_element<4>(mesh, tetrahedra_[e], name + ": tetrahedron " + std::to_string(e));
  }
  for (std::size_t e = 0; e < hexahedra_.size(); ++e) {
    add_element<8>(mesh, hexahedra_[e], name + ": hexahedron " + std::to_string(e));
  }
}

template <int N>
void Elements::add_element(const SolidMesh& mesh, const std::array<std::uint32_t, N>& corners,
                           const std::string& what) {
  const Corners<N> at = corners_at<N>(mesh.nodes, corners);
  Eigen::Matrix<double, N, N> products = Eigen::Matrix<double, N, N>::Zero();
  double volume = 0;
  for (std::size_t p = 0; p < points_of<N>; ++p) {
    const Gradients<N> parent = parent_gradients<N>(p);
    const Eigen::Matrix3d jacobian = at * parent;
    const double part = weight<N> * jacobian.determinant();
    if (!(part > 0 && std::isfinite(part))) {
      throw abut::InvalidInput(what + " has a volume of " + dem::text_of(part) + " m^3 at point " + std::to_string(p) +
                               ", allowed is above 0");
    }
    points_.push_back({jacobian.inverse(), part});
    const Gradients<N> gradients = parent * points_.back().inverse;
    products += part * gradients * gradients.transpose();
    volume += part;
  }
  for (const std::uint32_t k : corners) masses_[k] += material_.density * volume / N;
  // The energy is at most half of the largest modulus times the integral of the squared gradient of displacement, and
  // the frequency of all elements together is at most the highest one of an element.
  const double modulus =
      std::max(2 * shear_modulus(material_), 2 * shear_modulus(material_) + 3 * first_modulus(material_));
  const double largest = Eigen::SelfAdjointEigenSolver<Eigen::Matrix<double, N, N>>(products).eigenvalues()[N - 1];
  highest_frequency_ = std::max(highest_frequency_, std::sqrt(modulus * largest * N / (material_.density * volume)));
}

template <int N>
Eigen::Matrix3d Elements::deformation(const std::array<std::uint32_t, N>& corners, const Point& point,
                                      std::size_t number, std::span<const Vector> positions) const {
  return corners_at<N>(positions, corners) * parent_gradients<N>(number) * point.inverse;
}

template <int N>
InternalState Elements::add_element_forces(const std::array<std::uint32_t, N>& corners, const Point* points,
                                           std::span<const Vector> positions, std::span<Vector> forces) const {
  InternalState out;
  const Corners<N> at = corners_at<N>(positions, corners);
  Corners<N> sum = Corners<N>::Zero();
  for (std::size_t p = 0; p < points_of<N>; ++p) {
    const Gradients<N> parent = parent_gradients<N>(p);
    const Eigen::Matrix3d jacobian = at * parent, f = jacobian * points[p].inverse;
    if (!(f.determinant() > 0)) return {0, 1};
    const Stress stress = hencky(f, material_);
    // Cauchy stress times current volume is Kirchhoff stress times the first one.
    sum.noalias() -= points[p].volume * stress.kirchhoff * (parent * jacobian.inverse()).transpose();
    out.energy += points[p].volume * stress.energy;
  }
  for (int k = 0; k < N; ++k) {
    Vector& force = forces[corners[static_cast<std::size_t>(k)]];
    force = force + Vector{sum(0, k), sum(1, k), sum(2, k)};
  }
  return out;
}

InternalState Elements::add_forces(std::span<const Vector> positions, std::span<Vector> forces) const {
  InternalState out;
  const Point* points = points_.data();
  const auto add = [&](const InternalState& one) { out.energy += one.energy, out.inverted += one.inverted; };
  for (const auto& t : tetrahedra_) add(add_element_forces<4>(t, points, positions, forces)), points += points_of<4>;
  for (const auto& h : hexahedra_) add(add_element_forces<8>(h, points, positions, forces)), points += points_of<8>;
  return out;
}

Eigen::Matrix3d Elements::stress(std::span<const Vector> positions, std::size_t element, std::size_t point) const {
  Eigen::Matrix3d f;
  if (element < tetrahedra_.size()) {
    f = deformation<4>(tetrahedra_[element], points_[element], point, positions);
  } else {
    const std::size_t e = element - tetrahedra_.size();
    f = deformation<8>(hexahedra_[e], points_[tetrahedra_.size() + e * points_of<8> + point], point, positions);
  }
  return hencky(f, material_).kirchhoff / f.determinant();
}

}  // namespace fem
