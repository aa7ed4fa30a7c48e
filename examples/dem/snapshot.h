// All that a run keeps from one step to the next, and the file that holds it.
#pragma once

#include <string>
#include <vector>

#include "examples/dem/scene.h"

namespace dem {

/// Where a run is. Eight bytes each: a restart file holds it as it is. Data only.
struct Progressed {
  std::uint64_t steps = 0, batches = 0;
  std::uint64_t random = 0;  ///< state of the generator
  std::uint32_t born = 0, unused = 0;
  double inserted = 0;  ///< J
};

/// `pairs` are those that the last step queried, sorted; caches and springs are theirs. By facets
/// and surfaces each contact has its pair, its key and its spring, sorted by pair and key, and there are no caches;
/// else there are no keys. `candidates` are those whose boxes overlapped, and their clearances what a filter knows of
/// them: empty where a machine has none.
struct Snapshot {
  Progressed at;
  std::vector<BodyState> states;
  std::vector<abut::Pair> pairs;
  std::vector<std::uint64_t> keys;
  std::vector<abut::CachedPolytope> caches;
  std::vector<Spring> springs;
  std::vector<abut::Pair> candidates;
  std::vector<double> clearances;
  std::vector<std::byte> search;  ///< by surfaces what `SurfaceContactFinder` keeps; else empty
};

/// Of one step's pairs, summed in their order. Of the candidates `pairs` were queried; by facets so many have facets in
/// the zone, and `failures` are contacts whose facets have gone through each other.
struct PairTotals {
  std::uint64_t candidates = 0, pairs = 0, contacts = 0, failures = 0;
  double normal_energy = 0, tangential_energy = 0;
  double deepest = 0;  ///< m: the deepest overlap; by facets how far one is in the other's zone
};

/// Of `count` pairs that were queried; arrays in host memory.
PairTotals totals_of(std::uint64_t candidates, std::uint64_t count, const std::uint8_t* status,
                     const double* separation, const PairForce* forces);

/// Little-endian, with version, sizes and a checksum; appears under its name only when complete. Throws `FileError`.
void write_restart(const std::string& path, const Settings& settings, const Snapshot& snapshot);

struct Restart {
  Settings settings;
  Snapshot snapshot;
};
/// Throws `FileError` (cannot be read) or `InvalidInput` (no restart file, of another version, cut off, changed): one
/// line that names the file.
Restart read_restart(const std::string& path);

}  // namespace dem
