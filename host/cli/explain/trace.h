// What a query of one pair did, step by step, as numbers to print and to draw. Lengths are in the scene's unit, vectors
// in A's frame from its box centre; points of B in B's.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "abut/core/vec3.h"
#include "abut/narrow/observer.h"
#include "abut/shapes/shape_set_view.h"

namespace abut::cli {

/// A vertex of the Minkowski difference A - B.
struct TraceVertex {
  Vec3<double> w{0, 0, 0}, a{0, 0, 0}, b{0, 0, 0};
  std::uint32_t id_a = 0, id_b = 0;
  double lambda = 0;  ///< its barycentric coordinate
};

struct GjkTraceStep {
  Vec3<double> direction{0, 0, 0};   ///< that the support point is farthest along
  TraceVertex support;               ///< what was found along it
  std::vector<TraceVertex> simplex;  ///< that Signed Volumes kept, the newest first
  Vec3<double> v{0, 0, 0};           ///< its point nearest to the origin
  double lower = 0;                  ///< v.w / |v| before the step
  double upper = 0;                  ///< |v| after it
};

/// A polytope of EPA, and the face of it that is nearest to the origin.
struct EpaTraceStep {
  std::vector<TraceVertex> vertices;
  std::vector<std::array<std::uint32_t, 3>> faces;  ///< where they are few enough to be kept
  std::uint32_t face_count = 0;
  std::array<std::uint32_t, 3> nearest{};
  Vec3<double> normal{0, 0, 0};  ///< of that face
  double lower = 0;              ///< its distance: the depth is not below it
  double upper = 0;              ///< narrowest width found so far, this step's included; infinite before
};

/// One run of an algorithm, or a remark.
struct TraceStage {
  enum Kind { gjk, small_epa, epa, remark } kind = remark;
  std::string title;
  std::vector<GjkTraceStep> gjk_steps;
  std::vector<EpaTraceStep> epa_steps;
  std::string ended;  ///< how
};

/// A query in one scalar.
struct TraceAttempt {
  const char* scalar = "double";
  double size = 0;  ///< of the pair: both sizes together
  ShapeKind kind_a = ShapeKind::vertex_set, kind_b = ShapeKind::vertex_set;
  std::vector<TraceStage> stages;
  seen::Answered by{Stage::closed_form, Outcome::done};
};

struct Trace {
  std::vector<TraceAttempt> attempts;  ///< the last one is what counts
  const TraceAttempt& last() const { return attempts.back(); }
};

/// "a3-b7"; of curved kinds the part of the surface.
std::string vertex_label(const TraceAttempt& attempt, const TraceVertex& vertex);
/// "edge a3-b7, a1-b7".
std::string simplex_label(const TraceAttempt& attempt, const std::vector<TraceVertex>& simplex);
/// A stage of abut/narrow/stages.h.
struct Answerer {
  const char* name;  ///< for programs
  const char* text;
};
Answerer answerer(seen::Answered by);

}  // namespace abut::cli
