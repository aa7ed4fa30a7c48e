// Between a DEM, which is of space, and the plane: states to poses, records to arrays.
#pragma once

#include "abut/contacts/matching.h"
#include "abut/planar/contact.h"
#include "abut/planar/pose.h"
#include "examples/dem/state.h"

namespace dem {

/// A rotation about z by the angle t is the quaternion (cos t / 2, 0, 0, sin t / 2).
struct PlaceInPlane {
  const BodyState* states;
  abut::PlanarBody* bodies;
  ABUT_HD void operator()(std::uint64_t i) const {
    const BodyState& s = states[i];
    const double c = s.quaternion[0], z = s.quaternion[3];
    bodies[i].pose = {{s.position.x, s.position.y}, {c * c - z * z, 2 * c * z}};
  }
};

/// Bodies of the plane are a metre deep: the area is their volume.
inline SharedVolume shared_volume(const abut::PlanarOverlap<double>& o) {
  return {o.area, abut::in_space(o.centroid), abut::in_space(o.normal), {0, 0, o.moment}};
}

/// From records of the plane to arrays of space.
struct TakeRecords {
  const abut::PlanarContact<double>* records;
  const std::uint64_t* count;
  std::uint64_t capacity;
  abut::ContactsView<double> out;
  ABUT_HD void operator()(std::uint64_t i) const {
    if (i >= abut::listed(count, capacity)) return;
    const abut::PlanarContact<double>& r = records[i];
    out.separation.data[i] = r.separation;
    out.normal.x[i] = r.normal.x, out.normal.y[i] = r.normal.y, out.normal.z[i] = 0;
    out.point.x[i] = r.point.x, out.point.y[i] = r.point.y, out.point.z[i] = 0;
    out.status.data[i] = r.status;
    out.lower_bound.data[i] = r.lower_bound;
  }
};

}  // namespace dem
