#include <algorithm>
#include <cmath>
#include <set>

#include "abut/core/error.h"
#include "examples/dem/text.h"
#include "examples/polycrystal/network.h"

namespace polycrystal {

namespace {

constexpr double radian = 3.14159265358979323846 / 180;

/// One edge's ends made one: what would change, taken only where nothing is spoiled.
class Merge {
 public:
  Merge(const Network& network, const std::vector<std::vector<std::uint32_t>>& faces_at, const Edge& edge)
      : network_(network), keep_(edge[0]), drop_(edge[1]) {
    std::set<std::uint32_t> all(faces_at[keep_].begin(), faces_at[keep_].end());
    all.insert(faces_at[drop_].begin(), faces_at[drop_].end());
    faces_.assign(all.begin(), all.end());
  }

  bool try_it(double length, double degrees) {
    return has_sides() && place() && is_near(length) && make_loops() && are_closed() && are_flat(degrees);
  }
  double objective() const { return objective_; }
  void take(Network& network, std::vector<std::vector<std::uint32_t>>& faces_at) const;

 private:
  std::set<Side> sides_at(std::uint32_t vertex) const;
  bool has_sides();
  bool place();
  bool is_near(double length) const;
  bool make_loops();
  bool are_closed() const;
  bool are_flat(double degrees) const;
  const std::vector<std::uint32_t>& loop_of(std::uint32_t face) const {
    const auto at = std::lower_bound(faces_.begin(), faces_.end(), face);
    return at != faces_.end() && *at == face ? loops_[static_cast<std::size_t>(at - faces_.begin())]
                                             : network_.faces[face].loop;
  }
  Vector at(std::uint32_t vertex) const { return vertex == keep_ ? place_ : network_.vertices[vertex]; }

  const Network& network_;
  std::uint32_t keep_, drop_;
  std::vector<std::uint32_t> faces_;               ///< of either end, ascending
  std::vector<std::vector<std::uint32_t>> loops_;  ///< of these, empty: gone
  std::set<Side> sides_;                           ///< of the box that the new vertex is on
  Vector place_{0, 0, 0};
  double objective_ = 0;
};

std::set<Side> Merge::sides_at(std::uint32_t vertex) const {
  std::set<Side> out;
  for (const std::uint32_t f : faces_) {
    const Network::Face& face = network_.faces[f];
    if (!is_of_box(face.beyond)) continue;
    if (std::find(face.loop.begin(), face.loop.end(), vertex) != face.loop.end()) out.insert(face.beyond);
  }
  return out;
}

/// A vertex on an edge of the box takes one of its sides with it, but no two vertices of different sides make one.
bool Merge::has_sides() {
  const std::set<Side> a = sides_at(keep_), b = sides_at(drop_);
  sides_ = a.size() >= b.size() ? a : b;
  const std::set<Side>& fewer = a.size() >= b.size() ? b : a;
  return std::includes(sides_.begin(), sides_.end(), fewer.begin(), fewer.end());
}

/// Three equations, a[i][0..2] x = a[i][3], by elimination with the column's largest pivot. False where they do not
/// tell.
bool solve(double (&a)[3][4], double (&x)[3]) {
  for (int k = 0; k < 3; ++k) {
    int best = k;
    for (int i = k + 1; i < 3; ++i) best = std::abs(a[i][k]) > std::abs(a[best][k]) ? i : best;
    if (std::abs(a[best][k]) < 1e-9) return false;  // normals are of length 1: no direction is as free as that
    std::swap(a[k], a[best]);
    for (int i = 0; i < 3; ++i) {
      if (i == k) continue;
      const double factor = a[i][k] / a[k][k];
      for (int j = k; j < 4; ++j) a[i][j] -= factor * a[k][j];
    }
  }
  for (int k = 0; k < 3; ++k) x[k] = a[k][3] / a[k][k];
  return true;
}

/// Eq. 6.6 as normal equations, about the middle of the edge; coordinates of the box's sides are given.
bool Merge::place() {
  double a[3][4] = {}, x[3] = {};
  const Vector middle = (network_.vertices[keep_] + network_.vertices[drop_]) * 0.5;
  const double m[3] = {middle.x, middle.y, middle.z};
  for (const std::uint32_t f : faces_) {
    const Network::Face& face = network_.faces[f];
    const double n[3] = {face.normal.x, face.normal.y, face.normal.z};
    const double r = face.offset - abut::dot(face.normal, middle);
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j < 3; ++j) a[i][j] += n[i] * n[j];
      a[i][3] += n[i] * r;
    }
  }
  const double low[3] = {network_.box.low.x, network_.box.low.y, network_.box.low.z};
  const double high[3] = {network_.box.high.x, network_.box.high.y, network_.box.high.z};
  for (const Side side : sides_) {
    const int k = (-side - 1) / 2;
    for (int j = 0; j < 3; ++j) a[k][j] = j == k ? 1 : 0;
    a[k][3] = (side % 2 == 0 ? high[k] : low[k]) - m[k];
  }
  if (!solve(a, x)) return false;
  for (int k = 0; k < 3; ++k) x[k] += m[k];
  for (const Side side : sides_) x[(-side - 1) / 2] = (side % 2 == 0 ? high : low)[(-side - 1) / 2];
  place_ = {x[0], x[1], x[2]};
  double sum = 0;
  for (const std::uint32_t f : faces_) {
    const double d = abut::dot(network_.faces[f].normal, place_) - network_.faces[f].offset;
    sum += d * d;
  }
  objective_ = std::sqrt(sum);
  return true;
}

