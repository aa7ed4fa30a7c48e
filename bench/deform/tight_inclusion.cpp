#include "bench/deform/tight_inclusion.h"

#include <stdexcept>
#include <type_traits>
#include <vector>

#ifdef ABUT_TIGHT_INCLUSION
#include <tight_inclusion/ccd.hpp>
#include <tight_inclusion/config.hpp>
#include <tight_inclusion/interval_root_finder.hpp>
#endif

namespace abut::bench {

#ifdef ABUT_TIGHT_INCLUSION

namespace {

static_assert(std::is_same_v<ticcd::Scalar, double>, "Tight-Inclusion is built for double");

ticcd::Vector3 vector(const Vec3<double>& p) { return {p.x, p.y, p.z}; }

}  // namespace

struct TightInclusion::Bounds {
  ImpactKind kind;
  ticcd::Array3 of_rounding;
};

const char* TightInclusion::version() { return TIGHT_INCLUSION_VER; }

TightInclusion::TightInclusion(ImpactKind kind, std::span<const MovingNodes<double>> scene) {
  std::vector<ticcd::Vector3> all;
  for (const MovingNodes<double>& n : scene) {
    for (int k = 0; k < 4; ++k) all.push_back(vector(n.start[k])), all.push_back(vector(n.end[k]));
  }
  bounds_.reset(new Bounds{kind, ticcd::get_numerical_error(all, kind == ImpactKind::vertex_triangle, false)});
}

bool TightInclusion::tells(const MovingNodes<double>& nodes, double tolerance) const {
  constexpr long most_boxes = 1000000;
  double time = 0, reached = 0;
  ticcd::Vector3 from[4], to[4];
  for (int k = 0; k < 4; ++k) from[k] = vector(nodes.start[k]), to[k] = vector(nodes.end[k]);
  const auto ask = bounds_->kind == ImpactKind::vertex_triangle ? ticcd::vertexFaceCCD : ticcd::edgeEdgeCCD;
  return ask(from[0], from[1], from[2], from[3], to[0], to[1], to[2], to[3], bounds_->of_rounding, 0, time, tolerance,
             1, most_boxes, reached, false, ticcd::CCDRootFindingMethod::BREADTH_FIRST_SEARCH);
}

#else

struct TightInclusion::Bounds {};

const char* TightInclusion::version() { return nullptr; }

TightInclusion::TightInclusion(ImpactKind, std::span<const MovingNodes<double>>) {
  throw std::logic_error("the build has no Tight-Inclusion");
}

bool TightInclusion::tells(const MovingNodes<double>&, double) const { return false; }

#endif

TightInclusion::~TightInclusion() = default;

}  // namespace abut::bench
