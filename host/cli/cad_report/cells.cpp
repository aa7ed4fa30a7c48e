#include "host/cli/cad_report/cells.h"

#include <algorithm>
#include <cmath>

#include "abut/brep/brep_geometry.h"
#include "abut/brep/trimmed_domain.h"

namespace abut::cli {
namespace {

constexpr int most_steps = 200;
constexpr double most_turn = 0.18;  // radians

class Sampler {
 public:
  Sampler(const Brep& part, std::uint32_t face, double longest)
      : part_(part), face_(face), surface_(part.faces[face].surface), domain_(part, face), longest_(longest) {}

  std::vector<FaceCell> take() {
    const TrimBox& box = domain_.box();
    const int along_u = steps(true), along_v = steps(false);
    if (along_u == 0 || along_v == 0) return {};
    const double du = (box.end_u - box.begin_u) / along_u, dv = (box.end_v - box.begin_v) / along_v;
    for (int j = 0; j < along_v; ++j) {
      for (int i = 0; i < along_u; ++i) add(box.begin_u + i * du, box.begin_v + j * dv, du, dv, 0);
    }
    return std::move(out_);
  }

 private:
  Vec3<double> point(double u, double v) const { return surface_point_at(part_, surface_, u, v).point; }
  bool is_inside(double u, double v) const { return domain_.side_of(u, v, 0) == TrimSide::inside; }

  /// How many along one parameter: by length and by turning, along three lines. 0 where they do not end.
  int steps(bool along_u) const {
    constexpr int samples = 16;
    const TrimBox& b = domain_.box();
    if (!std::isfinite(b.end_u - b.begin_u) || !std::isfinite(b.end_v - b.begin_v)) return 0;
    double most = 1;
    for (const double across : {0.1, 0.5, 0.9}) {
      double length_of_line = 0, turn = 0;
      Vec3<double> last_point, last_normal;
      for (int i = 0; i <= samples; ++i) {
        const double along = static_cast<double>(i) / samples;
        const double u = b.begin_u + (b.end_u - b.begin_u) * (along_u ? along : across);
        const double v = b.begin_v + (b.end_v - b.begin_v) * (along_u ? across : along);
        const Vec3<double> p = point(u, v), n = outward_normal(part_, face_, u, v);
        if (i > 0) {
          length_of_line += length(p - last_point);
          turn += std::acos(std::clamp(dot(n, last_normal), -1.0, 1.0));
        }
        last_point = p, last_normal = n;
      }
      most = std::max({most, length_of_line / longest_, turn / most_turn});
    }
    return static_cast<int>(std::min<double>(most_steps, std::ceil(most)));
  }

  void add(double u, double v, double du, double dv, int depth) {
    constexpr int deepest = 4;
    const double mid_u = u + 0.5 * du, mid_v = v + 0.5 * dv;
    const bool middle = is_inside(mid_u, mid_v);
    if (depth < deepest) {
      int inside = middle ? 1 : 0;
      // A little inside of the corners: those on the box are on the boundary.
      constexpr double in = 0.01;
      for (const double a : {in, 1 - in}) {
        for (const double b : {in, 1 - in}) inside += is_inside(u + a * du, v + b * dv) ? 1 : 0;
      }
      if (inside == 0) return;
      if (inside < 5) {
        for (const double a : {u, mid_u}) {
          for (const double b : {v, mid_v}) add(a, b, 0.5 * du, 0.5 * dv, depth + 1);
        }
        return;
      }
    } else if (!middle) {
      return;
    }
    out_.push_back({{point(u, v), point(u + du, v), point(u + du, v + dv), point(u, v + dv)},
                    outward_normal(part_, face_, mid_u, mid_v),
                    face_});
  }

  const Brep& part_;
  std::uint32_t face_, surface_;
  TrimmedDomain domain_;
  double longest_;
  std::vector<FaceCell> out_;
};

}  // namespace

std::vector<FaceCell> face_cells(const Brep& part, std::uint32_t face, double longest) {
  return Sampler(part, face, longest).take();
}

}  // namespace abut::cli
