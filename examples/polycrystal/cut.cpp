#include "examples/polycrystal/cut.h"

#include <algorithm>
#include <cmath>

namespace polycrystal {

Cutter::Cutter(const Box& box, std::span<const Seed> seeds, std::uint32_t i) : box_(box), seeds_(seeds), i_(i) {
  for (std::uint32_t k = 0; k < 8; ++k) {
    corners_.push_back({(k & 1) != 0 ? high_x : low_x, (k & 2) != 0 ? high_y : low_y, (k & 4) != 0 ? high_z : low_z});
    std::sort(corners_.back().begin(), corners_.back().end());
    meetings_.push_back(meeting_at(corners_.back()));
  }
  faces_ = {{low_x, {0, 4, 6, 2}},  {high_x, {1, 3, 7, 5}}, {low_y, {0, 1, 5, 4}},
            {high_y, {2, 6, 7, 3}}, {low_z, {0, 2, 3, 1}},  {high_z, {4, 5, 7, 6}}};
}

Meeting Cutter::meeting_at(const Corner& corner) const {
  return meeting(plane_of(box_, seeds_, i_, corner[0]), plane_of(box_, seeds_, i_, corner[1]),
                 plane_of(box_, seeds_, i_, corner[2]));
}

/// Whether anything is to be taken away.
bool Cutter::classify(Side beyond) {
  const Plane plane = plane_of(box_, seeds_, i_, beyond);
  sides_.resize(corners_.size());
  bool any = false;
  for (std::size_t k = 0; k < corners_.size(); ++k) {
    sides_[k] = rounded_side(meetings_[k], plane);
    if (sides_[k] == 0) sides_[k] = exact_side(box_, seeds_, i_, corners_[k], beyond);
    any = any || sides_[k] > 0;
  }
  return any;
}

/// The new corner of an edge: the first of its two faces makes it, the second one completes it.
std::uint32_t Cutter::on_edge(std::uint32_t from, std::uint32_t to, Side face, Side beyond) {
  for (const Split& s : splits_) {
    if (s.from != to || s.to != from) continue;
    corners_[s.corner][1] = face;
    std::sort(corners_[s.corner].begin(), corners_[s.corner].end());
    meetings_[s.corner] = meeting_at(corners_[s.corner]);
    return s.corner;
  }
  const auto made = static_cast<std::uint32_t>(corners_.size());
  corners_.push_back({face, face, beyond});
  meetings_.emplace_back();
  sides_.push_back(0);
  splits_.push_back({from, to, made});
  return made;
}

/// What is left of a face; an edge that it gets is told to the rim of the new face.
Cell::Face Cutter::cut_face(const Cell::Face& face, Side beyond) {
  Cell::Face left{face.beyond, {}};
  std::uint32_t leaves = 0, enters = 0;
  bool is_cut = false;
  const std::size_t n = face.corners.size();
  for (std::size_t k = 0; k < n; ++k) {
    const std::uint32_t u = face.corners[k], v = face.corners[(k + 1) % n];
    const int su = sides_[u], sv = sides_[v];
    if (su <= 0) left.corners.push_back(u);
    if (su == 0 && sv > 0) leaves = u, is_cut = true;
    if (su > 0 && sv == 0) enters = v, is_cut = true;
    if (su * sv >= 0) continue;
    const std::uint32_t made = on_edge(u, v, face.beyond, beyond);
    left.corners.push_back(made);
    (su < 0 ? leaves : enters) = made;
    is_cut = true;
  }
  if (is_cut && leaves != enters) rim_.emplace_back(enters, leaves);
  return left;
}

/// Puts the edges of the rim in their order.
void Cutter::close(Side beyond) {
  Cell::Face face{beyond, {}};
  std::uint32_t at = rim_.front().first;
  for (std::size_t k = 0; k < rim_.size(); ++k) {
    face.corners.push_back(at);
    const auto next = std::find_if(rim_.begin(), rim_.end(), [&](const auto& edge) { return edge.first == at; });
    at = next->second;
  }
  faces_.push_back(std::move(face));
}

void Cutter::forget_unused() {
  constexpr std::uint32_t none = 0xffffffffu;
  std::vector<std::uint32_t> now(corners_.size(), none);
  std::uint32_t count = 0;
  for (Cell::Face& face : faces_) {
    for (std::uint32_t& c : face.corners) {
      if (now[c] == none) now[c] = count++;
      c = now[c];
    }
  }
  std::vector<Corner> corners(count);
  std::vector<Meeting> meetings(count);
  for (std::size_t k = 0; k < now.size(); ++k) {
    if (now[k] == none) continue;
    corners[now[k]] = corners_[k];
    meetings[now[k]] = meetings_[k];
  }
  corners_.swap(corners);
  meetings_.swap(meetings);
}

void Cutter::cut(std::uint32_t j) {
  const auto beyond = static_cast<Side>(j);
  if (empty() || !classify(beyond)) return;
  if (std::none_of(sides_.begin(), sides_.end(), [](int s) { return s < 0; })) {
    faces_.clear();
    corners_.clear();
    meetings_.clear();
    return;
  }
  splits_.clear();
  rim_.clear();
  std::vector<Cell::Face> left;
  for (const Cell::Face& face : faces_) {
    Cell::Face f = cut_face(face, beyond);
    if (f.corners.size() > 2) left.push_back(std::move(f));
  }
  faces_.swap(left);
  close(beyond);
  forget_unused();
}

double Cutter::reach() const {
  double most = 0;
  for (const Meeting& m : meetings_) most = std::max(most, abut::length(m.point) + m.error);
  return most;
}

// In an order of its own: a cell does not tell what has been cut before.
Cell Cutter::cell() const {
  Cell out;
  std::vector<std::uint32_t> order(corners_.size()), now(corners_.size());
  for (std::uint32_t k = 0; k < order.size(); ++k) order[k] = k;
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) { return corners_[a] < corners_[b]; });
  for (std::uint32_t k = 0; k < order.size(); ++k) {
    now[order[k]] = k;
    out.corners.push_back(corners_[order[k]]);
    Vector p = meetings_[order[k]].point + seeds_[i_].place;
    for (const Side side : out.corners.back()) {  // on sides of the box exactly
      if (side == low_x || side == high_x) p.x = side == low_x ? box_.low.x : box_.high.x;
      if (side == low_y || side == high_y) p.y = side == low_y ? box_.low.y : box_.high.y;
      if (side == low_z || side == high_z) p.z = side == low_z ? box_.low.z : box_.high.z;
    }
    out.points.push_back(p);
  }
  out.faces = faces_;
  for (Cell::Face& face : out.faces) {
    for (std::uint32_t& c : face.corners) c = now[c];
    std::rotate(face.corners.begin(), std::min_element(face.corners.begin(), face.corners.end()), face.corners.end());
  }
  std::sort(out.faces.begin(), out.faces.end(),
            [](const Cell::Face& a, const Cell::Face& b) { return a.beyond < b.beyond; });
  return out;
}

}  // namespace polycrystal
