// What passes between Siconos and Abut: plain data. Siconos 4.4's headers need C++17 (with Boost 1.74's uBLAS they do
// not compile as C++20), Abut's need C++20, so each side has its own sources and both include this.
#pragma once

#include <cstdint>
#include <vector>

namespace siconos_run {

/// A body's centre of mass and the quaternion (w, x, y, z) that turns its principal axes into the world's. Data only.
struct Placed {
  double position[3], quaternion[4];
};

/// One contact point, in the world, as adapters/siconos.h has it. Data only.
struct ContactPoint {
  std::uint32_t body1;
  std::int64_t body2;  ///< -1: something fixed
  double pc1[3], pc2[3];
  double nc[3];       ///< into body 1
  std::uint64_t key;  ///< of the same contact in the next step
};

/// Finds the contacts of bodies: the narrow phase that the simulation calls back.
class ContactSource {
 public:
  virtual ~ContactSource() = default;
  /// Replaces `found`. Keys differ.
  virtual void find(const std::vector<Placed>& bodies, std::vector<ContactPoint>& found) = 0;
};

/// A convex body that moves. Data only.
struct MovingBody {
  double mass, inertia[3];
  Placed start;
  std::vector<double> vertices;  ///< three each, in the frame of the principal axes
};

/// A box that does not. Data only.
struct FixedBox {
  double half[3], position[3];
};

struct Law {
  double step = 1e-3;  ///< s
  double seconds = 2;
  double gravity = 9.81;
  double friction = 0.5;
  double restitution = 0;
  double tolerance = 1e-4;  ///< of the friction problem's solver
  int most_iterations = 500;
  /// Siconos's own narrow phase: Bullet sees all lengths times this, since its thresholds are meant for bodies of
  /// about 1.
  double bullet_scale = 20;
};

}  // namespace siconos_run
