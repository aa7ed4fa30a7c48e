// Which support points carry the witness points of a pack: found for all lanes at once, read lane by lane.
#pragma once

#include "abut/narrow/nearest_point.h"
#include "host/exec/isa/lanes/pack.h"

namespace abut {
inline namespace ABUT_ISA {

/// Carriers lane by lane.
template <class R>
struct LaneCarriers {
  alignas(64) std::uint32_t id[3][Pack<R>::width];
  alignas(64) std::uint32_t count[Pack<R>::width];
  ABUT_INLINE explicit LaneCarriers(const Carriers<Pack<R>>& c) {
    for (int k = 0; k < 3; ++k) Lanes<R>::store_index(id[k], c.id[k].v);
    Lanes<R>::store_index(count, c.count.v);
  }
  ABUT_INLINE CarrierIds of(int l) const { return {{id[0][l], id[1][l], id[2][l]}, count[l]}; }
};

/// As `carrier_of`: the support points in use, of equal points the first. None in the lanes of `without`.
template <class R>
ABUT_INLINE Carriers<Pack<R>> carriers_of(const PackMask<R>* used, const Vec3<Pack<R>>* point, const PackIndex<R>* id,
                                          PackMask<R> without) {
  using I = PackIndex<R>;
  const I zero(0), one(1), two(2);
  const auto equals_used = [&](int i, int k) {
    const Vec3<Pack<R>>&p = point[i], &q = point[k];
    return mask_and(used[i], mask_and(p.x == q.x, p.y == q.y, p.z == q.z));
  };
  PackMask<R> asked[3];
  for (int k = 0; k < 3; ++k) asked[k] = mask_and(used[k], mask_not(without));
  const PackMask<R> taken[3] = {asked[0], mask_and(asked[1], mask_not(equals_used(0, 1))),
                                mask_and(asked[2], mask_not(mask_or(equals_used(0, 2), equals_used(1, 2))))};
  Carriers<Pack<R>> out{{zero, zero, zero}, zero};
  for (int k = 0; k < 3; ++k) {
    out.id[0] = select(mask_and(taken[k], equal(out.count, zero)), id[k], out.id[0]);
    out.id[1] = select(mask_and(taken[k], equal(out.count, one)), id[k], out.id[1]);
    out.id[2] = select(mask_and(taken[k], equal(out.count, two)), id[k], out.id[2]);
    out.count = select(taken[k], out.count + one, out.count);
  }
  return out;
}

/// Those of both sides of a pack's answers. Answers beyond the cut-off have none.
template <class R>
struct PackCarriers {
  LaneCarriers<R> a, b;
  ABUT_INLINE PackCarriers(const SupportPoint<Pack<R>>* s, const PackMask<R>* used, PackMask<R> farther)
      : a(side(s, used, farther, false)), b(side(s, used, farther, true)) {}

 private:
  ABUT_INLINE static Carriers<Pack<R>> side(const SupportPoint<Pack<R>>* s, const PackMask<R>* used,
                                            PackMask<R> farther, bool of_b) {
    Vec3<Pack<R>> point[3];
    PackIndex<R> id[3];
    for (int k = 0; k < 3; ++k) {
      point[k] = of_b ? s[k].b : s[k].a;
      id[k] = of_b ? s[k].id_b : s[k].id_a;
    }
    return carriers_of(used, point, id, farther);
  }
};

}  // namespace ABUT_ISA
}  // namespace abut
