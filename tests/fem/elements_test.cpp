// Elements by themselves: patches, rotations, forces as gradients, frequencies.
#include "examples/fem/elements.h"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>
#include <limits>
#include <numbers>
#include <random>

#include "abut/core/error.h"
#include "examples/fem/logarithm.h"

namespace fem::testing {
namespace {

Vector by(const Eigen::Matrix3d& m, const Vector& v) {
  const Eigen::Vector3d out = m * Eigen::Vector3d(v.x, v.y, v.z);
  return {out[0], out[1], out[2]};
}

const Eigen::Matrix3d turn = (Eigen::AngleAxisd(1.1, Eigen::Vector3d(1, 2, -0.5).normalized())).toRotationMatrix();

/// A brick of 2 x 2 x 2 whose node in the middle and those of faces are moved about.
SolidMesh crooked(bool tetrahedra) {
  SolidMesh mesh = brick({0, 0, 0}, {1, 1.5, 0.8}, {2, 2, 2});
  std::mt19937 random(7);
  std::uniform_real_distribution<double> by_little(-0.06, 0.06);
  for (Vector& p : mesh.nodes) p = p + Vector{by_little(random), by_little(random), by_little(random)};
  return tetrahedra ? cut_into_tetrahedra(mesh) : mesh;
}

std::vector<Vector> shaped(const SolidMesh& mesh, const Eigen::Matrix3d& f) {
  std::vector<Vector> out;
  for (const Vector& p : mesh.nodes) out.push_back(by(f, p) + Vector{3, -1, 2});
  return out;
}

std::vector<Vector> forces_of(const Elements& elements, const std::vector<Vector>& at, double* energy = nullptr) {
  std::vector<Vector> out(at.size(), Vector{0, 0, 0});
  const InternalState s = elements.add_forces(at, out);
  if (energy != nullptr) *energy = s.energy;
  return out;
}

class BothElements : public ::testing::TestWithParam<bool> {};
INSTANTIATE_TEST_SUITE_P(Kinds, BothElements, ::testing::Bool(),
                         [](const auto& of) { return of.param ? "Tetrahedra" : "Hexahedra"; });

// Against eigenvalues and eigenvectors, from no strain at all to where these are used instead.
TEST(Logarithm, ItIsThatOfEigenvalues) {
  std::mt19937 random(5);
  for (const double size : {0.0, 1e-12, 1e-6, 1e-2, 0.05, 0.1, 0.15, 0.3, 0.5}) {
    std::uniform_real_distribution<double> by(-size, size);
    for (int k = 0; k < 200; ++k) {
      Eigen::Matrix3d f = Eigen::Matrix3d::Identity();
      for (int i = 0; i < 9; ++i) f(i) += by(random);
      const Eigen::Matrix3d b = f * f.transpose();
      const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> solver(b);
      if (!(solver.eigenvalues()[0] > 1e-3)) continue;
      const Eigen::Vector3d half = 0.5 * solver.eigenvalues().array().log();
      const Eigen::Matrix3d expected = solver.eigenvectors() * half.asDiagonal() * solver.eigenvectors().transpose();
      ASSERT_LT((half_logarithm(b) - expected).norm(), 3e-15 * (1 + 1 / solver.eigenvalues()[0])) << size;
    }
  }
}

// A brick pulled along axes that are turned: the stress is Hencky's closed form in every element, and nodes inside have
// no force.
TEST_P(BothElements, APatchHasOneStressAndNoForceInside) {
  const SolidMesh mesh = crooked(GetParam());
  const Material material{2.1e8, 0.3, 7850};
  const Elements elements(mesh, material, "patch");
  const Eigen::Vector3d stretch(1.05, 0.97, 1.01);
  const Eigen::Matrix3d f = turn * stretch.asDiagonal();
  const std::vector<Vector> at = shaped(mesh, f);
  const double mu = 2.1e8 / 2.6, lambda = 2.1e8 * 0.3 / (1.3 * 0.4), volume = stretch.prod();
  const double trace = std::log(volume);
  Eigen::Vector3d cauchy;
  double energy_density = 0.5 * lambda * trace * trace;
  for (int k = 0; k < 3; ++k) {
    cauchy[k] = (2 * mu * std::log(stretch[k]) + lambda * trace) / volume;
    energy_density += mu * std::pow(std::log(stretch[k]), 2);
  }
  const Eigen::Matrix3d expected = turn * cauchy.asDiagonal() * turn.transpose();
  for (std::size_t e = 0; e < mesh.tetrahedra.size() + mesh.hexahedra.size(); ++e) {
    for (std::size_t p = 0; p < (GetParam() ? 1u : 8u); ++p) {
      EXPECT_LT((elements.stress(at, e, p) - expected).norm(), 1e-11 * expected.norm());
    }
  }
  double energy = 0;
  const std::vector<Vector> forces = forces_of(elements, at, &energy);
  double mass = 0;
  for (const double m : elements.masses()) mass += m;
  EXPECT_NEAR(energy / (energy_density * mass / 7850), 1, 1e-11);
  const Vector inside = forces[13];  // the middle of 3 x 3 x 3
  double largest = 0;
  for (const Vector& x : forces) largest = std::max(largest, abut::length(x));
  EXPECT_LT(abut::length(inside), 1e-11 * largest);
}

// A face of a brick takes the stress times its area.
TEST_P(BothElements, AFaceTakesTheStressTimesItsArea) {
  const SolidMesh hexahedra = brick({0, 0, 0}, {1, 1.5, 0.8}, {2, 3, 2});
  const SolidMesh mesh = GetParam() ? cut_into_tetrahedra(hexahedra) : hexahedra;
  const Elements elements(mesh, {2.1e8, 0, 7850}, "bar");
  const std::vector<Vector> at = shaped(mesh, Eigen::Vector3d(1.02, 1, 1).asDiagonal());
  const std::vector<Vector> forces = forces_of(elements, at);
  Vector pull{0, 0, 0};
  for (std::size_t k = 0; k < at.size(); ++k) {
    if (mesh.nodes[k].x == 1) pull = pull + forces[k];
  }
  EXPECT_NEAR(pull.x, -2.1e8 * std::log(1.02) / 1.02 * 1.5 * 0.8, 1e-4);
  EXPECT_NEAR(std::hypot(pull.y, pull.z), 0, 1e-4);
}

TEST_P(BothElements, ARigidMotionGivesNoStress) {
  const SolidMesh mesh = crooked(GetParam());
  const Elements elements(mesh, {2.1e8, 0.3, 7850}, "body");
  double energy = 0;
  const std::vector<Vector> at = shaped(mesh, turn);
  for (const Vector& f : forces_of(elements, at, &energy)) EXPECT_LT(abut::length(f), 1e-14 * 2.1e8);
  EXPECT_LT(elements.stress(at, 0, 0).norm(), 1e-14 * 2.1e8);
  EXPECT_LT(energy, 1e-20);
}

// Forces against differences of the energy, which takes no gradients of shape functions at the current shape; their sum
// and their moment vanish.
TEST_P(BothElements, ForcesAreMinusTheGradientOfTheEnergy) {
  const SolidMesh mesh = crooked(GetParam());
  const Elements elements(mesh, {1, 0.3, 1}, "body");
  std::vector<Vector> at = shaped(mesh, turn);
  std::mt19937 random(11);
  std::uniform_real_distribution<double> by_little(-0.03, 0.03);
  for (Vector& p : at) p = p + Vector{by_little(random), by_little(random), by_little(random)};
  const std::vector<Vector> forces = forces_of(elements, at);
  Vector sum{0, 0, 0}, moment{0, 0, 0};
  for (std::size_t k = 0; k < at.size(); ++k) {
    sum = sum + forces[k], moment = moment + abut::cross(at[k], forces[k]);
    for (double Vector::*axis : {&Vector::x, &Vector::y, &Vector::z}) {
      double energy[2];
      const double h = 1e-5, middle = at[k].*axis;
      for (int side = 0; side < 2; ++side) {
        at[k].*axis = middle + (side == 0 ? h : -h);
        forces_of(elements, at, &energy[side]);
      }
      at[k].*axis = middle;
      EXPECT_NEAR(forces[k].*axis, -(energy[0] - energy[1]) / (2 * h), 1e-9);
    }
  }
  EXPECT_LT(abut::length(sum), 1e-15);
  EXPECT_LT(abut::length(moment), 1e-14);
}

TEST_P(BothElements, MassIsDensityTimesVolume) {
  const SolidMesh hexahedra = brick({0, 0, 0}, {1, 1.5, 0.8}, {2, 3, 2});
  const Elements elements(GetParam() ? cut_into_tetrahedra(hexahedra) : hexahedra, {2.1e8, 0, 7850}, "bar");
  double sum = 0;
  for (const double m : elements.masses()) {
    EXPECT_GT(m, 0);
    sum += m;
  }
  EXPECT_NEAR(sum / (7850 * 1.5 * 0.8), 1, 1e-14);
}

/// By differences of forces.
double highest_frequency_of(const Elements& elements, const SolidMesh& mesh) {
  const auto n = static_cast<Eigen::Index>(3 * mesh.nodes.size());
  Eigen::MatrixXd stiffness(n, n);
  for (Eigen::Index j = 0; j < n; ++j) {
    std::vector<Vector> sides[2];
    for (int side = 0; side < 2; ++side) {
      std::vector<Vector> at = mesh.nodes;
      Vector& p = at[static_cast<std::size_t>(j / 3)];
      (j % 3 == 0 ? p.x : j % 3 == 1 ? p.y : p.z) += side == 0 ? 1e-6 : -1e-6;
      sides[side] = forces_of(elements, at);
    }
    for (Eigen::Index i = 0; i < n; ++i) {
      const auto k = static_cast<std::size_t>(i / 3);
      const Vector d = sides[1][k] - sides[0][k];
      const double mass = std::sqrt(elements.masses()[k] * elements.masses()[static_cast<std::size_t>(j / 3)]);
      stiffness(i, j) = (i % 3 == 0 ? d.x : i % 3 == 1 ? d.y : d.z) / 2e-6 / mass;
    }
  }
  const Eigen::MatrixXd even = 0.5 * (stiffness + stiffness.transpose());
  return std::sqrt(Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(even).eigenvalues().maxCoeff());
}

TEST_P(BothElements, TheBoundOfFrequencyIsAboveAllOfThemAndNotFarOff) {
  const SolidMesh mesh = crooked(GetParam());
  for (const double poisson : {-0.3, 0.0, 0.3, 0.45}) {
    const Elements elements(mesh, {1, poisson, 1}, "body");
    const double highest = highest_frequency_of(elements, mesh);
    EXPECT_GE(elements.highest_frequency(), highest);
    EXPECT_LE(elements.highest_frequency(), 3 * highest);
  }
}

TEST(Elements, OneThatIsTurnedInsideOutIsCountedAndHasNoForce) {
  const SolidMesh mesh = tetrahedron({0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1});
  const Elements elements(mesh, {}, "body");
  std::vector<Vector> at = mesh.nodes, forces(4, Vector{0, 0, 0});
  for (const double z : {0.0, -0.5, std::numeric_limits<double>::quiet_NaN()}) {
    at[3].z = z;
    EXPECT_EQ(elements.add_forces(at, forces).inverted, 1u);
  }
  for (const Vector& f : forces) EXPECT_EQ(abut::length(f), 0);
}

std::string refusal(const std::function<void()>& of) {
  try {
    of();
  } catch (const abut::InvalidInput& error) {
    return error.what();
  }
  return "";
}

TEST(Elements, BadInputIsNamedInOneLine) {
  const SolidMesh good = tetrahedron({0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1});
  SolidMesh far = good, broken = good, flat = good;
  far.tetrahedra[0][2] = 4;
  broken.nodes[1].y = std::numeric_limits<double>::infinity();
  std::swap(flat.nodes[0], flat.nodes[1]);
  const auto told = [](const SolidMesh& mesh, const Material& m) {
    return refusal([&] { const Elements e(mesh, m, "wedge"); });
  };
  EXPECT_EQ(told(far, {}), "wedge: tetrahedron 0 has node 4, allowed is below 4");
  EXPECT_EQ(told(broken, {}), "wedge: node 1 is (1, inf, 0), allowed are finite numbers");
  EXPECT_EQ(told(flat, {}), "wedge: tetrahedron 0 has a volume of -0.166667 m^3 at point 0, allowed is above 0");
  EXPECT_EQ(told({}, {}), "wedge has 0 elements, allowed is 1 or more");
  EXPECT_EQ(told(good, {-1, 0, 1}), "Young's modulus is -1, allowed is a finite number above 0 Pa");
  EXPECT_EQ(told(good, {1, 0.5, 1}), "Poisson's ratio is 0.5, allowed is above -1 and below 0.5");
  EXPECT_EQ(told(good, {1, 0, 0}), "density is 0, allowed is a finite number above 0 kg/m^3");
  EXPECT_EQ(told(good, {}), "");
}

}  // namespace
}  // namespace fem::testing