/// Planes that are nearly parallel would take the vertex far away.
bool Merge::is_near(double length) const {
  return abut::length(place_ - network_.vertices[keep_]) <= length &&
         abut::length(place_ - network_.vertices[drop_]) <= length;
}

/// Faces with both ends lose one; of them triangles are gone. Ends that are not side by side make no face.
bool Merge::make_loops() {
  for (const std::uint32_t f : faces_) {
    std::vector<std::uint32_t> loop = network_.faces[f].loop;
    const auto a = std::find(loop.begin(), loop.end(), keep_), b = std::find(loop.begin(), loop.end(), drop_);
    if (a != loop.end() && b != loop.end()) {
      const auto apart = static_cast<std::size_t>(std::abs(a - b));
      if (apart != 1 && apart != loop.size() - 1) return false;
      loop.erase(b);
      if (loop.size() < 3) loop.clear();
    } else if (b != loop.end()) {
      *b = keep_;
    }
    loops_.push_back(std::move(loop));
  }
  return true;
}

/// Whether the cells about the edge are closed, by Euler's number too.
bool Merge::are_closed() const {
  std::set<std::uint32_t> cells;
  for (const std::uint32_t f : faces_) {
    cells.insert(network_.faces[f].cell);
    if (!is_of_box(network_.faces[f].beyond)) cells.insert(static_cast<std::uint32_t>(network_.faces[f].beyond));
  }
  for (const std::uint32_t i : cells) {
    Network one;
    one.cells.resize(1);
    for (const std::uint32_t f : network_.cells[i]) {
      const std::vector<std::uint32_t>& loop = loop_of(f);
      if (loop.empty()) continue;
      one.cells[0].push_back(static_cast<std::uint32_t>(one.faces.size()));
      one.faces.push_back({loop, network_.faces[f].cell == i ? 0u : 1u, 0, {0, 0, 0}, 0});
    }
    if (!fault_of(one).empty()) return false;
  }
  return true;
}

