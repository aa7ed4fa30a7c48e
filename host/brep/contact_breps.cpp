#include "abut/brep/contact_breps.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <utility>

#include "abut/brep/brep_geometry.h"
#include "abut/core/error.h"
#include "host/brep/shape_brep.h"
#include "host/facets/surface.h"
#include "host/number_text.h"

namespace abut {
namespace {

using host::ShapeBrep;

[[noreturn]] void refuse(const std::string& what) { throw InvalidInput("ContactBreps::set: " + what); }

void check_options(const ContactBrepOptions& o) {
  if (!(o.dilation >= 0) || !std::isfinite(o.dilation)) {
    refuse("dilation is " + host::number_text(o.dilation) + "; allowed is a finite number, 0 or more");
  }
  if (o.around > ContactBrepOptions::most_around) {
    refuse("around is " + std::to_string(o.around) + "; allowed is 0 to 64");
  }
}

/// Points of the model, named, until `see` has seen them all.
template <class See>
void points_of(const host::ContactFeatures& of, const See& see) {
  const Brep& b = of.brep();
  constexpr int steps = 8;
  for (std::uint32_t v = 0; v < b.vertices.size(); ++v) see("vertex ", v, b.vertices[v].point);
  for (std::uint32_t e = 0; e < b.edges.size(); ++e) {
    if (b.edges[e].curve == no_brep_index) continue;
    for (int k = 0; k <= steps; ++k) {
      const double t = b.edges[e].begin + (b.edges[e].end - b.edges[e].begin) * k / steps;
      see("edge ", e, curve_point_at(b, b.edges[e].curve, t).point);
    }
  }
  for (std::uint32_t f = 0; f < b.faces.size(); ++f) {
    const TrimmedDomain& domain = of.domain_of(f);
    const TrimBox& box = domain.box();
    for (int k = 0; k < steps * steps; ++k) {
      const double u = box.begin_u + (box.end_u - box.begin_u) * (k % steps + 0.5) / steps;
      const double v = box.begin_v + (box.end_v - box.begin_v) * (k / steps + 0.5) / steps;
      if (domain.side_of(u, v, 0) != TrimSide::inside) continue;
      see("face ", f, surface_point_at(b, b.faces[f].surface, u, v).point);
    }
  }
}

void check_held(const ShapeBrep& of, const ShapeHeader& h) {
  points_of(of.features(), [&](const char* what, std::uint32_t index, const Vec3<double>& point) {
    const double p[3] = {point.x, point.y, point.z};
    for (int k = 0; k < 3; ++k) {
      if (std::abs(p[k] - h.centre[k]) + of.dilation <= h.half_extent[k] + h.rounding + host::mesh_slack * h.size)
        continue;
      refuse(what + std::to_string(index) +
             " reaches out of the shape's box, with the dilation; allowed is a model that the shape holds");
    }
  });
}

ShapeBrep made(const Brep& brep, const ContactBrepOptions& options) {
  check_options(options);
  if (brep.faces.empty()) refuse("the model has no faces");
  ShapeBrep out{ContactBrep(brep), options.dilation, options.around, {}, {}, {0, 0, 0}, 0, false, 0};
  const host::ContactFeatures& of = out.features();
  out.samples = host::edge_samples(of, options.around);
  std::vector<std::uint32_t> count(of.features().size(), 0);
  for (const host::EdgeSample& sample : out.samples) {
    if (++count[sample.feature] == options.around) out.whole_rims.push_back(sample.feature);
  }
  out.centre = (of.low() + of.high()) * 0.5;
  for (const host::ContactFeature& f : of.features()) {
    out.radius = std::max(out.radius, length(f.centre - out.centre) + f.radius);
    out.has_unsolved = out.has_unsolved || (!f.carrier && !f.shape);
  }
  if (!(out.radius < std::numeric_limits<double>::infinity())) {
    out.centre = {0, 0, 0}, out.radius = std::numeric_limits<double>::infinity();
  }
  return out;
}

}  // namespace

struct ContactBreps::State {
  std::vector<std::unique_ptr<ShapeBrep>> of_shape;

  void put(std::uint32_t shape, ShapeBrep&& of) {
    static std::atomic<std::uint32_t> editions{0};
    of.edition = ++editions;
    if (of_shape.size() <= shape) of_shape.resize(shape + std::size_t{1});
    of_shape[shape] = std::make_unique<ShapeBrep>(std::move(of));
  }
};

ContactBreps::ContactBreps() : state_(new State) {}
ContactBreps::~ContactBreps() = default;
ContactBreps::ContactBreps(ContactBreps&&) noexcept = default;
ContactBreps& ContactBreps::operator=(ContactBreps&&) noexcept = default;

void ContactBreps::set(const ShapeSet& shapes, std::uint32_t shape, const Brep& brep,
                       const ContactBrepOptions& options) {
  if (shape >= shapes.size()) {
    refuse("shape is " + std::to_string(shape) + "; allowed is less than " + std::to_string(shapes.size()));
  }
  ShapeBrep of = made(brep, options);
  check_held(of, shapes.header(shape));
  state_->put(shape, std::move(of));
}

std::uint32_t ContactBreps::add(ShapeSet& shapes, const Brep& brep, const ContactBrepOptions& options) {
  ShapeBrep of = made(brep, options);
  const Vec3<double> low = of.features().low(), high = of.features().high();
  if (!std::isfinite(of.radius)) {
    throw InvalidInput(
        "ContactBreps::add: no box about the model is known; allowed is `set` with a shape that holds it");
  }
  std::vector<Vec3<double>> corners;
  for (int k = 0; k < 8; ++k) {
    corners.push_back({(k & 1) != 0 ? high.x : low.x, (k & 2) != 0 ? high.y : low.y, (k & 4) != 0 ? high.z : low.z});
  }
  const std::uint32_t shape = shapes.add_hull(corners, options.dilation);
  state_->put(shape, std::move(of));
  return shape;
}

std::uint32_t ContactBreps::shape_count() const { return static_cast<std::uint32_t>(state_->of_shape.size()); }
bool ContactBreps::has(std::uint32_t shape) const {
  return shape < state_->of_shape.size() && state_->of_shape[shape] != nullptr;
}
const host::ShapeBrep& ContactBreps::of(std::uint32_t shape) const {
  if (!has(shape)) throw InvalidInput("ContactBreps: shape " + std::to_string(shape) + " has no model");
  return *state_->of_shape[shape];
}
const ContactBrep& ContactBreps::model(std::uint32_t shape) const { return of(shape).model; }
double ContactBreps::dilation(std::uint32_t shape) const { return of(shape).dilation; }

}  // namespace abut
