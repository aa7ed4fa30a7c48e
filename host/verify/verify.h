// Holds a detection against the reference (host/reference/reference.h).
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "abut/bodies/body_set.h"
#include "abut/detect.h"
#include "abut/io.h"
#include "abut/shapes/shape_set.h"

namespace abut::verification {

/// What is compared, each relative to size A + size B + |separation|.
enum ErrorKind : int {
  separation_error,   ///< |ours - reference|
  normal_error,       ///< how much deeper (or less far) the bodies are along our normal than in truth
  witness_error,      ///< |witness b - witness a - separation * normal|
  outside_error,      ///< how far a witness point lies outside its shape
  lower_bound_error,  ///< how far our certified lower bound lies above the truth
  error_kind_count
};
inline constexpr const char* error_names[error_kind_count] = {"separation", "normal", "witness_identity",
                                                              "witness_outside", "lower_bound"};

/// A pair whose answer was held against the reference.
struct CheckedPair {
  Pair pair{};
  std::array<double, error_kind_count> errors{};  ///< zero where nothing is measured
  bool contact = true;                            ///< else the query took it for farther apart than the alert distance
  bool agrees = false;
  bool certified = false;   ///< the reference is sure of its own answer
  const char* reason = "";  ///< of a disagreement, or of what could not be checked
  std::uint8_t status = 0;
  double ours = 0, reference = 0;  ///< separations; for a pair without contact `ours` is the alert distance

  /// The record has numbers to measure: a contact, finished or not.
  bool is_measured() const;
  double worst() const;
};

struct VerifyOptions {
  std::uint64_t sample = 0;  ///< contacts, and pairs without contact, to check; 0: all
  std::uint64_t seed = 1;
  int threads = 0;  ///< 0: all cores
};

/// Largest error that is no disagreement.
template <class T>
inline constexpr double tolerance = sizeof(T) == 4 ? 2e-6 : 1e-13;

/// Called once with how many pairs there are to check; what it returns is called after every one, from any thread.
using Total = std::function<std::function<void()>(std::uint64_t)>;

/// What was detected. Indices are good. Data only.
struct Detected {
  const ShapeSet& shapes;
  const BodySet& bodies;
  double alert_distance;
  /// Null, or those that stand for shapes, and the trees that were searched.
  const std::vector<Scene::FacetMesh>* meshes = nullptr;
  const FacetTrees* facets = nullptr;
  const ContactSurfaces* surfaces = nullptr;  ///< null, or the surfaces whose knots were met
};

/// Checks the contacts of `detection`, those between facets against all pairs of facets (facet_checker.h), those of
/// knots against the separation of the surfaces (knot_checker.h), and those of the `candidates` (sorted) that are not
/// among them. In the order of the pairs, contacts first.
template <class T>
std::vector<CheckedPair> verify(const Detected& scene, std::span<const Pair> candidates, const Detection<T>& detection,
                                const VerifyOptions& options, const Total& progress);

}  // namespace abut::verification
