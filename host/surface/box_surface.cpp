// A box as one closed surface of degree 1.
#include "abut/core/error.h"
#include "abut/surface/nurbs.h"
#include "host/is_distance.h"
#include "host/number_text.h"

namespace abut {

NurbsSurface box_surface(const Vec3<double>& half_extents) {
  const double h[3] = {half_extents.x, half_extents.y, half_extents.z};
  for (const double extent : h) {
    if (host::is_distance(extent) && extent > 0) continue;
    throw InvalidInput("box_surface: a half extent is " + host::number_text(extent) +
                       "; allowed are finite numbers above 0");
  }
  const int along = h[0] >= h[1] && h[0] >= h[2] ? 0 : h[1] >= h[2] ? 1 : 2;
  const int x = (along + 1) % 3, y = (along + 2) % 3;  // right-handed: normals are outward
  NurbsSurface out{{1, {0, 0, 1, 2, 3, 3}}, {1, {0, 0, 1, 2, 3, 4, 4}}, {}};
  const double around[5][2] = {{1, 1}, {-1, 1}, {-1, -1}, {1, -1}, {1, 1}};
  for (int row = 0; row < 4; ++row) {
    for (const auto& corner : around) {
      const double wide = row == 1 || row == 2 ? 1 : 0;
      double p[3];
      p[x] = wide * corner[0] * h[x], p[y] = wide * corner[1] * h[y], p[along] = row < 2 ? h[along] : -h[along];
      out.points.push_back({p[0], p[1], p[2]});
    }
  }
  return out;
}

}  // namespace abut
