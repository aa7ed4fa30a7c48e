// From the structures of the C interface to the views of the library, with what can be checked of them.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <span>
#include <string>

#include "abut/shapes/mass_properties.h"
#include "host/capi/guard.h"
#include "host/number_text.h"

namespace abut::capi {

static_assert(sizeof(abut_pair) == sizeof(Pair) && offsetof(abut_pair, b) == offsetof(Pair, b));
static_assert(sizeof(abut_cache) == sizeof(CachedPolytope));
static_assert(alignof(abut_cache) == alignof(CachedPolytope));
static_assert(sizeof(Feature) == sizeof(std::uint64_t));
static_assert(sizeof(abut_facet_room) == sizeof(FacetRoom) && alignof(abut_facet_room) == alignof(FacetRoom));
static_assert(offsetof(abut_facet_room, facet_pairs) == offsetof(FacetRoom, facet_pairs) &&
              offsetof(abut_facet_room, contacts) == offsetof(FacetRoom, contacts));

/// What a structure's `size` may be at most: newer ones are longer, but not that long.
inline constexpr std::size_t most_struct_bytes = 4096;

/// Reads and checks `size`. Structures are made of words of eight bytes, so that no field is cut.
template <class S>
std::size_t struct_size(const char* argument, const S* given) {
  static_assert(offsetof(S, size) == 0 && sizeof(S) % 8 == 0);
  std::size_t size = 0;
  std::memcpy(&size, given, sizeof size);
  if (size < sizeof size || size % 8 != 0 || size > most_struct_bytes) {
    throw InvalidInput(std::string(argument) + "->size is " + std::to_string(size) +
                       "; allowed is the structure's sizeof, here " + std::to_string(sizeof(S)));
  }
  return size;
}

/// A structure that a caller gave: fields that an older one lacks are those of `defaults`; null is all of them. A newer
/// one is good as long as it asks for nothing that is not known here.
template <class S>
S given_or(const char* argument, const S* given, const S& defaults) {
  S s = defaults;
  if (given != nullptr) {
    const std::size_t size = struct_size(argument, given);
    std::memcpy(static_cast<void*>(&s), given, std::min(size, sizeof s));
    const auto* bytes = reinterpret_cast<const unsigned char*>(given);
    if (std::any_of(bytes + std::min(size, sizeof s), bytes + size, [](unsigned char b) { return b != 0; })) {
      throw InvalidInput(std::string(argument) + "->size is " + std::to_string(size) + ", and what lies beyond the " +
                         std::to_string(sizeof s) + " bytes that this library knows is not 0");
    }
  }
  s.size = sizeof s;
  return s;
}
template <class S>
S given(const char* argument, const S* structure) {
  need(argument, structure);
  return given_or(argument, structure, S{});
}

/// Fills as much of a caller's structure as it has; its `size` stays.
template <class S>
void give(const char* argument, S* to, S from) {
  need(argument, to);
  const std::size_t size = struct_size(argument, to);
  from.size = size;
  std::memcpy(static_cast<void*>(to), &from, std::min(size, sizeof from));
}

template <class S>
int init_struct(const char* function, S* options, std::size_t size, const S& defaults) noexcept {
  return guarded(function, [&] {
    need("options", options);
    std::memcpy(static_cast<void*>(options), &size, sizeof size);
    struct_size("options", options);
    std::memset(static_cast<void*>(options), 0, size);
    std::memcpy(static_cast<void*>(options), &size, sizeof size);
    give("options", options, defaults);
  });
}

inline Vec3<double> vec3(const char* argument, const double* v) {
  need(argument, v);
  return {v[0], v[1], v[2]};
}
inline Vec2<double> vec2(const char* argument, const double* v) {
  need(argument, v);
  return {v[0], v[1]};
}
/// Null is the identity.
inline Pose pose_of(const abut_pose* p) {
  Pose pose;
  if (p == nullptr) return pose;
  pose.position = {p->position[0], p->position[1], p->position[2]};
  std::copy(p->rotation, p->rotation + 9, pose.rotation.m);
  return pose;
}

static_assert(sizeof(Vec3<double>) == 3 * sizeof(double) && sizeof(Vec2<double>) == 2 * sizeof(double));
inline std::span<const Vec3<double>> points3(const char* argument, const double* v, std::size_t count) {
  need_array(argument, v, count);
  return {reinterpret_cast<const Vec3<double>*>(v), count};
}
inline std::span<const Vec2<double>> points2(const char* argument, const double* v, std::size_t count) {
  need_array(argument, v, count);
  return {reinterpret_cast<const Vec2<double>*>(v), count};
}

/// `count` times `N` numbers of nodes.
template <std::size_t N>
std::span<const std::array<std::uint32_t, N>> rows_of(const char* argument, const std::uint32_t* nodes,
                                                      std::size_t count) {
  need_array(argument, nodes, count);
  return {reinterpret_cast<const std::array<std::uint32_t, N>*>(nodes), count};
}
/// The same for what a structure names.
template <std::size_t N>
std::span<const std::array<std::uint32_t, N>> rows_of(const char* argument, const char* field,
                                                      const std::uint32_t* nodes, std::size_t count) {
  need_array_field(argument, field, nodes, count);
  return rows_of<N>(argument, nodes, count);
}

inline std::span<const Vec3<double>> points3(const char* argument, const abut_vertices* vertices) {
  const abut_vertices v = given(argument, vertices);
  need_array_field(argument, "coordinates", v.coordinates, v.count);
  return points3(argument, v.coordinates, v.count);
}
inline std::span<const Vec2<double>> points2(const char* argument, const abut_vertices* vertices) {
  const abut_vertices v = given(argument, vertices);
  need_array_field(argument, "coordinates", v.coordinates, v.count);
  return points2(argument, v.coordinates, v.count);
}

inline void copy3(Vec3<double> from, double to[3]) { to[0] = from.x, to[1] = from.y, to[2] = from.z; }
inline void copy9(const Mat3<double>& from, double to[9]) { std::copy(from.m, from.m + 9, to); }
abut_mass_report mass_report(const MassProperties& mass);

inline const Pair* pairs_in(const abut_pair* pairs) { return reinterpret_cast<const Pair*>(pairs); }
std::span<const Pair> pairs_of(const char* argument, const abut_pairs* pairs);

struct ShapePairs {
  std::span<const Pair> pairs;
  RelativePosesView poses;
};
ShapePairs shape_pairs_of(const char* argument, const abut_shape_pairs* pairs);

/// The structure's arrays lie in host or in device memory; `argument` names it.
PartsView parts_view(const char* argument, const abut_parts* parts);
/// Back again.
void give_parts(const char* argument, const PartsView& view, abut_parts* parts);

template <class T>
struct CTypes;
template <>
struct CTypes<float> {
  using Contacts = abut_contacts_f32;
  using Patches = abut_patches_f32;
  using PairContacts = abut_pair_contacts_f32;
  using FacetContacts = abut_facet_contacts_f32;
  using SurfaceContacts = abut_surface_contacts_f32;
  using PairListContacts = abut_pair_list_contacts_f32;
  using ShapePairContacts = abut_shape_pair_contacts_f32;
  using PlanarContact = abut_planar_contact_f32;
  using PlanarPatch = abut_planar_patch_f32;
  using PlanarOverlap = abut_planar_overlap_f32;
  using PlanarRecords = abut_planar_records_f32;
  using BodyPoses = abut_body_poses_f32;
  using StepNodes = abut_step_nodes_f32;
  using Impact = abut_impact_f32;
  using StepImpact = abut_step_impact_f32;
  using StepImpacts = abut_step_impacts_f32;
};
template <>
struct CTypes<double> {
  using Contacts = abut_contacts_f64;
  using Patches = abut_patches_f64;
  using PairContacts = abut_pair_contacts_f64;
  using FacetContacts = abut_facet_contacts_f64;
  using SurfaceContacts = abut_surface_contacts_f64;
  using PairListContacts = abut_pair_list_contacts_f64;
  using ShapePairContacts = abut_shape_pair_contacts_f64;
  using PlanarContact = abut_planar_contact_f64;
  using PlanarPatch = abut_planar_patch_f64;
  using PlanarOverlap = abut_planar_overlap_f64;
  using PlanarRecords = abut_planar_records_f64;
  using BodyPoses = abut_body_poses_f64;
  using StepNodes = abut_step_nodes_f64;
  using Impact = abut_impact_f64;
  using StepImpact = abut_step_impact_f64;
  using StepImpacts = abut_step_impacts_f64;
};

inline std::ptrdiff_t stride_or(std::ptrdiff_t stride, std::ptrdiff_t packed) { return stride == 0 ? packed : stride; }

template <class E, class A>
Strided<E> strided(const A& array) {
  static_assert(sizeof(E) == sizeof(*array.data));
  return {reinterpret_cast<E*>(array.data), stride_or(array.stride, 1)};
}

template <class T, class A>
StridedVec3<T> strided3(const char* argument, const char* field, const A& v) {
  if ((v.x == nullptr) != (v.y == nullptr) || (v.x == nullptr) != (v.z == nullptr)) {
    throw InvalidInput(std::string(argument) + "->" + field + " has null and other pointers; allowed are three of one");
  }
  return {v.x, v.y, v.z, stride_or(v.stride, 1)};
}

template <class T>
ContactsView<T> contacts_view(const char* argument, const typename CTypes<T>::Contacts* contacts);
template <class T>
PatchesView<T> patches_view(const char* argument, const typename CTypes<T>::Patches* patches);
template <class T>
FacetContactsView<T> facet_contacts_view(const char* argument, const typename CTypes<T>::FacetContacts* contacts);

QueryOptions query_options(const abut_query_options* options);
abut_facet_options facet_defaults();
FacetOptions facet_options(const abut_facet_options* options);
PatchOptions patch_options(const abut_patch_options* options);
PlanarQueryOptions planar_query_options(const abut_planar_query_options* options);
QueryPoints query_points(const abut_points* points);
QueryRadius query_radius(const abut_radius* radius);
NearestView nearest_view(const abut_nearest* out);
ContactIds contact_ids(const char* argument, const abut_contact_ids* ids);
Carried carried(const char* argument, const abut_carried* which);

/// Options with the trees that they name, which live as long.
struct HeldDetectOptions {
  DetectOptions options;
  std::shared_ptr<FacetTrees> facets;
};
HeldDetectOptions detect_options(const abut_detect_options* options);

/// What a search on cores goes through.
struct SearchedParts {
  std::shared_ptr<Shapes> shapes;
  PartsView parts;
  double alert_distance = 0;
};
SearchedParts searched_parts(const char* argument, const abut_boxed_parts* parts);

/// A list that lies in host or in device memory.
PairList pair_list(const char* argument, const abut_pair_list* list);

/// Writes a list to a caller's array, or says how long it has to be.
template <class E, class C>
void give_list(std::span<const E> list, C* out, std::size_t capacity, std::size_t* count, const char* what) {
  static_assert(sizeof(E) == sizeof(C));
  need("count", count);
  *count = list.size();
  if (out == nullptr && capacity == 0) return;
  if (list.size() > capacity) {
    throw TooSmall("capacity is " + std::to_string(capacity) + "; needed are " + std::to_string(list.size()) + " " +
                   what);
  }
  need_array(what, out, capacity);
  if (!list.empty()) std::memcpy(static_cast<void*>(out), list.data(), list.size_bytes());
}

/// Where a function on cores writes pairs, checked before anything is done.
PairList list_to_fill(const char* argument, const abut_pair_list* list);
/// The same of a function that writes no rows.
PairList list_without_rows(const char* argument, const abut_pair_list* list);
/// Writes pairs, or says how much room they need.
void give_pairs(std::span<const Pair> pairs, const PairList& out);
/// The same for sorted pairs, with a row for each of `row_count` first elements.
void give_pairs_and_rows(std::span<const Pair> pairs, std::size_t row_count, const PairList& out);

/// A text with its 0.
inline void give_text(const std::string& from, char* text, std::size_t capacity, std::size_t* bytes) {
  need("bytes", bytes);
  *bytes = from.size() + 1;
  if (text == nullptr && capacity == 0) return;
  need("text", text);
  if (from.size() + 1 > capacity) {
    throw TooSmall("capacity is " + std::to_string(capacity) + "; needed are " + std::to_string(from.size() + 1) +
                   " bytes");
  }
  std::memcpy(text, from.c_str(), from.size() + 1);
}

}  // namespace abut::capi
