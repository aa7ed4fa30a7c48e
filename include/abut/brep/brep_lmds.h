// Every local minimum of the distance of two CAD models (LMD), on their exact surfaces and curves. Host only, in
// double.
//
//   const ContactBrep shaft(read_cad("shaft.step").parts[0]), tube(...);
//   const BrepLmds found = find_brep_lmds(shaft, tube, tube_in_shaft, {.reach = 1.0});
//
// A pair of points counts where each lies in the other's direction as the polars of both tangent cones have it, and the
// distance is no less around: between faces, edges and corners. Source: Crozet, Leon & Merlhiot, sections 3, 6 and 7;
// docs/explanation/cad-contact.md says where this departs.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "abut/brep/brep.h"
#include "abut/core/contact.h"
#include "abut/core/executor.h"

namespace abut {

/// A CAD model made ready for contact. What is const writes nothing. One that has been moved from may only be assigned
/// to or destroyed.
class ContactBrep {
 public:
  /// Throws as `check_brep`.
  explicit ContactBrep(const Brep& brep);
  ~ContactBrep();
  ContactBrep(ContactBrep&&) noexcept;
  ContactBrep& operator=(ContactBrep&&) noexcept;

  /// What cannot be in contact, and where: "face 3: loop 1 is open", "edge 4: 3 faces meet there"; which open shells
  /// are taken as sheets with two sides. Empty of a sound solid.
  const std::vector<std::string>& notes() const;
  /// The longest side of the box about it, in the unit of the model.
  double size() const;

  struct State;
  const State& state() const { return *state_; }

 private:
  std::unique_ptr<State> state_;
};

/// What is asked. Lengths in the unit of both models.
struct BrepLmdOptions {
  double reach = std::numeric_limits<double>::infinity();  ///< minima farther apart are left out; 0 or more
  bool nearest_only = false;                               ///< the least of all alone: faster
  static constexpr double most_angle = 0.1;
  double angle = 1e-6;  ///< by which a direction may be outside of a polar, in radians; from 1e-9 to `most_angle`
  static constexpr double most_theta = 0.5;
  double theta = 0;  ///< above 0: also what turns by less would make minima, corners and edges; to `most_theta`
};

/// One local minimum. Points and normal are in A's frame. Data only.
struct BrepLmd {
  double distance = 0;
  Vec3<double> point_a, point_b;  ///< point_b = point_a + distance * normal
  Vec3<double> normal;            ///< unit, out of A
  Feature feature_a, feature_b;   ///< vertex, edge or face of the `Brep`
  bool sampled = false;           ///< one of a curve of places that are as near, told by some of them
  bool is_lmd = true;             ///< a minimum as it is, and not by `BrepLmdOptions::theta` alone
};

/// How a pair ended.
enum class BrepLmdStatus : std::uint8_t {
  complete,    ///< these are all
  incomplete,  ///< surfaces or curves within reach have no solver (`BrepLmds::unsolved`), or rounding does not tell,
               ///< as where nothing is found without a reach
  crossing     ///< the boundaries meet, or one is within the other: distances say nothing of how deep
};

/// Data only.
struct BrepLmds {
  std::vector<BrepLmd> minima;  ///< by distance, then features
  BrepLmdStatus status = BrepLmdStatus::complete;
  std::uint64_t unsolved = 0;       ///< pairs of features within reach that were not solved
  std::uint64_t feature_pairs = 0;  ///< that were compared
  std::uint64_t solved_pairs = 0;   ///< whose stationary pairs were found
};

/// `b_in_a` as `relative_pose` has it, shorter than 1e100. Throws `InvalidInput` when an option or it is not allowed.
BrepLmds find_brep_lmds(const ContactBrep& a, const ContactBrep& b, const RelativePose<double>& b_in_a,
                        const BrepLmdOptions& options = {});

}  // namespace abut
