#include "host/brep/trim_loops.h"

#include <algorithm>
#include <cmath>

#include "host/number_text.h"

namespace abut::host {
namespace {

/// A side of a loop, passed with the material on its left.
struct Side {
  std::vector<TrimPiece> pieces;
  std::uint32_t edge, loop;  ///< the loop's number in the list
  bool backwards;            ///< from the edge's end to its begin
  bool gone = false;
  double tolerance = 0;  ///< of its edge and vertices

  Vec2<double> begin() const { return begin_of(pieces.front()); }
  Vec2<double> end() const { return end_of(pieces.back()); }
};

struct Loop {
  std::vector<Side> sides;
  std::string place;
};

double whole_periods(double from, double to, double period) {
  return period > 0 ? period * std::round((to - from) / period) : 0;
}

class Maker {
 public:
  Maker(const TrimGround& ground, std::span<const MappedFace> faces, const std::vector<bool>& inner)
      : ground_(ground), faces_(faces), inner_(inner) {}

  LoopPieces run() {
    for (const MappedFace& f : faces_) add_face(f);
    for (Loop& loop : loops_) lift(loop);
    measure();
    for (const Loop& loop : loops_) find_gaps(loop);
    cancel();
    for (const Loop& loop : loops_) close(loop);
    return std::move(out_);
  }

 private:
  void add_face(const MappedFace& of) {
    const BrepFace& face = ground_.brep.faces[of.face];
    for (std::uint32_t l = 0; l < face.loops; ++l) {
      const BrepLoop& given = ground_.brep.loops[face.first_loop + l];
      Loop loop;
      loop.place = "face " + std::to_string(of.face) + ", loop " + std::to_string(l);
      for (std::uint32_t k = 0; k < given.coedges; ++k) {
        Side side = side_of(ground_.brep.coedges[given.first_coedge + k], of.map);
        side.loop = static_cast<std::uint32_t>(loops_.size());
        side.tolerance = std::max(side.tolerance, face.tolerance);
        if (!side.pieces.empty()) loop.sides.push_back(std::move(side));
      }
      // A mirrored map has the material on the right: then all is passed the other way round.
      if (of.map.determinant() < 0) std::reverse(loop.sides.begin(), loop.sides.end());
      if (!loop.sides.empty()) loops_.push_back(std::move(loop));
    }
  }

  Side side_of(const BrepCoedge& coedge, const ParameterMap& map) const {
    const BrepEdge& edge = ground_.brep.edges[coedge.edge];
    Side side;
    side.edge = coedge.edge;
    side.backwards = coedge.reversed != (map.determinant() < 0);
    side.tolerance = edge.tolerance;
    for (const std::uint32_t v : edge.vertices) {
      if (v != no_brep_index) side.tolerance = std::max(side.tolerance, ground_.brep.vertices[v].tolerance);
    }
    const bool is_inner = coedge.edge < inner_.size() && inner_[coedge.edge];
    for (const TrimPiece& piece : pieces_of(ground_.brep, coedge.parameter_curve, edge.begin, edge.end)) {
      TrimPiece p = mapped(piece, map);
      p.edge = coedge.edge;
      p.kind = edge.curve == no_brep_index ? TrimKind::joint : is_inner ? TrimKind::inner : TrimKind::boundary;
      side.pieces.push_back(side.backwards ? reversed(p) : p);
    }
    if (side.backwards) std::reverse(side.pieces.begin(), side.pieces.end());
    return side;
  }

  Vec2<double> periods_between(Vec2<double> from, Vec2<double> to) const {
    return {whole_periods(from.x, to.x, ground_.domain.period_u), whole_periods(from.y, to.y, ground_.domain.period_v)};
  }

  static void move(Side& side, Vec2<double> by) {
    if (by.x == 0 && by.y == 0) return;
    for (TrimPiece& p : side.pieces) p = mapped(p, {{1, 0, 0, 1}, by});
  }

  /// Each side by whole periods to where the one before ends.
  void lift(Loop& loop) const {
    for (std::size_t k = 1; k < loop.sides.size(); ++k) {
      const Vec2<double> to = loop.sides[k - 1].end();
      move(loop.sides[k], periods_between(loop.sides[k].begin(), to));
    }
  }

  /// How large all loops are together: a gap is open against that.
  void measure() {
    Vec3<double> low{HUGE_VAL, HUGE_VAL, HUGE_VAL}, high{-HUGE_VAL, -HUGE_VAL, -HUGE_VAL};
    low_ = {HUGE_VAL, HUGE_VAL}, high_ = {-HUGE_VAL, -HUGE_VAL};
    for (const Loop& loop : loops_) {
      for (const Side& side : loop.sides) {
        for (const TrimPiece& p : side.pieces) {
          for (const Vec2<double> at : {begin_of(p), middle_of(p)}) {
            low_ = {std::min(low_.x, at.x), std::min(low_.y, at.y)};
            high_ = {std::max(high_.x, at.x), std::max(high_.y, at.y)};
            const Vec3<double> x = surface_point_at(ground_.brep, ground_.surface, at.x, at.y).point;
            low = {std::min(low.x, x.x), std::min(low.y, x.y), std::min(low.z, x.z)};
            high = {std::max(high.x, x.x), std::max(high.y, x.y), std::max(high.z, x.z)};
          }
        }
      }
    }
    if (!loops_.empty()) size_ = length(high - low);
  }

