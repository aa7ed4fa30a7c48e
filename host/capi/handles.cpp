#include "host/capi/handles.h"

#include <cstdio>
#include <mutex>
#include <shared_mutex>
#include <string>
#include <vector>

namespace abut::capi {
namespace {

static_assert(sizeof(void*) == 8, "handles have 64 bits");

constexpr std::uint64_t mark = 0xab;
constexpr std::uint32_t most_places = 1u << 24, most_uses = 1u << 24;

struct Place {
  std::shared_ptr<void> object;  ///< null: free
  std::uint32_t uses = 0;        ///< before this one
  Kind kind = Kind::none;
};

struct Table {
  std::shared_mutex lock;
  std::vector<Place> places;
  std::vector<std::uint32_t> free_places;
};

/// Never destroyed: handles may be freed while the program ends.
Table& table() {
  static Table* const t = new Table;
  return *t;
}

struct Parts {
  std::uint64_t mark;
  Kind kind;
  std::uint32_t uses, place;
};

Parts split(const void* handle) {
  const auto bits = reinterpret_cast<std::uintptr_t>(handle);
  return {bits >> 56, static_cast<Kind>(bits >> 48 & 0xff), static_cast<std::uint32_t>(bits >> 24 & 0xffffff),
          static_cast<std::uint32_t>(bits & 0xffffff)};
}

[[noreturn]] void refuse(const char* argument, const void* handle, const std::string& why, Kind wanted) {
  char address[32];
  std::snprintf(address, sizeof address, "%p", handle);
  throw InvalidHandle(std::string(argument) + " is " + (handle == nullptr ? "null" : address) + why +
                      "; allowed is a handle of kind " + name_of(wanted) + " that is not freed");
}

/// The place of a handle in use. Throws; the table is locked.
Place& find(Kind kind, const void* handle, const char* argument) {
  if (handle == nullptr) refuse(argument, handle, "", kind);
  const Parts parts = split(handle);
  std::vector<Place>& places = table().places;
  if (parts.mark != mark || parts.place >= places.size()) {
    refuse(argument, handle, ", which is not one of this library's handles", kind);
  }
  Place& place = places[parts.place];
  if (place.object == nullptr || place.uses != parts.uses) refuse(argument, handle, ", a handle that was freed", kind);
  if (parts.kind != place.kind) refuse(argument, handle, ", which is not one of this library's handles", kind);
  if (place.kind != kind) refuse(argument, handle, std::string(", a handle of kind ") + name_of(place.kind), kind);
  return place;
}

}  // namespace

const char* name_of(Kind kind) {
  constexpr const char* names[] = {"none",
                                   "abut_shapes",
                                   "abut_bodies",
                                   "abut_mesh",
                                   "abut_mesh_list",
                                   "abut_scene",
                                   "abut_detection",
                                   "abut_pair_finder",
                                   "abut_pair_filter",
                                   "abut_polytope",
                                   "abut_planar_shapes",
                                   "abut_planar_pair_finder",
                                   "abut_device_shapes",
                                   "abut_device_planar_shapes",
                                   "abut_particle_list",
                                   "abut_facet_trees",
                                   "abut_facet_contact_finder",
                                   "abut_device_facets",
                                   "abut_surface",
                                   "abut_contact_surfaces",
                                   "abut_surface_contact_finder",
                                   "abut_deforming_bodies",
                                   "abut_deforming_contact_finder",
                                   "abut_deforming_parts"};
  return names[static_cast<int>(kind)];
}

void* add_handle(Kind kind, std::shared_ptr<void> object) {
  Table& t = table();
  const std::unique_lock lock(t.lock);
  std::uint32_t at = 0;
  if (t.free_places.empty()) {
    if (t.places.size() == most_places) throw std::runtime_error("more than 16777216 handles are in use");
    t.free_places.reserve(t.places.size() + 1);  // so that freeing never has to allocate
    at = static_cast<std::uint32_t>(t.places.size());
    t.places.emplace_back();
  } else {
    at = t.free_places.back();
    t.free_places.pop_back();
  }
  Place& place = t.places[at];
  place.object = std::move(object);
  place.kind = kind;
  const std::uint64_t bits =
      mark << 56 | std::uint64_t{static_cast<std::uint8_t>(kind)} << 48 | std::uint64_t{place.uses} << 24 | at;
  return reinterpret_cast<void*>(static_cast<std::uintptr_t>(bits));
}

std::shared_ptr<void> object_of(Kind kind, const void* handle, const char* argument) {
  const std::shared_lock lock(table().lock);
  return find(kind, handle, argument).object;
}

void free_handle(Kind kind, const void* handle, const char* argument) {
  if (handle == nullptr) return;
  std::shared_ptr<void> last;  // destroyed when the table is not locked any more
  Table& t = table();
  const std::unique_lock lock(t.lock);
  Place& place = find(kind, handle, argument);
  last.swap(place.object);
  // A place whose uses are all spent stays empty for good: no handle ever means two objects.
  if (++place.uses < most_uses) t.free_places.push_back(split(handle).place);
}

}  // namespace abut::capi
