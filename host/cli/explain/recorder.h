// The observer of abut/narrow/observer.h that keeps a `Trace`. It looks at what the query has; which support point a
// step found it asks the query's own support mapping again, along the direction that the step had.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "abut/narrow/query.h"
#include "host/cli/explain/trace.h"

namespace abut::cli {

/// Keeps what the queries of this thread do, while there is one.
class Recorder {
 public:
  explicit Recorder(Trace& trace) : trace_(trace) { current_ = this; }
  ~Recorder() { current_ = nullptr; }
  Recorder(const Recorder&) = delete;
  Recorder& operator=(const Recorder&) = delete;

  template <class Event, class... Seen>
  static void see(const Event& event, const Seen&... what) {
    if (current_ != nullptr) current_->record(event, what...);
  }

 private:
  static constexpr std::size_t most_drawn = 4096;  ///< faces of a polytope; larger ones are not kept

  template <class T, class Stored>
  void record(seen::QueryBegins, const PairProblem<T, Stored>& p) {
    unit_ = power_of_two<double>(p.exponent);
    TraceAttempt attempt;
    attempt.scalar = sizeof(T) == sizeof(float) ? "float" : "double";
    attempt.size = static_cast<double>(p.size) * unit_;
    attempt.kind_a = p.a.header->kind;
    attempt.kind_b = p.b.header->kind;
    trace_.attempts.push_back(attempt);
    title_ = "GJK from the direction of the centres";
  }
  void record(seen::InDouble) { remark("rounding in float leaves the answer in doubt: once more, in double"); }
  void record(const seen::GjkAgain& again) { title_ = gjk_title(again.purpose); }

  template <class T, class SimplexData, class Support>
  void record(seen::GjkBegins, const GjkState<T, SimplexData>& s, const Support& support) {
    begin(TraceStage::gjk, std::exchange(title_, "GJK again"));
    remember(s, support);
  }
  template <class T, class SimplexData, class Support>
  void record(seen::GjkStepped, const GjkState<T, SimplexData>& s, const Support& support) {
    TraceStage& run = trace_.attempts.back().stages.back();
    const Vec3<T> from = narrowed<T>(v_);  // it was a `T`
    const SupportPoint<T> p = support(-from);
    GjkTraceStep step;
    step.direction = -v_ * (1 / length(v_));
    step.support = vertex(p, 0);
    const std::vector<TraceVertex> before = std::move(simplex_);
    const double vv = vv_;
    remember(s, support);
    step.simplex = simplex_;
    step.v = v_ * unit_;
    step.upper = simplex_.empty() ? Huge<double>::value : length(v_) * unit_;  // v is no point of A - B yet
    step.lower = static_cast<double>(s.vw) / length(widen(from)) * unit_;
    run.gjk_steps.push_back(step);
    if (s.active) return;
    const bool inside = s.overlap && step.simplex.size() == 4;
    const double eps = static_cast<double>(Epsilon<T>::value), gap = vv - static_cast<double>(s.vw);
    const bool met =
        !before.empty() && (gap * gap <= eps * eps / 4 * vv * static_cast<double>(s.ww_max) || gap <= eps * vv);
    run.ended = s.farther                   ? "v.w / |v| is more than the alert distance leaves open: farther apart"
                : inside                    ? "the tetrahedron holds the origin: the cores overlap"
                : s.overlap                 ? "the origin is reached to within rounding: the cores touch or overlap"
                : has(before, step.support) ? "the support point is a vertex of the simplex already: nothing is nearer"
                : met                       ? "the bounds |v| and v.w / |v| meet to rounding"
                                            : "|v| falls no more: the last answer stays";
  }

  template <class T>
  void record(seen::BoundRaised, const CoreAnswer<T>& core) {
    remark("planes through further support points raise the lower bound to " + text(core.lower));
  }

  template <class Capacity>
  void record(seen::SmallEpaLooks, const SmallEpaIn<Capacity>& s) {
    if (s.iterations == 0) begin(TraceStage::small_epa, "EPA in a small polytope, in float");
    std::vector<EpaTraceStep>& steps = trace_.attempts.back().stages.back().epa_steps;
    take_width(s, steps);
    steps.push_back(snapshot(s));
  }
  template <class Capacity>
  void record(seen::SmallEpaEnded, const SmallEpaIn<Capacity>& s, bool to_check) {
    TraceAttempt& attempt = trace_.attempts.back();
    if (s.iterations == 0) begin(TraceStage::small_epa, "EPA in a small polytope, in float");
    TraceStage& run = attempt.stages.back();
    take_width(s, run.epa_steps);
    run.ended = to_check ? "the nearest face is as far out as the difference goes: a face of it"
                         : "a face too near to tell, or no room: left to what comes next";
  }
  void record(seen::SmallEpaChecked, const DepthCheck<double>& check, bool proved) {
    const std::string bounds = text(check.lower) + " <= depth <= " + text(check.depth);
    remark("the nearest faces in double: " + bounds +
           (proved ? ", which proves the depth" : ", not enough to prove it"));
  }

