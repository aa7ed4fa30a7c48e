#include "abut/surface/contact_surfaces.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "abut/core/error.h"
#include "abut/core/pose.h"
#include "abut/surface/surface_mass.h"
#include "host/facets/surface.h"
#include "host/finite_vector.h"
#include "host/number_text.h"
#include "host/surface/contact_surfaces_state.h"
#include "host/surface/pieces.h"
#include "host/surface/surface_query.h"

namespace abut {
namespace {

constexpr std::size_t most_knots = (std::size_t{1} << 24) - 1;

void check_held(const NurbsSurface& surface, const ShapeHeader& h) {
  for (std::size_t i = 0; i < surface.points.size(); ++i) {
    const double p[3] = {surface.points[i].x, surface.points[i].y, surface.points[i].z};
    for (int k = 0; k < 3; ++k) {
      if (std::abs(p[k] - h.centre[k]) <= h.half_extent[k] + host::mesh_slack * h.size) continue;
      throw InvalidInput("ContactSurfaces::set: control point " + std::to_string(i) +
                         " lies outside of the shape's box; allowed is a surface that the shape holds");
    }
  }
}

/// How long derivatives and their product are on a patch, times its sides. Data only.
struct PatchExtent {
  double u = 0, v = 0, area = 0;
};
PatchExtent extent_of(const NurbsSurface& surface, const BezierPatches& patches, std::size_t k, std::size_t l) {
  const double u0 = patches.breaks_u[k], v0 = patches.breaks_v[l];
  const double du = patches.breaks_u[k + 1] - u0, dv = patches.breaks_v[l + 1] - v0;
  PatchExtent out;
  for (const double s : {0.17, 0.5, 0.83}) {
    for (const double t : {0.21, 0.5, 0.79}) {
      const SurfaceJet<double> at = point_at(surface, u0 + s * du, v0 + t * dv);
      out.u = std::max(out.u, length(at.u) * du), out.v = std::max(out.v, length(at.v) * dv);
      out.area = std::max(out.area, length(cross(at.u, at.v)) * du * dv);
    }
  }
  return out;
}

/// A patch that is a curve or a point has no side: nothing tells what is in front of it.
void check_normals(const NurbsSurface& surface) {
  const BezierPatches patches = bezier_patches(surface);
  double size = 0;
  for (const Vec3<double>& p : surface.points) size = std::max(size, max_abs(p));
  constexpr double rounding = 0x1p-44, parallel = 0x1p-34;
  for (std::size_t k = 0; k < patches.patches_u(); ++k) {
    for (std::size_t l = 0; l < patches.patches_v(); ++l) {
      const PatchExtent of = extent_of(surface, patches, k, l);
      if (std::min(of.u, of.v) > rounding * size && of.area > parallel * of.u * of.v) continue;
      throw InvalidInput("ContactSurfaces::set: the surface's normal vanishes all over the patch from u = " +
                         host::number_text(patches.breaks_u[k]) + ", v = " + host::number_text(patches.breaks_v[l]) +
                         "; allowed are patches that are no curves and no points");
    }
  }
}

void check_knots(const SurfaceView<double>& view, std::span<const KnotPosition> knots) {
  if (knots.size() > most_knots) {
    throw InvalidInput("ContactSurfaces::set: knots are " + std::to_string(knots.size()) +
                       "; allowed are less than 16777216");
  }
  const double most = host::mesh_slack * std::ldexp(view.size, view.exponent);
  for (std::size_t i = 0; i < knots.size(); ++i) {
    const std::string which = "ContactSurfaces::set: knot " + std::to_string(i);
    if (!host::is_finite(knots[i].point)) throw InvalidInput(which + " is not finite");
    const double off = std::abs(host::surface_gap_at(view, knots[i].point, nullptr).gap);
    if (off > most) {
      throw InvalidInput(which + " is " + host::number_text(off) +
                         " away from the surface; allowed are points of the surface");
    }
  }
}

host::BuiltTree tree_of(std::span<const KnotPosition> knots) {
  if (knots.empty()) return {};
  std::vector<Box<double>> boxes;
  for (const KnotPosition& k : knots) boxes.push_back({k.point, k.point});
  return host::build_facet_tree(boxes, 4);
}

const host::ContactEntry& known(const host::ContactEntry* entry, std::uint32_t shape) {
  if (entry == nullptr) throw InvalidInput("ContactSurfaces: shape " + std::to_string(shape) + " has no surface");
  return *entry;
}

}  // namespace

ContactSurfaces::ContactSurfaces() : state_(new State) {}
ContactSurfaces::~ContactSurfaces() = default;
ContactSurfaces::ContactSurfaces(ContactSurfaces&&) noexcept = default;
ContactSurfaces& ContactSurfaces::operator=(ContactSurfaces&&) noexcept = default;

void ContactSurfaces::set(const ShapeSet& shapes, std::uint32_t shape, const NurbsSurface& surface,
                          std::span<const KnotPosition> knots) {
  if (shape >= shapes.size()) {
    throw InvalidInput("ContactSurfaces::set: shape is " + std::to_string(shape) + "; allowed is less than " +
                       std::to_string(shapes.size()));
  }
  if (has(shape)) {
    throw InvalidInput("ContactSurfaces::set: shape " + std::to_string(shape) + " has a surface; allowed is one");
  }
  mass_properties(surface);  // for what it refuses
  check_normals(surface);
  check_held(surface, shapes.header(shape));
  check_knots(host::piece_arrays<double>(surface).view, knots);
  auto entry = std::make_unique<host::ContactEntry>();
  entry->knots.assign(knots.begin(), knots.end());
  entry->tree = tree_of(knots);
  for (const FacetNode& n : entry->tree.nodes) entry->radii.push_back(length(widen(n.half)));
  entry->reach = 0;
  for (const KnotPosition& k : knots) entry->reach = std::max(entry->reach, length(k.point));
  entry->surface = state_->set.add(surface);
  if (state_->entries.size() <= shape) state_->entries.resize(shape + std::size_t{1});
  state_->entries[shape] = std::move(entry);
}

std::uint32_t ContactSurfaces::shape_count() const { return static_cast<std::uint32_t>(state_->entries.size()); }
bool ContactSurfaces::has(std::uint32_t shape) const { return state_->entry(shape) != nullptr; }
const NurbsSurface& ContactSurfaces::surface(std::uint32_t shape) const {
  return state_->set.surface(known(state_->entry(shape), shape).surface);
}
std::span<const KnotPosition> ContactSurfaces::knots(std::uint32_t shape) const {
  return known(state_->entry(shape), shape).knots;
}
const SurfaceView<double>& ContactSurfaces::view(std::uint32_t shape) const {
  return state_->set.views<double>()[known(state_->entry(shape), shape).surface];
}
std::size_t ContactSurfaces::bytes() const {
  std::size_t sum = state_->set.bytes();
  for (const auto& e : state_->entries) {
    if (e == nullptr) continue;
    sum += e->knots.size() * sizeof(KnotPosition) + e->tree.nodes.size() * sizeof(FacetNode) +
           e->tree.order.size() * sizeof(std::uint32_t);
  }
  return sum;
}

}  // namespace abut
