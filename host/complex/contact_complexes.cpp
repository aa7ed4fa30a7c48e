#include "abut/complex/contact_complexes.h"

#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "abut/core/error.h"
#include "host/complex/complex_arrays.h"
#include "host/facets/surface.h"
#include "host/number_text.h"

namespace abut {
namespace {

[[noreturn]] void refuse(const std::string& what) { throw InvalidInput("ContactComplexes::set: " + what); }

void check_options(const ComplexOptions& o) {
  if (!(o.dilation > 0) || !std::isfinite(o.dilation)) {
    refuse("dilation is " + host::number_text(o.dilation) +
           "; allowed is above 0: gaps below 0 are told by it, and what is thin has no other thickness");
  }
  if (!(o.flatness >= 1e-12 && o.flatness <= ComplexOptions::most_flatness)) {
    refuse("flatness is " + host::number_text(o.flatness) + "; allowed is 1e-12 to 0.01");
  }
}

/// With its dilation, where that is not taken off first.
void check_held(const host::ComplexTopology& topology, const ShapeHeader& h, const ComplexOptions& options) {
  const double grown = options.offset_inward ? 0 : options.dilation;
  for (const std::uint32_t v : topology.vertices) {
    const double p[3] = {topology.points[v].x, topology.points[v].y, topology.points[v].z};
    for (int k = 0; k < 3; ++k) {
      if (std::abs(p[k] - h.centre[k]) + grown <= h.half_extent[k] + h.rounding + host::mesh_slack * h.size) continue;
      refuse("vertex " + std::to_string(v) +
             " lies outside of the shape's box, with the dilation; allowed is a complex that "
             "the shape holds");
    }
  }
}

}  // namespace

struct ContactComplexes::State {
  std::vector<std::unique_ptr<host::ComplexArrays>> of_shape;

  const host::ComplexArrays& known(std::uint32_t shape) const {
    if (shape >= of_shape.size() || of_shape[shape] == nullptr) {
      throw InvalidInput("ContactComplexes: shape " + std::to_string(shape) + " has no complex");
    }
    return *of_shape[shape];
  }
};

ContactComplexes::ContactComplexes() : state_(new State) {}
ContactComplexes::~ContactComplexes() = default;
ContactComplexes::ContactComplexes(ContactComplexes&&) noexcept = default;
ContactComplexes& ContactComplexes::operator=(ContactComplexes&&) noexcept = default;

ComplexReport ContactComplexes::set(const ShapeSet& shapes, std::uint32_t shape, const SimplicialComplex& complex,
                                    const ComplexOptions& options) {
  if (shape >= shapes.size()) {
    refuse("shape is " + std::to_string(shape) + "; allowed is less than " + std::to_string(shapes.size()));
  }
  check_options(options);
  host::ComplexTopology topology = host::complex_topology(complex);
  check_held(topology, shapes.header(shape), options);
  auto arrays = std::make_unique<host::ComplexArrays>(host::complex_arrays(topology, options));
  if (state_->of_shape.size() <= shape) state_->of_shape.resize(shape + std::size_t{1});
  state_->of_shape[shape] = std::move(arrays);
  return topology.report;
}

std::uint32_t ContactComplexes::shape_count() const { return static_cast<std::uint32_t>(state_->of_shape.size()); }
bool ContactComplexes::has(std::uint32_t shape) const {
  return shape < state_->of_shape.size() && state_->of_shape[shape] != nullptr;
}
const ComplexView<double>& ContactComplexes::view(std::uint32_t shape) const { return state_->known(shape).view; }
std::size_t ContactComplexes::bytes() const {
  std::size_t sum = 0;
  for (const auto& a : state_->of_shape) sum += a != nullptr ? a->bytes() : 0;
  return sum;
}

SimplicialComplex complex_of(const Mesh& mesh) { return {mesh.vertices, {}, {}, mesh.triangles, {}}; }

}  // namespace abut
