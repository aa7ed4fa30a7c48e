#include "host/capi/convert.h"

namespace abut::capi {

abut_mass_report mass_report(const MassProperties& mass) {
  abut_mass_report r{};
  r.volume = mass.volume;
  copy3(mass.centre, r.centre), copy3(mass.moments, r.moments);
  copy9(mass.inertia, r.inertia), copy9(mass.axes, r.axes);
  return r;
}
PartsView parts_view(const char* argument, const abut_parts* parts) {
  const abut_parts p = given(argument, parts);
  PartsView view;
  view.count = p.count;
  const std::string name = std::string(argument) + "->";
  const auto take = [&](const char* field, auto& to, auto* from) {
    if (p.count > 0 && from == nullptr) {
      throw InvalidInput(name + field + " is null; allowed is an array of " + std::to_string(p.count) + " elements");
    }
    to = from;
  };
  take("shape", view.shape, p.shape), take("body", view.body, p.body);
  take("px", view.px, p.px), take("py", view.py, p.py), take("pz", view.pz, p.pz);
  for (int k = 0; k < 9; ++k) take(("r[" + std::to_string(k) + "]").c_str(), view.r[k], p.r[k]);
  take("body_x", view.body_x, p.body_x), take("body_y", view.body_y, p.body_y), take("body_z", view.body_z, p.body_z);
  take("groups", view.groups, p.groups), take("meets", view.meets, p.meets);
  take("self_contact", view.self_contact, p.self_contact);
  view.alert = p.alert;
  view.world = p.world;
  return view;
}

void give_parts(const char* argument, const PartsView& view, abut_parts* parts) {
  abut_parts p{};
  p.count = view.count;
  p.shape = view.shape, p.body = view.body;
  p.px = view.px, p.py = view.py, p.pz = view.pz;
  for (int k = 0; k < 9; ++k) p.r[k] = view.r[k];
  p.body_x = view.body_x, p.body_y = view.body_y, p.body_z = view.body_z;
  p.groups = view.groups, p.meets = view.meets, p.self_contact = view.self_contact, p.alert = view.alert;
  p.world = view.world;
  give(argument, parts, p);
}

template <class T>
ContactsView<T> contacts_view(const char* argument, const typename CTypes<T>::Contacts* contacts) {
  const auto c = given(argument, contacts);
  const auto vectors = [argument](const char* field, const auto& v) { return strided3<T>(argument, field, v); };
  return {strided<T>(c.separation),
          vectors("normal", c.normal),
          vectors("witness_a", c.witness_a),
          vectors("witness_b", c.witness_b),
          vectors("point", c.point),
          strided<Feature>(c.feature_a),
          strided<Feature>(c.feature_b),
          strided<T>(c.lower_bound),
          strided<T>(c.bound_gap),
          strided<std::uint8_t>(c.status),
          strided<std::uint8_t>(c.gjk_iterations),
          strided<std::uint8_t>(c.epa_iterations),
          strided<std::uint64_t>(c.key)};
}
template ContactsView<float> contacts_view<float>(const char*, const abut_contacts_f32*);
template ContactsView<double> contacts_view<double>(const char*, const abut_contacts_f64*);

template <class T>
PatchesView<T> patches_view(const char* argument, const typename CTypes<T>::Patches* patches) {
  const auto p = given(argument, patches);
  const auto vectors = [argument](const char* field, const auto& v) { return strided3<T>(argument, field, v); };
  PatchesView<T> view{strided<T>(p.area),
                      vectors("centre", p.centre),
                      strided<T>(p.volume),
                      vectors("volume_centre", p.volume_centre),
                      vectors("volume_normal", p.volume_normal),
                      vectors("volume_moment", p.volume_moment),
                      p.offsets,
                      vectors("points", p.points),
                      strided<T>(p.gaps),
                      p.capacity,
                      p.needed,
                      p.unanswered};
  return view;
}
template PatchesView<float> patches_view<float>(const char*, const abut_patches_f32*);
template PatchesView<double> patches_view<double>(const char*, const abut_patches_f64*);

template <class T>
FacetContactsView<T> facet_contacts_view(const char* argument, const typename CTypes<T>::FacetContacts* contacts) {
  const auto c = given(argument, contacts);
  const auto vectors = [argument](const char* field, const auto& v) { return strided3<T>(argument, field, v); };
  FacetContactsView<T> view;
  view.offsets = c.offsets, view.capacity = c.capacity, view.needed = c.needed;
  view.facet_a = strided<std::uint32_t>(c.facet_a), view.facet_b = strided<std::uint32_t>(c.facet_b);
  view.separation = strided<T>(c.separation);
  view.normal = vectors("normal", c.normal);
  view.witness_a = vectors("witness_a", c.witness_a), view.witness_b = vectors("witness_b", c.witness_b);
  view.point = vectors("point", c.point);
  view.feature_a = strided<Feature>(c.feature_a), view.feature_b = strided<Feature>(c.feature_b);
  view.kind = strided<FacetContactKind>(c.kind);
  view.key = strided<std::uint64_t>(c.key);
  view.room_needed = reinterpret_cast<FacetRoom*>(c.room_needed);
  return view;
}
template FacetContactsView<float> facet_contacts_view<float>(const char*, const abut_facet_contacts_f32*);
template FacetContactsView<double> facet_contacts_view<double>(const char*, const abut_facet_contacts_f64*);

QueryOptions query_options(const abut_query_options* options) {
  const abut_query_options o = given_or("options", options, {sizeof o, QueryOptions{}.alert_distance, nullptr});
  return {o.alert_distance, reinterpret_cast<CachedPolytope*>(o.cache)};
}

abut_facet_options facet_defaults() {
  const FacetOptions d;
  return {sizeof(abut_facet_options), d.alert_distance,       d.cone_tolerance,
          d.contacts ? 1u : 0u,       d.join_parts ? 1u : 0u, {d.room.facet_pairs, d.room.contacts}};
}

FacetOptions facet_options(const abut_facet_options* options) {
  const abut_facet_options o = given_or("options", options, facet_defaults());
  return {
      o.alert_distance, o.contacts != 0, o.cone_tolerance, o.join_parts != 0, {o.room.facet_pairs, o.room.contacts}};
}

HeldDetectOptions detect_options(const abut_detect_options* options) {
  const abut_detect_options o = given_or("options", options, abut_detect_options{sizeof *options, 0, nullptr});
  HeldDetectOptions held;
  held.options.alert_distance = o.alert_distance;
  if (o.facets != nullptr) held.facets = object(o.facets, "options->facets");
  held.options.facets = held.facets.get();
  return held;
}

PatchOptions patch_options(const abut_patch_options* options) {
  const PatchOptions d;
  const abut_patch_options o = given_or("options", options, {sizeof o, d.margin, d.most_points, 0, d.capacity, 0});
  return {o.margin, o.most_points, o.move_points != 0, o.capacity};
}

PlanarQueryOptions planar_query_options(const abut_planar_query_options* options) {
  const PlanarQueryOptions d;
  const abut_planar_query_options o =
      given_or("options", options, {sizeof o, d.alert_distance, d.patch_margin, nullptr});
  return {o.alert_distance, o.patch_margin, reinterpret_cast<CachedPolytope*>(o.cache)};
}

QueryPoints query_points(const abut_points* points) {
  const abut_points p = given("points", points);
  return {p.count, {p.x, p.y, p.z, stride_or(p.stride, 1)}};
}

QueryRadius query_radius(const abut_radius* radius) {
  const abut_radius r = given("radius", radius);
  return {r.all, {r.each, stride_or(r.stride, 1)}};
}

ContactIds contact_ids(const char* argument, const abut_contact_ids* ids) {
  const abut_contact_ids c = given(argument, ids);
  return {pairs_in(c.pairs),
          reinterpret_cast<const Feature*>(c.feature_a),
          reinterpret_cast<const Feature*>(c.feature_b),
          c.key,
          c.status,
          c.capacity,
          c.count};
}

NearestView nearest_view(const abut_nearest* out) {
  const abut_nearest o = given("out", out);
  return {{o.part.data, stride_or(o.part.stride, 1)}, {o.distance.data, stride_or(o.distance.stride, 1)}};
}

Carried carried(const char* argument, const abut_carried* which) {
  const abut_carried c = given(argument, which);
  return {c.places, c.capacity, c.count};
}

SearchedParts searched_parts(const char* argument, const abut_boxed_parts* parts) {
  const abut_boxed_parts p = given(argument, parts);
  const std::string name = argument;
  return {object(p.shapes, (name + "->shapes").c_str()), parts_view((name + "->parts").c_str(), p.parts),
          p.alert_distance};
}

std::span<const Pair> pairs_of(const char* argument, const abut_pairs* pairs) {
  const abut_pairs p = given(argument, pairs);
  need_array_field(argument, "pairs", p.pairs, p.count);
  return {pairs_in(p.pairs), p.count};
}

ShapePairs shape_pairs_of(const char* argument, const abut_shape_pairs* pairs) {
  const abut_shape_pairs p = given(argument, pairs);
  need_array_field(argument, "pairs", p.pairs, p.count);
  need_array_field(argument, "poses", p.poses, p.count);
  return {{pairs_in(p.pairs), p.count}, {p.poses, stride_or(p.pose_stride, 12)}};
}

PairList pair_list(const char* argument, const abut_pair_list* list) {
  const abut_pair_list l = given(argument, list);
  return {reinterpret_cast<Pair*>(l.pairs), l.capacity, l.count, l.rows};
}

PairList list_to_fill(const char* argument, const abut_pair_list* list) {
  const PairList to = pair_list(argument, list);
  need_field(argument, "count", to.count);
  need_array_field(argument, "pairs", to.pairs, to.capacity);
  return to;
}

PairList list_without_rows(const char* argument, const abut_pair_list* list) {
  const PairList to = list_to_fill(argument, list);
  if (to.rows != nullptr) {
    throw InvalidInput(std::string(argument) + "->rows is not null; allowed is null: this function writes no rows");
  }
  return to;
}

void give_pairs(std::span<const Pair> pairs, const PairList& out) {
  *out.count = pairs.size();
  if (out.pairs == nullptr) return;
  if (pairs.size() > out.capacity) {
    throw TooSmall("out->capacity is " + std::to_string(out.capacity) + "; needed are " + std::to_string(pairs.size()) +
                   " pairs");
  }
  std::copy(pairs.begin(), pairs.end(), out.pairs);
}

void give_pairs_and_rows(std::span<const Pair> pairs, std::size_t row_count, const PairList& out) {
  give_pairs(pairs, out);
  if (out.rows == nullptr) return;
  std::size_t k = 0;
  for (std::size_t i = 0; i <= row_count; ++i) {
    while (k < pairs.size() && pairs[k].a < i) ++k;
    out.rows[i] = k;
  }
}

}  // namespace abut::capi
