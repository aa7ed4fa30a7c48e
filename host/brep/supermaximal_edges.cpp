#include "host/brep/supermaximal_edges.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <numeric>

#include "host/brep/face_sides.h"

namespace abut::host {
namespace {

constexpr double once_round = 2 * std::numbers::pi;

/// Edges of one pair of faces on one curve. Data only.
struct Carrier {
  std::uint32_t reference;  ///< the first one's curve
  std::vector<std::uint32_t> edges;
  std::vector<EdgeInterval> intervals;
};

/// An edge as it leaves a vertex. Data only.
struct EdgeEnd {
  std::uint32_t edge;
  bool at_end;  ///< of the edge, not its begin
};

bool is_closed_curve(const Brep& brep, std::uint32_t curve) {
  const BrepCurveKind kind = brep.curves[curve].kind;
  return kind == BrepCurveKind::circle || kind == BrepCurveKind::ellipse;
}

/// Those that meet are one, but for a gap of `room`.
std::vector<EdgeInterval> united_along(std::vector<EdgeInterval> all, double room) {
  std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.begin < b.begin; });
  std::vector<EdgeInterval> out;
  for (const EdgeInterval& i : all) {
    if (!out.empty() && i.begin <= out.back().end + room) {
      out.back().end = std::max(out.back().end, i.end);
    } else {
      out.push_back(i);
    }
  }
  return out;
}

/// Of angles: from 0 on; `room` in radians.
std::vector<EdgeInterval> united_round(std::vector<EdgeInterval> all, double room) {
  for (EdgeInterval& i : all) {
    const double length = i.end - i.begin;
    i.begin = moved_by_periods(i.begin, once_round, 0), i.end = i.begin + length;
  }
  std::vector<EdgeInterval> out = united_along(std::move(all), room);
  // The last one may go on into the first ones beyond a whole turn.
  while (out.size() > 1 && out.back().end + room >= out.front().begin + once_round) {
    out.back().end = std::max(out.back().end, out.front().end + once_round);
    out.erase(out.begin());
  }
  if (out[0].end - out[0].begin >= once_round - room) return {{out[0].curve, 0, once_round}};
  return out;
}

class Maker {
 public:
  Maker(const Brep& brep, const Sameness& same, double turn, SupermaximalFeatures& out)
      : brep_(brep), same_(same), least_cosine_(std::cos(turn)), out_(out) {}

  void run() {
    find_sides();
    find_carriers();
    join_splines();
    write_edges();
    write_vertices();
  }

 private:
  using Faces = std::vector<std::uint32_t>;

  /// The supermaximal faces at each edge, ascending, each once.
  void find_sides() {
    sides_.resize(brep_.edges.size());
    for (std::uint32_t f = 0; f < brep_.faces.size(); ++f) {
      for_each_coedge(brep_, brep_.faces[f],
                      [&](std::uint32_t c) { sides_[brep_.coedges[c].edge].push_back(out_.face_of[f]); });
    }
    uses_.resize(sides_.size());
    for (std::size_t e = 0; e < sides_.size(); ++e) {
      uses_[e] = sides_[e].size();
      std::sort(sides_[e].begin(), sides_[e].end());
      sides_[e].erase(std::unique(sides_[e].begin(), sides_[e].end()), sides_[e].end());
    }
  }

  /// A pole is a point; what is passed twice by one supermaximal face is inside of it.
  bool is_kept(std::uint32_t e) const {
    return brep_.edges[e].curve != no_brep_index && !sides_[e].empty() && !(sides_[e].size() == 1 && uses_[e] == 2);
  }

  void find_carriers() {
    std::map<Faces, std::vector<std::uint32_t>> of_faces;
    carrier_of_.assign(brep_.edges.size(), no_brep_index);
    for (std::uint32_t e = 0; e < brep_.edges.size(); ++e) {
      if (!is_kept(e)) continue;
      std::vector<std::uint32_t>& candidates = of_faces[sides_[e]];
      std::optional<CurveMap> map;
      std::uint32_t at = 0;
      for (const std::uint32_t c : candidates) {
        map = same_curve(brep_, carriers_[c].reference, brep_.edges[e].curve, same_);
        if (map) at = c;
        if (map) break;
      }
      if (!map) {
        at = static_cast<std::uint32_t>(carriers_.size());
        carriers_.push_back({brep_.edges[e].curve, {}, {}});
        candidates.push_back(at);
        map = CurveMap{};
      }
      add_to(carriers_[at], e, *map);
      carrier_of_[e] = at;
    }
  }

