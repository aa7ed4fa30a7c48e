#include "examples/polycrystal/cut.h"

#include <algorithm>
#include <cmath>

namespace polycrystal {

Cutter::Cutter(const Box& box, std::span<const Seed> seeds, std::uint32_t i) : box_(box), seeds_(seeds), i_(i) {
  for (std::uint32_t k = 0; k < 8; ++k) {
    corners_.push_back({(k & 1) != 0 ? high_x : low_x, (k & 2) != 0 ? high_y : low_y, (k & 4) != 0 ? high_z : low_z});
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

Cell Cutter::cell() const {
  Cell out;
  out.corners = corners_;
  out.faces = faces_;
  const Vector at = seeds_[i_].place;
  for (const Meeting& m : meetings_) out.points.push_back(m.point + at);
  return out;
}

}  // namespace polycrystal
