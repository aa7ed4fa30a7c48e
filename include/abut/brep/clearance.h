// The least distance of CAD parts, along a motion: of all pairs of an assembly, or of one model's parts from another's.
// Host only, in double.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "abut/brep/brep_lmds.h"
#include "abut/core/executor.h"

namespace abut {

/// Instances of such names are not compared, whichever comes first: `*` stands for any text. Data only.
struct SkippedPair {
  std::string a, b;
};

/// Whether it is of instances of these names.
bool leaves_out(const SkippedPair& pair, const std::string& a, const std::string& b);

/// Data only.
struct ClearanceOptions {
  double reach = std::numeric_limits<double>::infinity();  ///< parts farther apart have no clearance told; 0 or more
  std::vector<SkippedPair> skip;
};

/// Of two instances at one pose. Data only.
struct Clearance {
  std::uint32_t pose = 0;
  std::uint32_t a = 0, b = 0;  ///< instances: of the first assembly, and of the second one or the same
  BrepLmdStatus status = BrepLmdStatus::complete;
  /// Nothing within reach, or only what has no solver: then `nearest` says nothing.
  bool found = false;
  BrepLmd nearest;  ///< in world axes and coordinates; with `incomplete` other places may be nearer
};

/// Of all pairs of instances of one assembly: by pairs.
std::vector<Clearance> find_clearances(const Cpu& cpu, const BrepAssembly& assembly,
                                       const ClearanceOptions& options = {});

/// Of the instances of `a` from those of `b`, which is moved by each of `motion` in turn (world = motion * placement):
/// by poses, then pairs. Throws `InvalidInput` naming a pose that is no finite rotation and translation, by less than
/// 1e100, and as `ContactBrep` and `find_brep_lmds`.
std::vector<Clearance> find_clearances(const Cpu& cpu, const BrepAssembly& a, const BrepAssembly& b,
                                       std::span<const Pose> motion, const ClearanceOptions& options = {});

}  // namespace abut