  void add_to(Carrier& c, std::uint32_t e, const CurveMap& map) const {
    const double a = map.sign * brep_.edges[e].begin + map.shift, b = map.sign * brep_.edges[e].end + map.shift;
    c.edges.push_back(e);
    c.intervals.push_back({c.reference, std::min(a, b), std::max(a, b)});
  }

  std::vector<std::vector<EdgeEnd>> ends_at_vertices() const {
    std::vector<std::vector<EdgeEnd>> out(brep_.vertices.size());
    for (std::uint32_t e = 0; e < brep_.edges.size(); ++e) {
      if (!is_kept(e)) continue;
      for (const bool at_end : {false, true}) {
        const std::uint32_t v = brep_.edges[e].vertices[at_end ? 1 : 0];
        if (v != no_brep_index) out[v].push_back({e, at_end});
      }
    }
    return out;
  }

  Vec3<double> leaving(const EdgeEnd& end) const {
    const BrepEdge& e = brep_.edges[end.edge];
    const Vec3<double> t = unit_or_zero(curve_point_at(brep_, e.curve, end.at_end ? e.end : e.begin).first);
    return end.at_end ? -t : t;
  }

  /// Whether one end goes on as the other: on one curve, or by their tangents.
  bool go_on(const EdgeEnd& a, const EdgeEnd& b) const { return dot(leaving(a), leaving(b)) <= -least_cosine_; }
  bool is_spline(std::uint32_t e) const { return brep_.curves[brep_.edges[e].curve].kind == BrepCurveKind::nurbs; }

  std::uint32_t root(std::uint32_t c) const {
    while (parent_[c] != c) c = parent_[c];
    return c;
  }

  void join_splines() {
    parent_.resize(carriers_.size());
    std::iota(parent_.begin(), parent_.end(), 0u);
    ends_ = ends_at_vertices();
    for (const std::vector<EdgeEnd>& at : ends_) {
      for (const EdgeEnd& a : at) {
        // Of the same two faces, two ends alone: else none goes on as another.
        std::vector<EdgeEnd> alike;
        for (const EdgeEnd& b : at) {
          if (sides_[b.edge] == sides_[a.edge]) alike.push_back(b);
        }
        if (alike.size() != 2 || !(is_spline(alike[0].edge) || is_spline(alike[1].edge))) continue;
        if (!go_on(alike[0], alike[1])) continue;
        const std::uint32_t x = root(carrier_of_[alike[0].edge]), y = root(carrier_of_[alike[1].edge]);
        parent_[std::max(x, y)] = std::min(x, y);
      }
    }
  }

  void write_edges() {
    out_.edge_of.assign(brep_.edges.size(), no_brep_index);
    out_.edge_offsets = {0}, out_.interval_offsets = {0};
    for (std::uint32_t c = 0; c < carriers_.size(); ++c) {
      if (root(c) != c) continue;
      const std::uint32_t number = out_.edge_count();
      std::vector<std::uint32_t> edges;
      for (std::uint32_t k = c; k < carriers_.size(); ++k) {
        if (root(k) != c) continue;
        edges.insert(edges.end(), carriers_[k].edges.begin(), carriers_[k].edges.end());
        for (const EdgeInterval& i : united(carriers_[k])) out_.intervals.push_back(i);
      }
      std::sort(edges.begin(), edges.end());
      for (const std::uint32_t e : edges) out_.edge_of[e] = number;
      const Faces& faces = sides_[edges[0]];
      out_.sides.push_back({faces[0], faces.size() > 1 ? faces[1] : no_brep_index});
      out_.edges.insert(out_.edges.end(), edges.begin(), edges.end());
      out_.edge_offsets.push_back(static_cast<std::uint32_t>(out_.edges.size()));
      out_.interval_offsets.push_back(static_cast<std::uint32_t>(out_.intervals.size()));
    }
  }

