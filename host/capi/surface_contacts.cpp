// Contacts of closed surfaces by knots, and their separation.
#include "abut/narrow/batch.h"
#include "abut/surface/surface_separation.h"
#include "host/capi/convert.h"

using namespace abut::capi;

namespace {

static_assert(ABUT_SURFACE_CONTACT_OF_B == abut::surface_contact_of_b);

abut_surface_contact_options contact_defaults() {
  const abut::SurfaceContactOptions d;
  return {sizeof(abut_surface_contact_options), d.alert_distance, d.knots_of_a ? 1u : 0u, d.knots_of_b ? 1u : 0u};
}

abut_surface_separation_options separation_defaults() {
  const abut::SurfaceSeparationOptions d;
  return {sizeof(abut_surface_separation_options), d.distance_tolerance, d.depth_tolerance, d.rectangles, 0};
}

/// Where a step's pairs and their contacts are written. Data only.
template <class T>
struct SurfaceLists {
  abut::PairList pairs;
  std::uint64_t *offsets, capacity, *needed;
  abut::Strided<std::uint64_t> key;
  abut::Strided<T> separation;
  abut::StridedVec3<T> normal, point;
  abut::Strided<double> u, v;
  abut::Strided<std::uint8_t> status;

  bool has_arrays() const {
    return key.data != nullptr || separation.data != nullptr || normal.x != nullptr || point.x != nullptr ||
           u.data != nullptr || v.data != nullptr || status.data != nullptr;
  }
};

/// Checked before anything is done.
template <class T>
SurfaceLists<T> surface_lists(const abut_pair_list* pairs, const typename CTypes<T>::SurfaceContacts* out) {
  const auto c = given("out", out);
  const SurfaceLists<T> to{list_without_rows("pairs", pairs),
                           c.offsets,
                           c.capacity,
                           c.needed,
                           strided<std::uint64_t>(c.key),
                           strided<T>(c.separation),
                           strided3<T>("out", "normal", c.normal),
                           strided3<T>("out", "point", c.point),
                           strided<double>(c.u),
                           strided<double>(c.v),
                           strided<std::uint8_t>(c.status)};
  if (to.pairs.pairs != nullptr) need_field("out", "offsets", to.offsets);
  return to;
}

template <class T>
void give_step(std::span<const abut::Pair> pairs, const abut::SurfaceContacts<T>& found, const SurfaceLists<T>& to) {
  using abut::batch_detail::put;
  *to.pairs.count = pairs.size();
  if (to.needed != nullptr) *to.needed = found.size();
  const bool asked = to.has_arrays();
  if ((to.pairs.pairs != nullptr && pairs.size() > to.pairs.capacity) || (asked && found.size() > to.capacity)) {
    throw TooSmall("pairs->capacity is " + std::to_string(to.pairs.capacity) + ", out->capacity " +
                   std::to_string(to.capacity) + "; needed are " + std::to_string(pairs.size()) + " pairs and " +
                   std::to_string(found.size()) + " contacts");
  }
  if (to.pairs.pairs != nullptr) std::copy(pairs.begin(), pairs.end(), to.pairs.pairs);
  if (to.offsets != nullptr && pairs.size() <= to.pairs.capacity) {
    to.offsets[0] = 0;  // where there is no answer yet there are no offsets either
    std::copy(found.offsets.begin(), found.offsets.end(), to.offsets);
  }
  for (std::size_t i = 0; asked && i < found.size(); ++i) {
    put(to.key, i, found.key[i]), put(to.separation, i, found.separation[i]);
    put(to.normal, i, found.normal[i]), put(to.point, i, found.point[i]);
    put(to.u, i, found.u[i]), put(to.v, i, found.v[i]), put(to.status, i, found.status[i]);
  }
}

template <class T>
void find_step(abut_surface_contact_finder* finder, const abut_surfaced_parts* parts, const abut_pairs* candidates,
               const abut_surface_contact_options* options, const abut_pair_list* pairs,
               const typename CTypes<T>::SurfaceContacts* out) {
  const auto held = object(finder, "finder");
  const abut_surfaced_parts of = given("parts", parts);
  const auto surfaces = object(of.surfaces, "parts->surfaces");
  const abut::PartsView view = parts_view("parts->parts", of.parts);
  const auto list = pairs_of("candidates", candidates);
  const abut_surface_contact_options o = given_or("options", options, contact_defaults());
  const SurfaceLists<T> to = surface_lists<T>(pairs, out);
  held->last = {};  // a search that fails leaves no answer
  const auto& found = held->last.emplace<abut::SurfaceContacts<T>>(
      held->finder.find<T>(*surfaces, view, list, {o.alert_distance, o.knots_of_a != 0, o.knots_of_b != 0}));
  give_step(held->finder.pairs(), found, to);
}

template <class T>
void give_last(const abut_surface_contact_finder* finder, const abut_pair_list* pairs,
               const typename CTypes<T>::SurfaceContacts* out) {
  const auto held = object(finder, "finder");
  const SurfaceLists<T> to = surface_lists<T>(pairs, out);
  if (std::holds_alternative<std::monostate>(held->last)) return give_step<T>({}, {}, to);
  const auto* const found = std::get_if<abut::SurfaceContacts<T>>(&held->last);
  if (found == nullptr) {
    throw abut::InvalidInput(std::string("the finder's contacts are in ") +
                             (std::is_same_v<T, float> ? "double" : "float") +
                             "; allowed is a function that ends as the one that found them");
  }
  give_step(held->finder.pairs(), *found, to);
}

abut_surface_separation_report report_of(const abut::SurfaceSeparation& s) {
  abut_surface_separation_report r{};
  r.separation = s.separation, r.lower_bound = s.lower_bound;
  copy3(s.normal, r.normal), copy3(s.point_a, r.point_a), copy3(s.point_b, r.point_b);
  r.u_a = s.u_a, r.v_a = s.v_a, r.u_b = s.u_b, r.v_b = s.v_b;
  r.status = static_cast<uint32_t>(s.status), r.rectangles = s.rectangles;
  return r;
}

}  // namespace