  template <class T>
  void record(seen::EpaLooks, const Polytope<T>& p, std::uint32_t nearest, const EpaResult<T>& out) {
    if (out.iterations == 1) begin(TraceStage::epa, std::string("EPA in ") + trace_.attempts.back().scalar);
    std::vector<EpaTraceStep>& steps = trace_.attempts.back().stages.back().epa_steps;
    if (!steps.empty()) steps.back().upper = out.depth * unit_;
    EpaTraceStep step = snapshot(p);
    for (int k = 0; k < 3; ++k) step.nearest[static_cast<std::size_t>(k)] = p.faces[nearest].v[k];
    step.normal = p.faces[nearest].normal;
    step.lower = out.lower * unit_;
    step.upper = out.depth * unit_;
    steps.push_back(std::move(step));
  }
  template <class T>
  void record(seen::EpaEnded, const Polytope<T>&, const EpaResult<T>& out) {
    if (out.iterations == 0) begin(TraceStage::epa, std::string("EPA in ") + trace_.attempts.back().scalar);
    TraceStage& run = trace_.attempts.back().stages.back();
    if (!run.epa_steps.empty()) run.epa_steps.back().upper = out.depth * unit_;
    run.ended = out.full              ? "no room for another vertex"
                : out.capped          ? "iteration limit"
                : out.iterations == 0 ? "A - B is flat to within rounding: its depth is zero along its own normal"
                                      : "the bounds of the depth meet, or all near faces are as far out as A - B goes";
  }
  template <class T>
  void record(seen::AllDirections, const CoreAnswer<T>& core) {
    remark("the bounds of the depth stay " + text(core.bound_gap) +
           " apart: every direction that could be narrower is tried");
  }
  template <class T>
  void record(seen::FaceWitness, const CoreAnswer<T>&) {
    remark("the face does not hold the foot of the origin: witness points from the two faces that touch");
  }
  template <class T>
  void record(const seen::Answered& answered, const CoreAnswer<T>&) {
    trace_.attempts.back().by = answered;
  }

  static const char* gjk_title(GjkPurpose purpose);
  void begin(TraceStage::Kind kind, const std::string& title);
  void remark(const std::string& text);
  std::string text(double length) const;
  template <class T>
  std::string text(T length) const {
    return text(static_cast<double>(length));
  }
  static bool has(const std::vector<TraceVertex>& simplex, const TraceVertex& vertex);

  template <class T>
  TraceVertex vertex(const SupportPoint<T>& p, double lambda) const {
    return {widen(p.w) * unit_, widen(p.a) * unit_, widen(p.b) * unit_, p.id_a, p.id_b, lambda};
  }
  template <class T, class SimplexData, class Support>
  void remember(const GjkState<T, SimplexData>& s, const Support& support) {
    v_ = widen(s.v);
    vv_ = static_cast<double>(s.vv);
    simplex_.clear();
    for (int k = 0; k < 4; ++k) {
      if (!s.simplex.used[k]) continue;
      simplex_.push_back(vertex(simplex_point(s, support, k), static_cast<double>(s.simplex.lambda[k])));
    }
  }

  /// The support point that the last step found bounds the depth from above.
  template <class Capacity>
  void take_width(const SmallEpaIn<Capacity>& s, std::vector<EpaTraceStep>& steps) const {
    if (steps.empty() || s.iterations < steps.size()) return;
    const double width = dot(steps.back().normal, widen(s.next.w)) * unit_;
    const double before = steps.size() > 1 ? steps[steps.size() - 2].upper : Huge<double>::value;
    steps.back().upper = before < width ? before : width;
  }
  template <class Capacity>
  EpaTraceStep snapshot(const SmallEpaIn<Capacity>& s) const {
    const SmallPolytopeIn<Capacity>& p = s.polytope;
    EpaTraceStep step;
    for (int k = 0; k < p.vertices; ++k) {
      step.vertices.push_back({widen(vertex_of(p, k)) * unit_, {}, {}, p.id_a[k], p.id_b[k], 0});
    }
    const auto corner = [&](int f, int k) { return static_cast<std::uint32_t>(corner_of(p, f, k)); };
    for (int f = 0; f < p.faces; ++f) {
      if (p.offset[f] < absent_face) step.faces.push_back({corner(f, 0), corner(f, 1), corner(f, 2)});
    }
    step.face_count = static_cast<std::uint32_t>(step.faces.size());
    step.nearest = {corner(s.nearest, 0), corner(s.nearest, 1), corner(s.nearest, 2)};
    step.normal = widen(normal_of(p, s.nearest));
    step.lower = static_cast<double>(p.offset[s.nearest]) * unit_;
    step.upper = Huge<double>::value;
    return step;
  }
  template <class T>
  EpaTraceStep snapshot(const Polytope<T>& p) const {
    EpaTraceStep step;
    for (std::uint32_t k = 0; k < p.vertex_count; ++k) {
      const PolytopeVertex<T>& v = p.vertices[k];
      step.vertices.push_back({v.w * unit_, widen(v.a) * unit_, widen(v.b) * unit_, v.id_a, v.id_b, 0});
    }
    for (std::uint32_t f = 0; f < p.face_count; ++f) {
      if (p.faces[f].removed != 0) continue;
      ++step.face_count;
      if (step.faces.size() < most_drawn) step.faces.push_back({p.faces[f].v[0], p.faces[f].v[1], p.faces[f].v[2]});
    }
    return step;
  }

  static thread_local Recorder* current_;
  Trace& trace_;
  double unit_ = 1;
  std::string title_;
  // GJK before a step, in the pair's unit but for the simplex
  Vec3<double> v_{0, 0, 0};
  double vv_ = 0;
  std::vector<TraceVertex> simplex_;
};

/// The scan that a watched query has: one vertex after the other, as a GPU's thread does. All scans find the same one.
struct WatchedScan : LinearScan {
  using Observer = Recorder;
};

}  // namespace abut::cli
