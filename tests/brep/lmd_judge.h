// Solids told twice, as B-Reps and in closed form, and what is wrong with the LMDs of two of them.
#pragma once

#include <string>
#include <vector>

#include "abut/brep/brep_lmds.h"
#include "tests/brep/reference_lmds.h"

namespace abut::test {

struct ToldTwice {
  std::string name;
  Brep brep;
  ReferenceSolid solid;
};

ToldTwice told_prism(const std::string& name, const std::vector<Profile>& loops, double low, double high);
ToldTwice told_lathe(const std::string& name, const Profile& profile, int sectors);
/// Boxes, shafts, balls, cones, rings, holes, grooves and notches, some 2 `scale` large; `sectors` of what is turned.
std::vector<ToldTwice> solids_told_twice(double scale, int sectors);

/// Data only.
struct SolidLmdTally {
  int poses = 0, separated = 0, crossing = 0, within = 0, undecided = 0, incomplete = 0;
  int expected = 0, found = 0, sampled = 0, dropped = 0;
  int beyond_samples = 0;           ///< minima that no sample leads to, and that the reference cannot leave
  double most_off = 0;              ///< of points of isolated minima that agree, in parts of the size
  double most_distance = 0;         ///< of their distances
  std::vector<std::string> untold;  ///< boundaries that meet without the status that says so
  std::vector<std::string> faults;  ///< all else
};

/// Finds LMDs and compares them with the reference from both sides; faults are added with the pose. `sampled` answers
/// and what lies beside them are judged by their distance alone.
BrepLmds judge_lmds(const ToldTwice& a, const ToldTwice& b, const RelativePose<double>& b_in_a, SolidLmdTally& tally);

/// Numbers to build a pose with again.
std::string told(const RelativePose<double>& pose);
std::string told(const BrepLmds& found);

}  // namespace abut::test
