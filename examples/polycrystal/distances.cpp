#include "examples/polycrystal/distances.h"

#include <stdexcept>

#include "abut/core/error.h"
#include "abut/detect.h"
#include "abut/narrow/exact_signs.h"
#include "abut/narrow/gjk.h"
#include "examples/polycrystal/corners_less_point.h"

namespace polycrystal {

std::string PairDistances::name() const {
  return std::string(options_.exact_signs ? "exact signs" : "rounded signs") + (options_.warm ? ", warm" : "");
}

template <class Signs>
void PairDistances::measure_as(const Tessellation& cells, const Grains& grains, std::span<const Query> queries,
                               std::span<double> squared) {
  CornersLessPoint support;
  std::uint32_t cell = 0xffffffffu;
  for (const Query& q : queries) {
    if (q.cell != cell) support.take(cells.cell(cell = q.cell));
    const Vector point = grains.boundary[q.voxel];
    support.take(point);
    Vector direction = cells.seeds()[cell].place - point;
    if (options_.warm && abut::max_abs(last_[q.voxel]) > 0) direction = last_[q.voxel];
    abut::GjkState<double> state;
    abut::gjk_start(state, direction, true);
    abut::gjk<Signs>(state, support, abut::NoCutoff<double>::value);
    squared[q.voxel] = state.overlap ? 0 : state.vv;
    if (options_.warm) last_[q.voxel] = state.overlap ? Vector{0, 0, 0} : state.v;
    iterations_ += state.iterations;
  }
}

void PairDistances::measure(const Tessellation& cells, const Grains& grains, std::span<const Query> queries,
                            std::span<double> squared) {
  if (options_.warm) last_.resize(grains.boundary.size(), {0, 0, 0});
  if (options_.exact_signs) return measure_as<abut::ExactSigns>(cells, grains, queries, squared);
  measure_as<abut::RoundedSigns>(cells, grains, queries, squared);
}

void BatchDistances::measure(const Tessellation& cells, const Grains& grains, std::span<const Query> queries,
                             std::span<double> squared) {
  abut::ShapeSet shapes;
  const std::uint32_t point = shapes.add_point({0, 0, 0});
  std::vector<abut::Pair> pairs;
  std::vector<double> poses;
  std::vector<abut::CachedPolytope> kept;
  if (warm_) kept_.resize(grains.boundary.size());
  std::uint32_t cell = 0xffffffffu, hull = 0;
  for (const Query& q : queries) {
    if (q.cell != cell) hull = shapes.add_hull(cells.cell(cell = q.cell).points);
    const Vector p = grains.boundary[q.voxel];
    pairs.push_back({hull, point});
    poses.insert(poses.end(), {1, 0, 0, p.x, 0, 1, 0, p.y, 0, 0, 1, p.z});
    if (warm_) kept.push_back(kept_[q.voxel]);
  }
  abut::Contacts<double> contacts(pairs.size());
  abut::QueryOptions options;
  options.cache = warm_ ? kept.data() : nullptr;
  abut::query_shape_pairs(abut::Cpu{threads_}, shapes.view<double>(), pairs, {poses.data(), 12}, options,
                          contacts.view());
  for (std::size_t k = 0; k < queries.size(); ++k) {
    const auto status = static_cast<abut::Status>(contacts.status[k] & 0x0f);
    if (status > abut::Status::iteration_limit) {
      throw std::runtime_error("voxel " + std::to_string(queries[k].voxel) + " and cell " +
                               std::to_string(queries[k].cell) + ": status " + std::to_string(contacts.status[k]));
    }
    const double gap = contacts.separation[k];
    squared[queries[k].voxel] = gap > 0 ? gap * gap : 0;
    if (warm_) kept_[queries[k].voxel] = kept[k];
  }
}

std::unique_ptr<Distances> distances_named(const std::string& name) {
  if (name == "exact") return std::make_unique<PairDistances>(DistanceOptions{true, false});
  if (name == "rounded") return std::make_unique<PairDistances>(DistanceOptions{false, false});
  if (name == "exact-warm") return std::make_unique<PairDistances>(DistanceOptions{true, true});
  if (name == "rounded-warm") return std::make_unique<PairDistances>(DistanceOptions{false, true});
  if (name == "batch") return std::make_unique<BatchDistances>(false);
  if (name == "batch-warm") return std::make_unique<BatchDistances>(true);
  throw abut::InvalidInput("distances are \"" + name +
                           "\": exact, rounded, exact-warm, rounded-warm, batch or batch-warm");
}

}  // namespace polycrystal
