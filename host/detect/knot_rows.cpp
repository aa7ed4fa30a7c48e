#include "host/detect/knot_rows.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "abut/bodies/world_pose.h"
#include "abut/contacts/matching.h"
#include "abut/narrow/record.h"
#include "abut/surface/surface_contacts.h"
#include "host/detect/finite_record.h"

namespace abut::host {
namespace {

template <class T>
Contact<T> record(const SurfaceContacts<T>& found, std::uint64_t k, Pair pair) {
  Contact<T> c = query_detail::empty_contact<T>(status_of(found.status[k]));
  c.separation = found.separation[k];
  c.normal = found.normal[k];
  c.point = found.point[k];
  // The knot and its closest point, but for what roundings have to do with their direction.
  const Vec3<T> half = c.normal * (c.separation * T(0.5));
  c.witness_a = c.point - half, c.witness_b = c.point + half;
  const auto knot = static_cast<std::uint32_t>(found.key[k] & (surface_contact_of_b - 1));
  const bool of_b = (found.key[k] & surface_contact_of_b) != 0;
  (of_b ? c.feature_b : c.feature_a) = make_feature(FeatureKind::vertex, knot);
  c.key = contact_key(pair, c.feature_a, c.feature_b);
  // The gap itself is rounded to T, and one rounding more is taken off.
  const T magnitude = std::abs(c.separation);
  c.lower_bound = c.separation - T(2) * Epsilon<T>::value * magnitude;
  const bool no_normal = c.normal.x == T(0) && c.normal.y == T(0) && c.normal.z == T(0);
  c.status =
      static_cast<std::uint8_t>(static_cast<int>(status_of(found.status[k])) | (no_normal ? normal_undefined_flag : 0));
  return c;
}

template <class T>
class RowWriter {
 public:
  explicit RowWriter(KnotRows<T>& out) : out_(out) {}

  void contacts(Pair pair, const SurfaceContacts<T>& found, std::uint64_t first, std::uint64_t end) {
    const std::size_t begin = out_.contacts.size();
    Status status = Status::farther_than_alert;
    T deepest = std::numeric_limits<T>::infinity();
    for (std::uint64_t k = first; k < end; ++k) {
      const Contact<T> c = record(found, k, pair);
      if (!is_finite_record(c)) {  // lengths that the scalar does not hold
        out_.contacts.resize(begin), out_.knots.u.resize(begin), out_.knots.v.resize(begin);
        return failure(pair, Status::degenerate_shape);
      }
      if (c.separation < deepest) deepest = c.separation, status = status_of(c.status);
      add(c, found.u[k], found.v[k]);
    }
    close(status);
  }
  void failure(Pair pair, Status status) {
    Contact<T> c = query_detail::empty_contact<T>(status);
    c.key = contact_key(pair, c.feature_a, c.feature_b);
    add(c, std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::quiet_NaN());
    close(status);
  }

 private:
  void add(const Contact<T>& c, double u, double v) {
    out_.contacts.push_back(c), out_.knots.u.push_back(u), out_.knots.v.push_back(v);
  }
  void close(Status status) {
    out_.offsets.push_back(out_.contacts.size());
    out_.status.push_back(status);
  }

  KnotRows<T>& out_;
};

}  // namespace

bool meets_by_knots(const ContactSurfaces& surfaces, const PartsView& parts, Pair pair) {
  const std::uint32_t a = parts.shape[pair.a], b = parts.shape[pair.b];
  if (!surfaces.has(a) || !surfaces.has(b)) return false;
  return !surfaces.knots(a).empty() || !surfaces.knots(b).empty();
}

bool has_surfaces(const ContactSurfaces* surfaces, const ShapeSet& shapes) {
  bool any = false;
  for (std::uint32_t s = 0; surfaces != nullptr && s < shapes.size() && !any; ++s) any = surfaces->has(s);
  return any;
}

template <class T>
KnotRows<T> knot_rows(const Cpu& cpu, const ContactSurfaces& surfaces, const PartsView& parts,
                      std::span<const Pair> pairs, double alert_distance) {
  // Given candidates are in any order, and the finder wants theirs.
  std::vector<Pair> sorted(pairs.begin(), pairs.end());
  std::sort(sorted.begin(), sorted.end(), [](Pair p, Pair q) { return comes_before(p, q); });
  sorted.erase(std::unique(sorted.begin(), sorted.end(), [](Pair p, Pair q) { return same_pair(p, q); }), sorted.end());
  SurfaceContactFinder finder(cpu);
  const SurfaceContacts<T> found = finder.find<T>(surfaces, parts, sorted, {.alert_distance = alert_distance});
  const std::span<const Pair> near = finder.pairs();

  KnotRows<T> out;
  RowWriter<T> writer(out);
  for (const Pair& pair : pairs) {
    if (!is_usable(world_pose(parts, pair.a)) || !is_usable(world_pose(parts, pair.b))) {
      writer.failure(pair, Status::invalid_pose);
      continue;
    }
    const auto at = std::lower_bound(near.begin(), near.end(), pair, [](Pair p, Pair q) { return comes_before(p, q); });
    const auto i = static_cast<std::size_t>(at - near.begin());
    const bool is_near = at != near.end() && same_pair(*at, pair);
    writer.contacts(pair, found, is_near ? found.offsets[i] : 0, is_near ? found.offsets[i + 1] : 0);
  }
  return out;
}

template KnotRows<float> knot_rows<float>(const Cpu&, const ContactSurfaces&, const PartsView&, std::span<const Pair>,
                                          double);
template KnotRows<double> knot_rows<double>(const Cpu&, const ContactSurfaces&, const PartsView&, std::span<const Pair>,
                                            double);

}  // namespace abut::host
