// The contacts of a batch of pairs of surfaces by knots, in stages:
//
//   1. A team for each side of a pair, that is the knots of one body against the other's surface, counts the knots that
//      lie in that surface's box or as near to it as the alert distance. The numbers are summed, and the knots listed.
//   2. A thread a listed knot asks for its closest point.
//   3. Those within the alert distance are counted, and go where they belong: lists are in the order of pairs, sides
//      and knots, so contacts are.
//
// Every stage is enqueued whatever the batch holds: its numbers stay on the device.
#pragma once

#include "abut/contacts/clearance.h"
#include "abut/contacts/matching.h"
#include "kernels/backend.h"
#include "kernels/support/team.h"

namespace abut::device {

/// A knot that may be near the other surface. Data only.
struct ListedKnot {
  std::uint32_t pair, knot;
  bool of_b;  ///< else of A
};

/// What has been found. Data only.
struct KnotFindings {
  std::uint64_t pair_count, room;
  std::uint64_t* begin;  ///< of the listed knots of each side, and of all together: sides 2 i and 2 i + 1 are of pair i
  ListedKnot* knots;     ///< as many as there is room for
  SurfaceGap* gaps;      ///< of those that are contacts
  std::uint64_t* before;  ///< how many of those before it are contacts; the last is how many are in all

  ABUT_HD std::uint64_t listed_count() const { return begin[2 * pair_count]; }
  ABUT_HD bool fits() const { return listed_count() <= room; }
  ABUT_HD std::uint64_t contact_count() const { return before[room]; }
  ABUT_HD bool is_contact(std::uint64_t k) const { return before[k + 1] != before[k]; }
};

/// What a batch needs besides its arrays.
struct KnotScratch {
  KnotFindings found;
  std::uint64_t* side_count;
  std::size_t temporary_bytes;
  unsigned char* temporary;

  template <class Queue>
  KnotScratch(Workspace& w, const Queue& queue, std::uint64_t pairs, std::uint64_t room)
      : found{pairs,
              room,
              w.take<std::uint64_t>(2 * pairs + 1),
              w.take<ListedKnot>(room),
              w.take<SurfaceGap>(room),
              w.take<std::uint64_t>(room + 1)},
        side_count(w.take<std::uint64_t>(1)),
        temporary_bytes(max_of(queue.scan_bytes(2 * pairs + 1), queue.scan_bytes(room + 1))),
        temporary(w.take<unsigned char>(temporary_bytes)) {}