int abut_surface_contact_options_init(abut_surface_contact_options* options, size_t size) {
  return init_struct("abut_surface_contact_options_init", options, size, contact_defaults());
}
int abut_surface_contact_finder_new(int threads, abut_surface_contact_finder** finder) {
  return make_handle("abut_surface_contact_finder_new", "finder", finder, [&] {
    return std::make_shared<SurfaceFinder>(SurfaceFinder{abut::SurfaceContactFinder(abut::Cpu{threads}), {}});
  });
}
int abut_surface_contact_finder_free(abut_surface_contact_finder* finder) {
  return freed("abut_surface_contact_finder_free", finder);
}

int abut_surface_contact_finder_find_f32(abut_surface_contact_finder* finder, const abut_surfaced_parts* parts,
                                         const abut_pairs* candidates, const abut_surface_contact_options* options,
                                         const abut_pair_list* pairs, const abut_surface_contacts_f32* out) {
  return guarded("abut_surface_contact_finder_find_f32",
                 [&] { find_step<float>(finder, parts, candidates, options, pairs, out); });
}
int abut_surface_contact_finder_find_f64(abut_surface_contact_finder* finder, const abut_surfaced_parts* parts,
                                         const abut_pairs* candidates, const abut_surface_contact_options* options,
                                         const abut_pair_list* pairs, const abut_surface_contacts_f64* out) {
  return guarded("abut_surface_contact_finder_find_f64",
                 [&] { find_step<double>(finder, parts, candidates, options, pairs, out); });
}
int abut_surface_contact_finder_contacts_f32(const abut_surface_contact_finder* finder, const abut_pair_list* pairs,
                                             const abut_surface_contacts_f32* out) {
  return guarded("abut_surface_contact_finder_contacts_f32", [&] { give_last<float>(finder, pairs, out); });
}
int abut_surface_contact_finder_contacts_f64(const abut_surface_contact_finder* finder, const abut_pair_list* pairs,
                                             const abut_surface_contacts_f64* out) {
  return guarded("abut_surface_contact_finder_contacts_f64", [&] { give_last<double>(finder, pairs, out); });
}
int abut_surface_contact_finder_pairs(const abut_surface_contact_finder* finder, const abut_pair_list* out) {
  return guarded("abut_surface_contact_finder_pairs",
                 [&] { give_pairs(object(finder, "finder")->finder.pairs(), list_without_rows("out", out)); });
}
int abut_surface_contact_finder_counts(const abut_surface_contact_finder* finder, abut_surface_step_counts* counts) {
  return guarded("abut_surface_contact_finder_counts", [&] {
    const abut::SurfaceStepCounts c = object(finder, "finder")->finder.counts();
    give("counts", counts, abut_surface_step_counts{0, c.candidates, c.sides, c.spheres, c.knots, c.queries});
  });
}
int abut_surface_contact_finder_memory(const abut_surface_contact_finder* finder, size_t* bytes) {
  return guarded("abut_surface_contact_finder_memory", [&] {
    need("bytes", bytes);
    *bytes = object(finder, "finder")->finder.memory();
  });
}

int abut_surface_contact_finder_save(const abut_surface_contact_finder* finder, void* saved, size_t capacity,
                                     size_t* bytes) {
  return guarded("abut_surface_contact_finder_save", [&] {
    const auto held = object(finder, "finder");
    need("bytes", bytes), need_array("saved", saved, capacity);
    const std::vector<std::byte> made = held->finder.save();
    give_list(std::span<const std::byte>(made), static_cast<unsigned char*>(saved), capacity, bytes, "bytes");
  });
}
int abut_surface_contact_finder_restore(abut_surface_contact_finder* finder, const void* saved, size_t bytes) {
  return guarded("abut_surface_contact_finder_restore", [&] {
    const auto held = object(finder, "finder");
    need_array("saved", saved, bytes);
    held->finder.restore({static_cast<const std::byte*>(saved), bytes});
    held->last = {};
  });
}
int abut_surface_contact_finder_reset(abut_surface_contact_finder* finder) {
  return guarded("abut_surface_contact_finder_reset", [&] {
    const auto held = object(finder, "finder");
    held->last = {};
    held->finder.reset();
  });
}

int abut_surface_separation_options_init(abut_surface_separation_options* options, size_t size) {
  return init_struct("abut_surface_separation_options_init", options, size, separation_defaults());
}
int abut_surface_separation(const abut_contact_surfaces* surfaces, const abut_placed_shapes* shapes,
                            const abut_surface_separation_options* options, abut_surface_separation_report* report) {
  return guarded("abut_surface_separation", [&] {
    const auto held = object(surfaces, "surfaces");
    const abut_placed_shapes of = given("shapes", shapes);
    need("report", report);
    struct_size("report", report);
    const abut_surface_separation_options o = given_or("options", options, separation_defaults());
    give("report", report,
         report_of(abut::surface_separation(*held, of.shape_a, pose_of(of.pose_a), of.shape_b, pose_of(of.pose_b),
                                            {o.distance_tolerance, o.depth_tolerance, o.rectangles})));
  });
}
