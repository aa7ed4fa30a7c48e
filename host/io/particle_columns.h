// The header of a list of particles: which column is what.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "abut/particles.h"
#include "host/io/particle_lines.h"

namespace abut::io {

/// Places in a line, from 0. Data only.
struct ParticleColumns {
  std::vector<std::string> names;
  std::optional<std::size_t> id, shape, radius;
  std::array<std::size_t, 3> position{};
  std::optional<std::array<std::size_t, 4>> quaternion;  ///< w, x, y, z
  std::vector<std::string> unused;
};

/// Of the names in the present line. Throws `InvalidInput` there: a name given twice, positions missing, an orientation
/// whose order is not said or said twice.
ParticleColumns find_columns(const ParticleLines& lines, const std::vector<std::string_view>& names,
                             const ParticleListOptions& options);

}  // namespace abut::io
