// Lines along z: where one enters and leaves the mesh says how often each bit of it is enclosed. Only the excess is
// measured, so that the error is that of what overlaps; a place of its own for each line in its cell (stratified
// sampling) keeps faces along the axes from adding up.
#include "host/shapes/enclosed_volume.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "abut/core/predicates.h"

namespace abut::host {
namespace {

/// Data only.
struct Crossing {
  std::uint32_t line;
  double z;
  int step;  ///< 1: into the mesh
};

class Lines {
 public:
  explicit Lines(const Mesh& mesh) : mesh_(mesh), lo_(mesh.vertices[0]), hi_(lo_) {
    for (const Vec3<double>& v : mesh.vertices) {
      lo_ = {min(lo_.x, v.x), min(lo_.y, v.y), min(lo_.z, v.z)};
      hi_ = {max(hi_.x, v.x), max(hi_.y, v.y), max(hi_.z, v.z)};
    }
    const double area = width() * height();
    double asked = 0;  // cells that triangles' boxes meet, over all cells
    for (const auto& t : mesh.triangles) {
      const Box b = box_of(t);
      asked += area > 0 ? (b.hi_x - b.lo_x) * (b.hi_y - b.lo_y) / area : 0;
    }
    constexpr double most_work = 1e8;
    while (side_ > 64 && asked * side_ * side_ > most_work) side_ /= 2;
  }

  double excess() {
    for (const auto& t : mesh_.triangles) add(t);
    std::sort(crossings_.begin(), crossings_.end(),
              [](const Crossing& a, const Crossing& b) { return a.line != b.line ? a.line < b.line : a.z < b.z; });
    double sum = 0;
    int round = 0;
    for (std::size_t k = 0; k < crossings_.size(); ++k) {
      const bool first = k == 0 || crossings_[k].line != crossings_[k - 1].line;
      if (first) round = 0;
      if (!first) sum += (crossings_[k].z - crossings_[k - 1].z) * (round > 1 ? round - 1 : round < 0 ? round : 0);
      round += crossings_[k].step;
    }
    return sum * (width() / side_) * (height() / side_);
  }

 private:
  struct Box {
    double lo_x, lo_y, hi_x, hi_y;
  };
  double width() const { return hi_.x - lo_.x; }
  double height() const { return hi_.y - lo_.y; }

  Box box_of(const std::array<std::uint32_t, 3>& t) const {
    const Vec3<double>&a = mesh_.vertices[t[0]], &b = mesh_.vertices[t[1]], &c = mesh_.vertices[t[2]];
    return {std::min({a.x, b.x, c.x}), std::min({a.y, b.y, c.y}), std::max({a.x, b.x, c.x}), std::max({a.y, b.y, c.y})};
  }
  std::uint32_t cell(double share) const {
    return static_cast<std::uint32_t>(std::clamp(share * side_, 0.0, static_cast<double>(side_ - 1)));
  }

  /// In [0, 1), by the cell's number (Steele et al. 2014, SplitMix).
  static double chance(std::uint64_t n) {
    n = (n + 1) * 0x9e3779b97f4a7c15u;
    n = (n ^ (n >> 30)) * 0xbf58476d1ce4e5b9u;
    n = (n ^ (n >> 27)) * 0x94d049bb133111ebu;
    return static_cast<double>((n ^ (n >> 31)) >> 11) * 0x1p-53;
  }

  /// Which side of the edge a b a line is on; one through the edge is told the same by both triangles there.
  int side(std::uint32_t a, std::uint32_t b, double x, double y) const {
    const bool turned = a > b;
    const Vec3<double>&p = mesh_.vertices[turned ? b : a], &q = mesh_.vertices[turned ? a : b];
    const int sign = orient2d(p.x, p.y, q.x, q.y, x, y) >= 0 ? 1 : -1;
    return turned ? -sign : sign;
  }

  void add(const std::array<std::uint32_t, 3>& t) {
    if (!(width() > 0) || !(height() > 0)) return;
    const Box box = box_of(t);
    const std::uint32_t right = cell((box.hi_x - lo_.x) / width()), top = cell((box.hi_y - lo_.y) / height());
    for (std::uint32_t j = cell((box.lo_y - lo_.y) / height()); j <= top; ++j) {
      for (std::uint32_t i = cell((box.lo_x - lo_.x) / width()); i <= right; ++i) {
        const std::uint32_t line = j * static_cast<std::uint32_t>(side_) + i;
        const double x = lo_.x + width() * ((i + chance(2 * std::uint64_t{line})) / side_);
        const double y = lo_.y + height() * ((j + chance(2 * std::uint64_t{line} + 1)) / side_);
        const int s = side(t[0], t[1], x, y);
        if (side(t[1], t[2], x, y) != s || side(t[2], t[0], x, y) != s) continue;
        crossings_.push_back({line, height_at(t, x, y), -s});
      }
    }
  }

  double height_at(const std::array<std::uint32_t, 3>& t, double x, double y) const {
    const Vec3<double>&a = mesh_.vertices[t[0]], &b = mesh_.vertices[t[1]], &c = mesh_.vertices[t[2]];
    const double u = (b.x - x) * (c.y - y) - (b.y - y) * (c.x - x), v = (c.x - x) * (a.y - y) - (c.y - y) * (a.x - x),
                 w = (a.x - x) * (b.y - y) - (a.y - y) * (b.x - x), sum = u + v + w;
    const double z = sum != 0 ? (a.z * u + b.z * v + c.z * w) / sum : a.z;
    return std::clamp(z, std::min({a.z, b.z, c.z}), std::max({a.z, b.z, c.z}));
  }

  const Mesh& mesh_;
  Vec3<double> lo_, hi_;
  int side_ = 512;
  std::vector<Crossing> crossings_;
};

}  // namespace

double volume_counted_twice(const Mesh& mesh) { return mesh.triangles.empty() ? 0 : Lines(mesh).excess(); }

}  // namespace abut::host
