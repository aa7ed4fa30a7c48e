#include <algorithm>

#include "abut/brep/supermaximal.h"
#include "abut/core/error.h"

namespace abut {
namespace {

/// Edges of a body both of whose sides are of one supermaximal face.
std::vector<bool> inner_edges(const SupermaximalFeatures& features) {
  std::vector<bool> out;
  for (const std::uint32_t e : features.edge_of) out.push_back(e == no_brep_index);
  return out;
}

}  // namespace

SupermaximalDomain::SupermaximalDomain(const Brep& brep, const SupermaximalFeatures& features, std::uint32_t face) {
  if (face >= features.face_count()) {
    throw InvalidInput("SupermaximalDomain: face is " + std::to_string(face) + "; there are " +
                       std::to_string(features.face_count()) + " supermaximal faces");
  }
  const std::uint32_t begin = features.face_offsets[face], end = features.face_offsets[face + 1];
  const std::uint32_t charts = 1 + *std::max_element(features.charts.begin() + begin, features.charts.begin() + end);
  const std::vector<bool> inner = inner_edges(features);
  for (std::uint32_t c = 0; c < charts; ++c) {
    std::vector<MappedFace> faces;
    for (std::uint32_t k = begin; k < end; ++k) {
      if (features.charts[k] == c) faces.push_back({features.faces[k], features.maps[k]});
    }
    const std::uint32_t surface = brep.faces[faces[0].face].surface;
    charts_.emplace_back(brep, surface, faces, inner);
    if (charts > 1) surfaces_.surfaces.push_back(brep.surfaces[surface]);  // spheres alone have more than one
  }
}

TrimSide SupermaximalDomain::side_of(double u, double v, double tolerance) const {
  const bool one = charts_.size() == 1;
  const Vec3<double> p = one ? Vec3<double>{0, 0, 0} : surface_point_at(surfaces_, 0, u, v).point;
  bool at_boundary = false;
  for (std::uint32_t c = 0; c < charts_.size(); ++c) {
    NearestParameters at{u, v};
    if (c > 0) at = nearest_parameters(surfaces_, c, p);
    const TrimSide side = charts_[c].side_of(at.u, at.v, tolerance);
    if (side == TrimSide::inside || charts_[c].near_inner_edge(at.u, at.v, tolerance)) return TrimSide::inside;
    at_boundary = at_boundary || side == TrimSide::boundary;
  }
  return at_boundary ? TrimSide::boundary : TrimSide::outside;
}

TrimStatus SupermaximalDomain::status() const {
  for (const TrimmedDomain& c : charts_) {
    if (c.status() != TrimStatus::ok) return c.status();
  }
  return TrimStatus::ok;
}

const std::string& SupermaximalDomain::fault() const {
  for (const TrimmedDomain& c : charts_) {
    if (!c.fault().empty()) return c.fault();
  }
  return charts_[0].fault();
}

}  // namespace abut