/// Triangles from a face's middle, beside its area vector.
bool Merge::are_flat(double degrees) const {
  const double least = std::cos(degrees * radian);
  for (const std::vector<std::uint32_t>& loop : loops_) {
    if (loop.empty()) continue;
    Vector sum{0, 0, 0}, area{0, 0, 0};
    for (const std::uint32_t v : loop) sum = sum + (at(v) - place_);
    const Vector middle = place_ + sum * (1.0 / static_cast<double>(loop.size()));
    std::vector<Vector> parts;
    for (std::size_t k = 0; k < loop.size(); ++k) {
      parts.push_back(abut::cross(at(loop[k]) - middle, at(loop[(k + 1) % loop.size()]) - middle));
      area = area + parts.back();
    }
    for (const Vector& part : parts) {
      if (!(abut::dot(part, area) > least * abut::length(part) * abut::length(area))) return false;
    }
  }
  return true;
}

void Merge::take(Network& network, std::vector<std::vector<std::uint32_t>>& faces_at) const {
  network.vertices[keep_] = place_;
  std::vector<std::uint32_t>& here = faces_at[keep_];
  here.clear();
  faces_at[drop_].clear();
  for (std::size_t k = 0; k < faces_.size(); ++k) {
    Network::Face& face = network.faces[faces_[k]];
    if (loops_[k].empty()) {
      for (const std::uint32_t v : face.loop) std::erase(faces_at[v], faces_[k]);
      std::erase(network.cells[face.cell], faces_[k]);
      if (!is_of_box(face.beyond)) std::erase(network.cells[static_cast<std::size_t>(face.beyond)], faces_[k]);
    } else {
      here.push_back(faces_[k]);
    }
    face.loop = loops_[k];
  }
}

/// Leaves out faces that are gone and vertices of none.
void compact(Network& network) {
  std::vector<std::uint32_t> now(network.vertices.size(), 0xffffffffu), face_now(network.faces.size(), 0);
  Network out{network.box, network.seeds, {}, {}, std::move(network.cells)};
  for (std::size_t f = 0; f < network.faces.size(); ++f) {
    face_now[f] = static_cast<std::uint32_t>(out.faces.size());
    if (network.faces[f].loop.empty()) continue;
    for (std::uint32_t& v : network.faces[f].loop) {
      if (now[v] == 0xffffffffu) {
        now[v] = static_cast<std::uint32_t>(out.vertices.size());
        out.vertices.push_back(network.vertices[v]);
      }
      v = now[v];
    }
    out.faces.push_back(std::move(network.faces[f]));
  }
  for (std::vector<std::uint32_t>& cell : out.cells) {
    for (std::uint32_t& f : cell) f = face_now[f];
  }
  network = std::move(out);
}

std::vector<Edge> short_edges(const Network& network, double length) {
  std::vector<Edge> out;
  for (const Edge& e : edges_of(network)) {
    if (length_of(network, e) < length) out.push_back(e);
  }
  std::stable_sort(out.begin(), out.end(),
                   [&](const Edge& a, const Edge& b) { return length_of(network, a) < length_of(network, b); });
  return out;
}

}  // namespace

Regularisation regularise(Network& network, double length, double degrees) {
  if (!(length >= 0) || !std::isfinite(length)) {
    throw abut::InvalidInput("length is " + dem::text_of(length) + ": finite and not negative");
  }
  if (!(degrees > 0 && degrees <= 90)) {
    throw abut::InvalidInput("degrees is " + dem::text_of(degrees) + ": above 0, up to 90");
  }
  std::vector<std::vector<std::uint32_t>> faces_at(network.vertices.size());
  for (std::uint32_t f = 0; f < network.faces.size(); ++f) {
    for (const std::uint32_t v : network.faces[f].loop) faces_at[v].push_back(f);
  }
  Regularisation out;
  std::vector<Edge> open = short_edges(network, length);
  out.short_before = open.size();
  for (bool again = true; again; open = short_edges(network, length)) {
    again = false;
    for (const Edge& e : open) {  // after a merge lengths are others
      Merge merge(network, faces_at, e);
      if (!merge.try_it(length, degrees)) continue;
      merge.take(network, faces_at);
      ++out.merged;
      out.largest = std::max(out.largest, merge.objective());
      again = true;
      break;
    }
  }
  out.short_after = open.size();
  compact(network);
  return out;
}

}  // namespace polycrystal
