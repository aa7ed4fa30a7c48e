#include "host/shapes/solid_check.h"

#include <cmath>

#include "abut/core/error.h"
#include "host/number_text.h"

namespace abut::host {
namespace {

/// Less than rounding error leaves of the hull's volume, or no number at all, is no solid.
bool has_volume(const MeshReport& report) {
  return std::abs(report.volume) > 1e-12 * report.hull_volume && std::isfinite(report.volume);
}

}  // namespace

bool is_solid(const MeshReport& report) { return report.closed && report.consistently_oriented && has_volume(report); }

void require_solid(const std::string& what, const MeshReport& report) {
  if (!report.closed) {
    throw InvalidInput(what + ": the mesh is not closed: " + std::to_string(report.boundary_edges) +
                       " boundary edges and " + std::to_string(report.non_manifold_edges) +
                       " edges with more than two triangles, allowed are none");
  }
  if (!report.consistently_oriented) {
    throw InvalidInput(what +
                       ": the triangles of the mesh are not all of one orientation, allowed is outward or inward");
  }
  if (!has_volume(report)) {
    throw InvalidInput(what + ": the mesh encloses the volume " + number_text(report.volume) +
                       ", allowed is more than 0");
  }
}

void require_outward_solid(const std::string& what, const MeshReport& report) {
  require_solid(what, report);
  if (!report.outward) throw InvalidInput(what + ": the mesh is inside out, allowed is outward");
}

}  // namespace abut::host
