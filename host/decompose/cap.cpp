// What a cut has opened, closed with triangles: its open edges form outlines; holes are joined to the outline round
// them by a bridge; ears are cut off (Meisters 1975; bridges as Eberly 2002). Where no ear is left, outlines cross by
// rounding: a fan closes the rest, which is right in every sum.
//
// Not by the exact ear cutter of host/shapes/, which is for polygons as they are given: it takes corners at one place
// for one corner, but a piece is closed by their numbers; and corners of a cut are rounded, so that exact signs tell no
// more.
#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "host/decompose/piece.h"

namespace abut::host {
namespace {

/// A corner in the cap's plane. Data only.
struct Corner {
  double x, y;
  std::uint32_t id;
};
using Outline = std::vector<Corner>;

double turn(const Corner& a, const Corner& b, const Corner& c) {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

double area_of(const Outline& o) {
  double sum = 0;
  for (std::size_t i = 0; i < o.size(); ++i) {
    const Corner &p = o[i], &q = o[(i + 1) % o.size()];
    sum += (p.x - o[0].x) * (q.y - o[0].y) - (q.x - o[0].x) * (p.y - o[0].y);
  }
  return sum / 2;
}

bool holds(const Outline& o, const Corner& c) {
  bool in = false;
  for (std::size_t i = 0, j = o.size() - 1; i < o.size(); j = i++) {
    if ((o[i].y > c.y) == (o[j].y > c.y)) continue;
    if (c.x < (o[j].x - o[i].x) * (c.y - o[i].y) / (o[j].y - o[i].y) + o[i].x) in = !in;
  }
  return in;
}

/// A ring seen against `normal`.
Outline outline_of(const Piece& piece, const std::vector<std::uint32_t>& ring, const Vec3<double>& normal) {
  const Vec3<double> aside = std::fabs(normal.x) < 0.6 ? Vec3<double>{1, 0, 0} : Vec3<double>{0, 1, 0};
  const Vec3<double> u = direction(outer(normal, aside)), v = outer(normal, u);
  Outline o;
  for (const std::uint32_t id : ring) o.push_back({inner(u, piece.points[id]), inner(v, piece.points[id]), id});
  return o;
}

bool cross(const Corner& a, const Corner& b, const Corner& c, const Corner& d) {
  const double o1 = turn(a, b, c), o2 = turn(a, b, d), o3 = turn(c, d, a), o4 = turn(c, d, b);
  return ((o1 < 0 && o2 > 0) || (o1 > 0 && o2 < 0)) && ((o3 < 0 && o4 > 0) || (o3 > 0 && o4 < 0));
}

/// Whether the way from corner i of an outline to `c` begins inside.
bool looks_inside(const Outline& o, std::size_t i, const Corner& c) {
  const Corner &p = o[(i + o.size() - 1) % o.size()], &q = o[i], &r = o[(i + 1) % o.size()];
  if (turn(p, q, r) >= 0) return turn(p, q, c) >= 0 && turn(q, r, c) >= 0;
  return !(turn(p, q, c) < 0 && turn(q, r, c) < 0);
}

/// Joins a hole to an outline by two edges, there and back: to the nearest corner that it sees. `holes`: what else may
/// be in the way.
void bridge(Outline& outline, const Outline& hole, const std::vector<Outline>& holes) {
  std::size_t from = 0;
  for (std::size_t i = 1; i < hole.size(); ++i) {
    if (hole[i].x > hole[from].x) from = i;
  }
  const Corner& c = hole[from];
  std::vector<std::size_t> nearest(outline.size());
  std::iota(nearest.begin(), nearest.end(), std::size_t{0});
  const auto squared = [&](std::size_t i) {
    const double x = outline[i].x - c.x, y = outline[i].y - c.y;
    return x * x + y * y;
  };
  std::stable_sort(nearest.begin(), nearest.end(), [&](auto i, auto j) { return squared(i) < squared(j); });
  const auto is_crossed = [&](const Outline& o, const Corner& to) {
    for (std::size_t k = 0; k < o.size(); ++k) {
      if (cross(c, to, o[k], o[(k + 1) % o.size()])) return true;
    }
    return false;
  };
  std::size_t to = nearest[0];
  for (const std::size_t i : nearest) {
    if (!looks_inside(outline, i, c) || is_crossed(outline, outline[i])) continue;
    if (std::any_of(holes.begin(), holes.end(), [&](const Outline& h) { return is_crossed(h, outline[i]); })) continue;
    to = i;
    break;
  }
  Outline joined(outline.begin(), outline.begin() + static_cast<std::ptrdiff_t>(to) + 1);
  for (std::size_t k = 0; k <= hole.size(); ++k) joined.push_back(hole[(from + k) % hole.size()]);
  joined.insert(joined.end(), outline.begin() + static_cast<std::ptrdiff_t>(to), outline.end());
  outline = std::move(joined);
}

/// Corners of an outline that are left, in a ring.
class EarClipper {
 public:
  EarClipper(const Outline& outline, Piece& piece) : o_(outline), piece_(piece), next_(o_.size()), last_(o_.size()) {
    for (std::size_t i = 0; i < o_.size(); ++i) {
      next_[i] = (i + 1) % o_.size();
      last_[i] = (i + o_.size() - 1) % o_.size();
      size_ = std::max({size_, std::fabs(o_[i].x - o_[0].x), std::fabs(o_[i].y - o_[0].y)});
    }
  }
  void clip() {
    std::size_t at = 0, remaining = o_.size(), without = 0;
    while (remaining > 3 && without <= remaining) {
      if (is_ear(at)) {
        remaining -= cut_off(at);
        at = last_[at];
        without = 0;
      } else {
        ++without;
      }
      at = next_[at];
    }
    for (std::size_t b = next_[at], c = next_[b]; c != at; b = c, c = next_[c]) add(at, b, c);
  }

 private:
  bool is_ear(std::size_t at) const {
    const Corner &a = o_[last_[at]], &b = o_[at], &c = o_[next_[at]];
    if (is_spur(a, b, c)) return true;
    if (!(turn(a, b, c) > 0)) return false;
    for (std::size_t k = next_[next_[at]]; k != last_[at]; k = next_[k]) {
      const Corner& p = o_[k];
      if (p.id == a.id || p.id == b.id || p.id == c.id) continue;
      if (turn(a, b, p) >= 0 && turn(b, c, p) >= 0 && turn(c, a, p) >= 0) return false;
    }
    return true;
  }

  /// Where an outline turns back on itself, to within rounding error, as it does where facets fold back: what is cut
  /// off there has no area. Left to the end it would be the corner of triangles outside of the outline.
  bool is_spur(const Corner& a, const Corner& b, const Corner& c) const {
    const double ux = b.x - a.x, uy = b.y - a.y, vx = c.x - b.x, vy = c.y - b.y;
    return ux * vx + uy * vy <= 0 &&
           std::fabs(turn(a, b, c)) <= flat * size_ * std::sqrt(std::max(ux * ux + uy * uy, vx * vx + vy * vy));
  }

  static constexpr double flat = 1e-12;  // of a spur, over the outline's size
  /// Triangles with a corner twice are none: their edges run there and back.
  void add(std::size_t a, std::size_t b, std::size_t c) {
    const std::uint32_t p = o_[a].id, q = o_[b].id, r = o_[c].id;
    if (p != q && q != r && r != p) piece_.add({p, q, r});
  }

  /// Takes a corner out of the ring, and the next one where it is the same as the last. How many that are.
  std::size_t cut_off(std::size_t at) {
    const std::size_t a = last_[at], c = next_[at];
    add(a, at, c);
    const bool back = o_[a].id == o_[c].id;
    const std::size_t end = back ? next_[c] : c;
    next_[a] = end;
    last_[end] = a;
    return back ? 2 : 1;
  }

  const Outline o_;
  Piece& piece_;
  std::vector<std::size_t> next_, last_;
  double size_ = 0;
};

}  // namespace

std::vector<std::vector<std::uint32_t>> open_rings(const Piece& piece, const std::vector<std::uint8_t>& among) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, int> open;
  for (std::size_t i = 0; i < piece.size(); ++i) {
    for (std::uint32_t k = piece.begin[i]; k < piece.begin[i + 1]; ++k) {
      const std::uint32_t p = piece.corners[k], q = piece.corners[k + 1 < piece.begin[i + 1] ? k + 1 : piece.begin[i]];
      if (!among.empty() && (among[p] == 0 || among[q] == 0)) continue;
      const auto back = open.find({q, p});
      if (back == open.end()) {
        ++open[{p, q}];
      } else if (--back->second == 0) {
        open.erase(back);
      }
    }
  }
  std::map<std::uint32_t, std::vector<std::uint32_t>> next;
  for (const auto& [edge, count] : open) {
    for (int i = 0; i < count; ++i) next[edge.second].push_back(edge.first);
  }
  // Every corner has as many edges in as out, so a walk ends where it began. A ring is split off where it comes by a
  // corner again.
  std::vector<std::vector<std::uint32_t>> rings;
  std::vector<std::uint32_t> walk;
  std::map<std::uint32_t, std::size_t> place;
  while (!next.empty()) {
    if (walk.empty()) walk.push_back(next.begin()->first), place[walk[0]] = 0;
    const auto from = next.find(walk.back());
    if (from == next.end()) {  // not reached where all rings close
      walk.clear(), place.clear();
      continue;
    }
    const std::uint32_t to = from->second.back();
    from->second.pop_back();
    if (from->second.empty()) next.erase(from);
    const auto seen = place.find(to);
    if (seen == place.end()) {
      place[to] = walk.size();
      walk.push_back(to);
      continue;
    }
    rings.emplace_back(walk.begin() + static_cast<std::ptrdiff_t>(seen->second), walk.end());
    const std::size_t length = seen->second + 1;
    for (std::size_t i = length; i < walk.size(); ++i) place.erase(walk[i]);
    walk.resize(length);
    if (length == 1) walk.clear(), place.clear();
  }
  return rings;
}

void cap(Piece& piece, const std::vector<std::uint8_t>& in_plane, const Vec3<double>& normal) {
  std::vector<Outline> outlines, holes;
  for (const auto& ring : open_rings(piece, in_plane)) {
    Outline o = outline_of(piece, ring, normal);
    (area_of(o) > 0 ? outlines : holes).push_back(std::move(o));
  }
  std::vector<std::vector<Outline>> holes_of(outlines.size());
  for (Outline& h : holes) {
    std::size_t round = outlines.size();
    for (std::size_t i = 0; i < outlines.size(); ++i) {
      if (!holds(outlines[i], h[0])) continue;
      if (round == outlines.size() || area_of(outlines[i]) < area_of(outlines[round])) round = i;
    }
    if (round < outlines.size()) {
      holes_of[round].push_back(std::move(h));
    } else {
      EarClipper(h, piece).clip();  // an outline that is flat, or crosses itself
    }
  }
  const auto rightmost = [](const Outline& o) {
    return std::max_element(o.begin(), o.end(), [](const Corner& a, const Corner& b) { return a.x < b.x; })->x;
  };
  for (std::size_t i = 0; i < outlines.size(); ++i) {
    std::stable_sort(holes_of[i].begin(), holes_of[i].end(),
                     [&](const Outline& a, const Outline& b) { return rightmost(a) > rightmost(b); });
    for (const Outline& h : holes_of[i]) bridge(outlines[i], h, holes_of[i]);
    EarClipper(outlines[i], piece).clip();
  }
}

void fill_ring(Piece& piece, const std::vector<std::uint32_t>& ring) {
  Vec3<double> area{0, 0, 0};
  const Vec3<double> o = piece.points[ring[0]];
  for (std::size_t i = 1; i + 1 < ring.size(); ++i) {
    area = area + outer(piece.points[ring[i]] - o, piece.points[ring[i + 1]] - o);
  }
  EarClipper(outline_of(piece, ring, direction(area)), piece).clip();
}

}  // namespace abut::host
