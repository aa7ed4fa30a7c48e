// Per-pair functions alone, without the library: nothing is linked.
#include <cstdio>

#include "abut/core/pose.h"
#include "abut/core/predicates.h"
#include "abut/narrow/query.h"

int main() {
  const abut::Vec3<double> a{0, 0, 0}, b{1, 0, 0}, c{0, 1, 0}, d{0, 0, 1e-300};
  const auto turn = abut::rotation_from_quaternion(1, 0, 0, 1);
  std::printf("%d %g\n", abut::orient3d(a, b, c, d) > 0 ? 1 : abut::orient3d(a, b, c, d) < 0 ? -1 : 0, turn.m[3]);
  return sizeof(abut::QueryResult<float>) > 0 ? 0 : 1;
}
