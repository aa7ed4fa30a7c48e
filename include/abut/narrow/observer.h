// What may look on while one pair is answered: steps of GJK and EPA, and which part of the query answers.
//
// A scan policy (`LinearScan` is one) may name an `Observer`, a type with static functions `see(event, ...)`: they get
// an event of below with what the query has at hand, by reference to const. The policy carries it, and only as a type,
// so that no function has a parameter and no support mapping a member for it. Every call stands behind
// `if constexpr (is_observed<Policy>)`: where no observer is named the compiler sees nothing of it.
#pragma once

#include <cstdint>
#include <type_traits>

#include "abut/narrow/stages.h"

namespace abut {

/// Why GJK runs again after the first time.
enum class GjkPurpose : std::uint8_t {
  nearer_vertex,    ///< a polished direction found a vertex nearer to the origin
  exact_signs,      ///< rounded signs led nowhere
  beyond_plane,     ///< from the other side of EPA's plane
  moved_apart,      ///< for witness points, of the pair moved apart along the normal
  without_summand,  ///< for curved kinds that have a ball as a summand, without it
};

/// Events, and what is seen with each. Data only.
namespace seen {

struct QueryBegins {};  ///< (PairProblem)
struct InDouble {};     ///< (): a float query is in doubt and is answered again
struct GjkAgain {
  GjkPurpose purpose;
};
struct GjkBegins {};        ///< (GjkState, support mapping)
struct GjkStepped {};       ///< (GjkState, support mapping)
struct BoundRaised {};      ///< (CoreAnswer): by planes through further support points
struct SmallEpaLooks {};    ///< (SmallEpaIn with its nearest face chosen)
struct SmallEpaEnded {};    ///< (SmallEpaIn, bool: there is something to check)
struct SmallEpaChecked {};  ///< (DepthCheck, bool: the depth is proved)
struct EpaLooks {};         ///< (Polytope, index of the nearest face, EpaResult): before the step
struct EpaEnded {};         ///< (Polytope, EpaResult)
struct AllDirections {};    ///< (CoreAnswer): bounds stayed open, every direction is tried
struct FaceWitness {};      ///< (CoreAnswer): witness points are looked for on the faces that touch
/// (CoreAnswer). `next` of `Stage::epa`: its plane separates the cores, and GJK has found their nearest points.
struct Answered {
  Stage stage;
  Outcome outcome;
};

}  // namespace seen

/// The observer that a policy or a support mapping names; void: none.
template <class Policy>
struct ObserverIn {
  using Type = void;
};
template <class Policy>
requires requires { typename Policy::Observer; }
struct ObserverIn<Policy> {
  using Type = typename Policy::Observer;
};
template <class Policy>
using ObserverOf = typename ObserverIn<Policy>::Type;

/// What every call of an observer stands behind.
template <class Policy>
inline constexpr bool is_observed = !std::is_void_v<ObserverOf<Policy>>;

}  // namespace abut
