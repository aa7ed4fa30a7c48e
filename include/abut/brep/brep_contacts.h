// Contacts of many pairs of bodies whose shapes are CAD models, in the record of quasi-LMDs, for time-stepping solvers.
// Host only.
//
//   ContactBreps breps;                                             a model for each shape
//   every step:
//     pairs = find_pairs(...)
//     find_brep_contacts<double>(cpu, breps, parts, pairs, {.alert_distance = d, .theta = 0.02})
//
// Contacts are the local minima of the distance (`find_brep_lmds`), those that a turn by less than theta would make,
// and, where theta is above 0, points of curved edges that are that near to one. Gaps are distances less both
// dilations. Source: Crozet, Leon & Merlhiot, section 3; Merlhiot 2007, section 6; docs/explanation/cad-contact.md.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "abut/bodies/parts_view.h"
#include "abut/brep/contact_breps.h"
#include "abut/complex/quasi_lmds.h"
#include "abut/core/executor.h"

namespace abut {

/// What is asked. Lengths in the caller's unit, which is that of models and poses.
struct BrepContactOptions {
  /// Gaps above this are left out; per-part alert distances are added. Finite, 0 or more.
  double alert_distance = 0;
  /// Angle by which normals may be outside of polars, in radians: minima that turns by less would make. 0: local minima
  /// alone. From 0 to `BrepLmdOptions::most_theta`.
  double theta = 0.02;
  double angle = 1e-6;  ///< as `BrepLmdOptions::angle`
};

/// Caller-owned output. Data only.
template <class T>
struct BrepContactsView {
  /// As there: `offsets` may not be null, `crossing` is non-zero where the status is `crossing`. Features are vertices,
  /// edges and faces of the models. Of a pair, contacts are in the order of features and then `place`. `key` is the
  /// `contact_key` of pair and features where `place` is 0, else of `place` too.
  QuasiLmdsView<T> contacts;
  /// Tells apart contacts of the same features. Of minima 0; of points of curved edges and faces, which are the body's
  /// own, their number from 1 (`ContactBrepOptions::around`), with `brep_sample_of_b` for those of B. Where several of
  /// the same features have the same number, all but the first have multiples of 65536 more, in an order of places that
  /// may change as they move.
  Strided<std::uint32_t> place;
  BrepLmdStatus* status = nullptr;  ///< one a pair, may be null
};
inline constexpr std::uint32_t brep_sample_of_b = 0x8000;

/// What was looked at. Data only.
struct BrepContactCounts {
  std::uint64_t feature_pairs = 0;  ///< as `BrepLmds`, of all pairs together
  std::uint64_t solved_pairs = 0;
  std::uint64_t unsolved = 0;

  bool operator==(const BrepContactCounts&) const = default;
};

/// The contacts of pairs of parts, in double for either `T`. Status: `complete`; `incomplete`, where surfaces or curves
/// without a solver are within reach, and where a pose is not finite or no rotation within 1e-6, then without contacts;
/// `crossing`, where models meet without their dilations, then without contacts: they do not tell how deep. Answers do
/// not depend on threads. Throws `InvalidInput` when an option is not allowed, `offsets` is null, an index is out of
/// range, or a shape has no model.
template <class T>
BrepContactCounts find_brep_contacts(const Cpu& cpu, const ContactBreps& breps, const PartsView& parts,
                                     std::span<const Pair> pairs, const BrepContactOptions& options,
                                     const BrepContactsView<T>& out);

/// Those of CAD models, owned, in host memory.
template <class T>
struct BrepContacts : LmdArrays<T> {
  std::vector<std::uint32_t> place;
  std::vector<BrepLmdStatus> status;  ///< by pair
  BrepContactCounts counts;
};

/// The same into arrays that fit.
template <class T>
BrepContacts<T> find_brep_contacts(const Cpu& cpu, const ContactBreps& breps, const PartsView& parts,
                                   std::span<const Pair> pairs, const BrepContactOptions& options);

}  // namespace abut