  std::vector<EdgeInterval> united(const Carrier& c) const {
    const BrepCurve& curve = brep_.curves[c.reference];
    if (is_closed_curve(brep_, c.reference)) {
      const double radius =
          curve.kind == BrepCurveKind::circle ? curve.radius : std::min(curve.radius, curve.minor_radius);
      return united_round(c.intervals, std::max(same_.distance / radius, 1e-12));
    }
    double length_per_unit = 1;
    if (curve.kind == BrepCurveKind::nurbs) {
      const EdgeInterval& i = c.intervals[0];
      length_per_unit = length(curve_point_at(brep_, c.reference, 0.5 * (i.begin + i.end)).first);
    }
    return united_along(c.intervals, length_per_unit > 0 ? same_.distance / length_per_unit : 0);
  }

  /// Two ends of one supermaximal edge that go on into each other are inside of it.
  bool is_inside(const std::vector<EdgeEnd>& at) const {
    if (at.size() != 2 || out_.edge_of[at[0].edge] != out_.edge_of[at[1].edge]) return false;
    const bool on_one_curve = carrier_of_[at[0].edge] == carrier_of_[at[1].edge];
    return (on_one_curve && !is_spline(at[0].edge)) || go_on(at[0], at[1]);
  }

  void write_vertices() {
    std::vector<bool> kept(brep_.vertices.size(), false);
    for (std::size_t v = 0; v < kept.size(); ++v) kept[v] = !ends_[v].empty() && !is_inside(ends_[v]);
    for (std::uint32_t f = 0; f < brep_.faces.size(); ++f) find_tips(f, kept);
    out_.vertex_of.assign(kept.size(), no_brep_index);
    for (std::uint32_t v = 0; v < kept.size(); ++v) {
      if (!kept[v]) continue;
      out_.vertex_of[v] = static_cast<std::uint32_t>(out_.vertices.size());
      out_.vertices.push_back(v);
    }
  }

  /// A sphere's pole is like any other point of it, a cone's tip is not; of others their normals tell.
  void find_tips(std::uint32_t f, std::vector<bool>& kept) const {
    const BrepFace& face = brep_.faces[f];
    const BrepSurface& s = brep_.surfaces[face.surface];
    for_each_coedge(brep_, face, [&](std::uint32_t side) {
      const BrepCoedge& c = brep_.coedges[side];
      const BrepEdge& e = brep_.edges[c.edge];
      for (const std::uint32_t v : e.vertices) {
        if (v == no_brep_index) continue;
        const bool cone = s.kind == BrepSurfaceKind::cone &&
                          length(brep_.vertices[v].point - tip_of(s)) <= same_.distance + brep_.vertices[v].tolerance;
        if (cone || (e.curve == no_brep_index && is_sharp(f, c))) kept[v] = true;
      }
    });
  }

  /// By how normals spread around a pole, and nearer to it: around a smooth one they go together.
  bool is_sharp(std::uint32_t f, const BrepCoedge& c) const {
    const BrepSurfaceKind kind = brep_.surfaces[brep_.faces[f].surface].kind;
    if (kind == BrepSurfaceKind::sphere) return false;
    if (kind == BrepSurfaceKind::cone) return true;
    const double far = spread(f, c, 1e-3), near = spread(f, c, 1e-4);
    return near > 1e-6 && near > 0.5 * far;
  }

  double spread(std::uint32_t f, const BrepCoedge& c, double part) const {
    const BrepEdge& e = brep_.edges[c.edge];
    Vec3<double> first{0, 0, 0};
    double most = 0;
    for (int k = 0; k <= 4; ++k) {
      const CurveJet<double> p =
          parameter_curve_point_at(brep_, c.parameter_curve, e.begin + (e.end - e.begin) * k / 4);
      const Vec3<double> inward = left_of(p.first) * (c.reversed ? -part : part) * (e.end - e.begin);
      const Vec3<double> at = p.point + inward;
      const Vec3<double> n = outward_normal(brep_, f, at.x, at.y);
      if (k == 0) first = n;
      most = std::max(most, length(n - first));
    }
    return most;
  }

  const Brep& brep_;
  const Sameness& same_;
  double least_cosine_;
  SupermaximalFeatures& out_;
  std::vector<Faces> sides_;
  std::vector<std::size_t> uses_;
  std::vector<Carrier> carriers_;
  std::vector<std::uint32_t> carrier_of_, parent_;
  std::vector<std::vector<EdgeEnd>> ends_;  ///< at each vertex
};

}  // namespace

void add_edges(const Brep& brep, const Sameness& same, double turn, SupermaximalFeatures& out) {
  Maker(brep, same, turn, out).run();
}

}  // namespace abut::host
