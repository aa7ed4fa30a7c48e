// Handles of the C interface: numbers that look like pointers and are never followed.
//
// A handle holds a place in a table, how often that place has been used before, and its kind, behind a mark that no
// address of a user's has (bits 56 to 63; addresses are shorter). So a freed handle, one of another kind and any
// pointer are told from a good one without reading memory that may be gone. A use that runs while another thread frees
// the handle keeps its object until it ends.
#pragma once

#include <cstdint>
#include <memory>
#include <stdexcept>

namespace abut::capi {

/// Why a handle is none, in one line.
class InvalidHandle : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

enum class Kind : std::uint8_t {
  none,
  shapes,
  bodies,
  mesh,
  mesh_list,
  scene,
  detection,
  pair_finder,
  pair_filter,
  polytope,
  planar_shapes,
  planar_pair_finder,
  device_shapes,
  device_planar_shapes,
  particle_list,
  facet_trees,
  facet_contact_finder,
  device_facets,
  surface,
  contact_surfaces,
  surface_contact_finder,
  deforming_bodies,
  deforming_contact_finder,
  deforming_parts
};

/// "abut_shapes" and so on.
const char* name_of(Kind kind);

void* add_handle(Kind kind, std::shared_ptr<void> object);
/// Throws `InvalidHandle` naming `argument`.
std::shared_ptr<void> object_of(Kind kind, const void* handle, const char* argument);
/// Null is nothing to free.
void free_handle(Kind kind, const void* handle, const char* argument);

}  // namespace abut::capi
