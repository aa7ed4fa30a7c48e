// Lists of particles as DEM codes write them: text with one particle a line (docs/how-to/particles.md). Host only; in
// Abut::io.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "abut/core/vec3.h"

namespace abut {

/// Data only.
struct Particle {
  std::optional<std::uint64_t> id;
  std::string shape;  ///< the word of the shape column; empty where there is none
  double radius = 0;  ///< 0 where there is no radius column
  Vec3<double> position{0, 0, 0};
  std::array<double, 4> quaternion{1, 0, 0, 0};  ///< w, x, y, z, as it stands there; no columns: not turned
};

enum class QuaternionOrder {
  by_name,  ///< the columns' names say it (quatw, quati, ...; qw, qx, ...)
  wxyz,     ///< scalar first
  xyzw,     ///< scalar last
};

struct ParticleListOptions {
  /// Of quaternion columns whose names only count (quat1 to quat4, q0 to q3, or those named below).
  QuaternionOrder quaternion = QuaternionOrder::by_name;
  /// The four quaternion columns in the file's order, where they have names of their own, as c_q[1] in a dump.
  std::vector<std::string> quaternion_columns{};
  /// Which snapshot of a dump, from 0; none: the only one, and a second one is an error.
  std::optional<std::uint64_t> frame{};
};

/// What was found beside the particles. Data only.
struct ParticleListReport {
  std::uint64_t particles = 0;
  std::vector<std::string> unused_columns;  ///< which the list has and a scene has no place for
  bool oriented = false;                    ///< whether there are quaternions
  bool periodic = false;  ///< a dump whose box is periodic: Abut has no periodic images, contacts across are not found
};

/// Calls `take` for each particle in the order of the file, which is read in pieces. Throws `FileError` when it cannot
/// be read, `InvalidInput` naming file, line, column, value and what is allowed.
ParticleListReport read_particles(const std::string& path, const ParticleListOptions& options,
                                  const std::function<void(const Particle&)>& take);

/// All of them at once.
std::vector<Particle> read_particles(const std::string& path, const ParticleListOptions& options = {});

struct ParticleSceneOptions {
  ParticleListOptions list{};
  /// A JSON file with the key "shapes" as a scene has it; a particle's shape is the one of that name, else, if it is a
  /// whole number, the one of that number. Empty: the particles are balls, by their radius column.
  std::string shapes{};
  std::uint64_t first_shape = 1;  ///< number of the first shape; atom types count from 1
  double alert_distance = 0;
};

/// Writes the particles as the bodies of a scene file, named by their ids; the list is read once and in pieces. Paths
/// of meshes become relative to the scene. Throws as above, also for what is wrong in the file of shapes.
ParticleListReport write_particle_scene(const std::string& list, const ParticleSceneOptions& options,
                                        const std::string& scene);

}  // namespace abut
