// Faces with many corners, of places on a small lattice and far from it: whatever they are, the triangles keep the
// border, have no more corners than there are, and do not depend on where the face begins.
#include <algorithm>
#include <map>
#include <vector>

#include "host/shapes/polygon.h"
#include "tests/fuzz/read_or_refuse.h"

namespace {

using abut::Vec3;
using Triangles = std::vector<std::array<std::uint32_t, 3>>;
using Place = std::array<double, 3>;

Place place(const Vec3<double>& p) { return {p.x, p.y, p.z}; }

/// Directed edges between places, those there and back taken off each other.
class Border {
 public:
  explicit Border(const std::vector<Vec3<double>>& points) : points_(points) {}
  void add(std::uint32_t a, std::uint32_t b, int n) {
    const Place p = place(points_[a]), q = place(points_[b]);
    if (p == q) return;
    const auto key = std::minmax(p, q);
    if ((edges_[{key.first, key.second}] += p < q ? n : -n) == 0) edges_.erase({key.first, key.second});
  }
  bool empty() const { return edges_.empty(); }

 private:
  const std::vector<Vec3<double>>& points_;
  std::map<std::pair<Place, Place>, int> edges_;
};

std::vector<std::array<Place, 3>> facets(const std::vector<Vec3<double>>& points, const Triangles& triangles) {
  std::vector<std::array<Place, 3>> all;
  for (const auto& t : triangles) {
    all.push_back({place(points[t[0]]), place(points[t[1]]), place(points[t[2]])});
    std::sort(all.back().begin(), all.back().end());
  }
  std::sort(all.begin(), all.end());
  return all;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 2) return 0;
  // The first byte: bits of each coordinate, whether there is a third, and the unit.
  const double units[] = {1, 0.1, 1e-30, 1e200};
  const unsigned bits = 1 + data[0] % 4;
  const double unit = units[data[0] >> 6];
  std::vector<Vec3<double>> points;
  std::vector<std::uint32_t> corners;
  for (std::size_t k = 1; k < size; ++k) {
    const double x = data[k] & ((1u << bits) - 1), y = data[k] >> bits,
                 z = (data[0] & 0x20) != 0 ? (data[k] * 37) % 5 : 0;
    points.push_back({x * unit, y * unit, z * unit});
    corners.push_back(static_cast<std::uint32_t>(k - 1));
  }
  for (std::size_t round = 1; round <= points.size() / 2; ++round) {  // one round of several has another border
    const auto same = [](const Vec3<double>& a, const Vec3<double>& b) { return place(a) == place(b); };
    const auto second = points.begin() + static_cast<std::ptrdiff_t>(round);
    if (points.size() % round == 0 && std::equal(second, points.end(), points.begin(), same)) return 0;
  }
  Triangles triangles;
  abut::host::cut_polygon(points, corners, triangles);
  if (triangles.size() + 2 > std::max<std::size_t>(corners.size(), 2)) abut::fuzz::finding("too many triangles", "");
  Border border(points);
  for (const auto& t : triangles) border.add(t[0], t[1], 1), border.add(t[1], t[2], 1), border.add(t[2], t[0], 1);
  for (std::size_t k = 0; k < corners.size(); ++k) border.add(corners[k], corners[(k + 1) % corners.size()], -1);
  if (corners.size() >= 3 && !border.empty()) abut::fuzz::finding("the border is another", "");
  std::rotate(corners.begin(), corners.begin() + static_cast<std::ptrdiff_t>(data[1] % corners.size()), corners.end());
  if ((data[0] & 0x10) != 0) std::reverse(corners.begin(), corners.end());
  Triangles again;
  abut::host::cut_polygon(points, corners, again);
  if (facets(points, again) != facets(points, triangles)) abut::fuzz::finding("the facets depend on the beginning", "");
  return 0;
}
