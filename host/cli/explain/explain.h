// One pair, answered by the code that answers it in a batch, and watched.
#pragma once

#include <string>

#include "abut/bodies/parts_view.h"
#include "abut/core/contact.h"
#include "abut/shapes/shape_set.h"
#include "host/cli/explain/trace.h"
#include "host/io/case_file.h"

namespace abut::cli {

/// Two parts on their own, posed in the world: arrays behind a `PartsView`.
class TwoParts {
 public:
  TwoParts() = default;
  /// Parts `pair` of a scene's.
  TwoParts(const PartsView& parts, Pair pair);
  /// The shapes of a case, matrices as they stand.
  TwoParts(Pair shapes, const Pose& a, const Pose& b);
  PartsView view() const;

 private:
  std::uint32_t shape_[2] = {0, 0}, body_[2] = {0, 1}, masks_[2] = {1, 1};
  std::uint8_t self_[2] = {0, 0};
  double coordinates_[12][2] = {}, origin_[3][2] = {}, alert_[2] = {0, 0};
};

/// What is explained, and how it is called.
struct ExplainedPair {
  const ShapeSet* shapes = nullptr;
  TwoParts parts;
  Pair ids{0, 1};        ///< parts, as contacts.csv numbers them: for the key
  std::string heading;   ///< "bodies 3 'floor' and 7 (parts 3, 9)"
  std::string shape[2];  ///< "box 'brick', 8 vertices"
  std::string length_unit;
  double alert_distance = 0;
};

struct Explanation {
  Trace trace;
  Contact<double> contact{};  ///< the record, as `query_pairs` gives it; of float queries widened
  std::string precision;
};

/// `precision`: "f32" or "f64".
Explanation explain(const ExplainedPair& pair, const std::string& precision);

std::string explanation_text(const ExplainedPair& pair, const Explanation& explanation);
std::string explanation_json(const ExplainedPair& pair, const Explanation& explanation);
/// Frames of the simplex, and of EPA's polytope, against the Minkowski difference of the cores.
std::string explanation_svg(const ExplainedPair& pair, const Explanation& explanation);

/// The stages of a query in the order in which they are tried.
std::string stages_text();
std::string stages_json();

}  // namespace abut::cli