  double distance(Vec2<double> a, Vec2<double> b) const {
    const SurfaceJet<double> p = surface_point_at(ground_.brep, ground_.surface, a.x, a.y);
    const Vec3<double> step = p.u * (b.x - a.x) + p.v * (b.y - a.y);
    const Vec3<double> apart = surface_point_at(ground_.brep, ground_.surface, b.x, b.y).point - p.point;
    return std::min(length(step), length(apart));  // the second one at a pole
  }

  void find_gaps(const Loop& loop) {
    for (std::size_t k = 0; k < loop.sides.size(); ++k) {
      const Side &side = loop.sides[k], &next = loop.sides[(k + 1) % loop.sides.size()];
      const Vec2<double> end = side.end(), begin = next.begin() + periods_between(next.begin(), end);
      const double gap = distance(end, begin);
      // Files have parameters to about seven digits. What is open is more than that and than their own tolerances.
      if (gap <= std::max(1e-5 * size_, 2 * std::max(side.tolerance, next.tolerance))) continue;
      if (out_.status != TrimStatus::ok) return;
      out_.status = TrimStatus::open_loop;
      out_.fault = loop.place + ": side " + std::to_string((k + 1) % loop.sides.size()) + " begins " +
                   number_text(gap) + " from the end of the one before";
    }
  }

  /// What is passed both ways bounds nothing. The second gets the curve of the first, which may be periods away: so
  /// both go without leaving a gap.
  void cancel() {
    std::vector<Side*> first(ground_.brep.edges.size(), nullptr);
    for (Loop& loop : loops_) {
      for (Side& side : loop.sides) {
        Side*& other = first[side.edge];
        if (other == nullptr) {
          other = &side;
          continue;
        }
        if (other->backwards == side.backwards) continue;
        Side turned = *other;
        std::reverse(turned.pieces.begin(), turned.pieces.end());
        for (TrimPiece& p : turned.pieces) p = reversed(p);
        const double off = std::max(distance(side.begin(), turned.begin()), distance(side.end(), turned.end()));
        if (off > std::max(1e-5 * size_, 2 * side.tolerance)) continue;
        side.pieces = turned.pieces;
        side.gone = other->gone = true;
        other = nullptr;
      }
    }
  }

  void add(TrimPiece piece, const Loop& loop) {
    out_.pieces.push_back(piece);
    out_.places.push_back(loop.place);
  }
  void join(Vec2<double> from, Vec2<double> to, const Loop& loop) {
    if (from.x != to.x || from.y != to.y) add(straight_piece(from, to, TrimKind::joint), loop);
  }

  /// How far the line that stands for a pole is moved out of the material, so that the pole itself is no doubt.
  Vec2<double> out_of_the_way(Vec2<double> from, Vec2<double> to) const {
    constexpr double part = 0.1;  // of the loops: beyond, there is no surface
    const Vec2<double> d = to - from;
    if (std::abs(d.x) >= std::abs(d.y)) return {0, (d.x > 0 ? -part : part) * (high_.y - low_.y)};
    return {(d.y > 0 ? part : -part) * (high_.x - low_.x), 0};
  }

  void add_pole(Vec2<double> from, Vec2<double> to, const Loop& loop) {
    const Vec2<double> by = out_of_the_way(from, to);
    join(from, from + by, loop), join(from + by, to + by, loop), join(to + by, to, loop);
  }

  bool is_pole(Vec2<double> from, Vec2<double> to) const {
    const SurfaceJet<double> p = surface_point_at(ground_.brep, ground_.surface, from.x, from.y);
    const Vec2<double> d = to - from;
    // Wider than a gap of rounding, and still one point.
    return std::max(std::abs(d.x), std::abs(d.y)) > 1e-3 * std::max(high_.x - low_.x, high_.y - low_.y) &&
           length(p.u * d.x + p.v * d.y) <= 1e-5 * size_;
  }

  void close(const Loop& loop) {
    for (std::size_t k = 0; k < loop.sides.size(); ++k) {
      const Side &side = loop.sides[k], &next = loop.sides[(k + 1) % loop.sides.size()];
      const bool pole = side.pieces.front().kind == TrimKind::joint;
      if (pole) {
        add_pole(side.begin(), side.end(), loop);
      } else if (!side.gone) {
        for (const TrimPiece& p : side.pieces) add(p, loop);
        for (std::size_t i = 0; i + 1 < side.pieces.size(); ++i)
          join(end_of(side.pieces[i]), begin_of(side.pieces[i + 1]), loop);
      }
      const Vec2<double> end = side.end(), begin = next.begin() + periods_between(next.begin(), end);
      if (is_pole(end, begin)) {
        add_pole(end, begin, loop);
      } else {
        join(end, begin, loop);
      }
    }
  }

  const TrimGround& ground_;
  std::span<const MappedFace> faces_;
  const std::vector<bool>& inner_;
  std::vector<Loop> loops_;
  Vec2<double> low_{0, 0}, high_{0, 0};
  double size_ = 0;  ///< in space
  LoopPieces out_;
};

}  // namespace

LoopPieces loop_pieces(const TrimGround& ground, std::span<const MappedFace> faces, const std::vector<bool>& inner) {
  return Maker(ground, faces, inner).run();
}

TangentMetric metric_at(const Brep& brep, std::uint32_t surface, Vec2<double> at) {
  const SurfaceJet<double> p = surface_point_at(brep, surface, at.x, at.y);
  const double a = length(p.u);
  if (!(a > 0)) return {0, 0, length(p.v)};
  const double b = dot(p.u, p.v) / a;
  return {a, b, std::sqrt(std::max(0.0, dot(p.v, p.v) - b * b))};
}

}  // namespace abut::host