 private:
  static std::size_t max_of(std::size_t a, std::size_t b) { return a > b ? a : b; }
};

namespace knots_detail {

/// The knots of one body of a pair, and the surface that they meet. Data only.
struct PlacedKnots {
  const SurfaceView<double>* master;
  const Vec3<double>* knots;
  std::uint32_t knot_count;
  RelativePose<double> slave_in_master;
  double alert;
};

/// False where there is nothing to ask.
ABUT_HD inline bool place_knots(const backend::KnotSearch& search, std::uint64_t pair, bool of_b, PlacedKnots& out) {
  if (!(of_b ? search.options.knots_of_b : search.options.knots_of_a)) return false;
  const Pair parts = search.pairs[pair];
  const std::uint32_t of_master = of_b ? parts.a : parts.b, of_slave = of_b ? parts.b : parts.a;
  const std::uint32_t master_shape = search.parts.shape[of_master], slave_shape = search.parts.shape[of_slave];
  if (master_shape >= search.surfaces.count || slave_shape >= search.surfaces.count) return false;
  const ContactSurfaceView &master = search.surfaces.of_shape[master_shape],
                           &slave = search.surfaces.of_shape[slave_shape];
  if (master.surface.piece_count == 0 || slave.surface.piece_count == 0) return false;
  const Pose at = world_pose(search.parts, of_master), from = world_pose(search.parts, of_slave);
  if (!is_usable(at) || !is_usable(from)) return false;
  out.master = &master.surface, out.knots = slave.knots, out.knot_count = slave.knot_count;
  out.slave_in_master = relative_pose(at, from, {0, 0, 0}, {0, 0, 0});
  out.alert = alert_between(search.parts.alert, parts, search.options.alert_distance);
  return true;
}

ABUT_HD inline Vec3<double> place_of(const PlacedKnots& placed, std::uint32_t knot) {
  return knot_at(placed.slave_in_master, placed.knots[knot]);
}
ABUT_HD inline bool may_be_near(const PlacedKnots& placed, std::uint32_t knot) {
  return knot_may_be_near(*placed.master, place_of(placed, knot), placed.alert);
}

/// Calls `take(n, k)` for each knot k that may be near, where n of them have a lower number. Returns how many they are.
template <class Team, class Take>
ABUT_HD std::uint64_t visit_near(const PlacedKnots& placed, const Team& team, const Take& take) {
  std::uint64_t sum = 0;
  for (std::uint32_t first = 0; first < placed.knot_count; first += Team::size) {
    std::uint32_t place[Team::held];
    bool near[Team::held];
    for (std::uint32_t l = 0; l < Team::held; ++l) {
      const std::uint32_t k = first + team.rank() + l;
      near[l] = k < placed.knot_count && may_be_near(placed, k);
      place[l] = near[l] ? 1 : 0;
    }
    const std::uint32_t found = team.sums_before(place);
    for (std::uint32_t l = 0; l < Team::held; ++l) {
      if (near[l]) take(sum + place[l], first + team.rank() + l);
    }
    sum += found;
  }
  return sum;
}

/// Two for each pair that there is.
struct CountSides {
  const std::uint64_t* count;
  std::uint64_t pair_count;
  std::uint64_t* side_count;
  ABUT_HD void operator()(std::uint64_t) const { *side_count = 2 * listed(count, pair_count); }
};

/// How many knots a side lists; to be summed.
struct CountKnots {
  struct Shared {};
  backend::KnotSearch search;
  KnotFindings found;
  template <class Team>
  ABUT_HD void operator()(std::uint64_t side, const Team& team, Shared&) const {
    PlacedKnots placed;
    if (!place_knots(search, side / 2, side % 2 != 0, placed)) return;
    const std::uint64_t count = visit_near(placed, team, [](std::uint64_t, std::uint32_t) {});
    if (team.rank() == 0) found.begin[side] = count;
  }
};

struct ListKnots {
  struct Shared {};
  backend::KnotSearch search;
  KnotFindings found;
  template <class Team>
  ABUT_HD void operator()(std::uint64_t side, const Team& team, Shared&) const {
    if (!found.fits() || found.begin[side + 1] == found.begin[side]) return;
    PlacedKnots placed;
    place_knots(search, side / 2, side % 2 != 0, placed);
    visit_near(placed, team, [&](std::uint64_t n, std::uint32_t k) {
      found.knots[found.begin[side] + n] = {static_cast<std::uint32_t>(side / 2), k, side % 2 != 0};
    });
  }
};

/// Asks for the closest point of one listed knot.
struct AskKnot {
  static constexpr unsigned threads_per_block = 64;  // as `FindClosestPoint`
  backend::KnotSearch search;
  KnotFindings found;
  ABUT_HD void operator()(std::uint64_t k) const {
    if (!found.fits()) return;
    const ListedKnot at = found.knots[k];
    PlacedKnots placed;
    place_knots(search, at.pair, at.of_b, placed);
    const Vec3<double> x = place_of(placed, at.knot);
    OneClosestPoint one;
    ClosestPointCache<double>* const no_cache = nullptr;
    answer_closest_query<FourScalars<double>>(*placed.master, x, ClosestPointsOptions{}, view_of(one), 0, no_cache);
    const SurfaceGap gap = gap_of(*placed.master, x, one);
    if (!(gap.gap <= placed.alert)) return;
    found.gaps[k] = gap;
    found.before[k] = 1;
  }
};

/// Where the contacts of pair `i` are, and how many there are.
struct WriteOffsets {
  KnotFindings found;
  std::uint64_t *offsets, *needed, *room_needed;
  ABUT_HD void operator()(std::uint64_t i) const {
    const bool fits = found.fits();
    offsets[i] = fits ? found.before[found.begin[2 * i]] : 0;
    if (i < found.pair_count) return;
    *needed = fits ? offsets[i] : ~std::uint64_t{0};
    *room_needed = found.listed_count();
  }
};

/// Stores one listed knot, if it is a contact.
template <class T>
struct StoreContact {
  backend::KnotSearch search;
  KnotFindings found;
  SurfaceContactsView<T> out;
  ABUT_HD void operator()(std::uint64_t k) const {
    using batch_detail::put;
    if (!found.fits() || found.contact_count() > out.capacity || !found.is_contact(k)) return;
    const ListedKnot at = found.knots[k];
    PlacedKnots placed;
    place_knots(search, at.pair, at.of_b, placed);
    const Vec3<double> x = place_of(placed, at.knot);
    const KnotFrame frame = knot_frame(search.parts, search.pairs[at.pair], at.of_b);
    const KnotContact<T> c = knot_contact<T>(frame, at.knot, x, found.gaps[k]);
    const std::uint64_t to = found.before[k];
    put(out.key, to, c.key), put(out.separation, to, c.separation);
    put(out.normal, to, c.normal), put(out.point, to, c.point);
    put(out.u, to, c.u), put(out.v, to, c.v);
    put(out.status, to, c.status);
  }
};

}  // namespace knots_detail

template <class T, class Queue>
void find_surface_contacts(Queue& queue, const backend::KnotSearch& search, const SurfaceContactsView<T>& out,
                           const KnotScratch& s) {
  using namespace knots_detail;
  const KnotFindings& found = s.found;
  const std::uint64_t sides = 2 * search.pair_count;
  queue.for_each(1, CountSides{search.count, search.pair_count, s.side_count});
  queue.fill(found.begin, sides + 1, 0);
  queue.fill(found.before, found.room + 1, 0);
  queue.for_each_team(s.side_count, sides, CountKnots{search, found});
  queue.scan(found.begin, sides + 1, s.temporary, s.temporary_bytes);
  queue.for_each_team(s.side_count, sides, ListKnots{search, found});
  queue.for_each_of(found.begin + sides, found.room, AskKnot{search, found});
  queue.scan(found.before, found.room + 1, s.temporary, s.temporary_bytes);
  queue.for_each(search.pair_count + 1, WriteOffsets{found, out.offsets, out.needed, out.room_needed});
  queue.for_each_of(found.begin + sides, found.room, StoreContact<T>{search, found, out});
}

}  // namespace abut::device
