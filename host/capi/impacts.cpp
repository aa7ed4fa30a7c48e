// Impacts of pairs of moving features, and of all facets of a step.
#include <vector>

#include "host/capi/convert.h"
#include "host/deform/impact_options.h"

using namespace abut::capi;

namespace {

static_assert(ABUT_EDGE_EDGE_IMPACT == static_cast<int>(abut::ImpactKind::edge_edge));
static_assert(ABUT_IMPACT == static_cast<int>(abut::ImpactStatus::impact) &&
              ABUT_IMPACT_AT_START == static_cast<int>(abut::ImpactStatus::touching) &&
              ABUT_IMPACT_ITERATION_LIMIT == static_cast<int>(abut::ImpactStatus::iteration_limit) &&
              ABUT_IMPACT_NOT_FINITE == static_cast<int>(abut::ImpactStatus::not_finite));

abut_impact_options impact_defaults() {
  const abut::ImpactOptions<double> d;
  return {sizeof(abut_impact_options), d.distance, d.tolerance, d.iterations, 0};
}

template <class T>
abut::ImpactOptions<T> options_of(const abut_impact_options* options) {
  const abut_impact_options o = given_or("options", options, impact_defaults());
  return abut::host::impact_options<T>(o.distance, o.tolerance, o.iterations);
}

template <class T>
abut::StepNodes<T> nodes_of(const typename CTypes<T>::StepNodes* nodes) {
  const auto n = given("nodes", nodes);
  need_array_field("nodes", "before", n.before, n.count);
  need_array_field("nodes", "after", n.after, n.count);
  static_assert(sizeof(abut::Vec3<T>) == 3 * sizeof(T));
  return {{reinterpret_cast<const abut::Vec3<T>*>(n.before), n.count},
          {reinterpret_cast<const abut::Vec3<T>*>(n.after), n.count}};
}

template <class T>
typename CTypes<T>::Impact impact_of(const abut::Impact<T>& i) {
  return {i.time,
          i.separation,
          {i.weight[0], i.weight[1], i.weight[2], i.weight[3]},
          static_cast<std::uint32_t>(i.status),
          i.iterations};
}

abut::ImpactKind kind_of(std::uint32_t kind) {
  if (kind > ABUT_EDGE_EDGE_IMPACT) {
    throw abut::InvalidInput("queries->kind is " + std::to_string(kind) +
                             "; allowed are ABUT_VERTEX_TRIANGLE_IMPACT and ABUT_EDGE_EDGE_IMPACT");
  }
  return static_cast<abut::ImpactKind>(kind);
}

template <class T>
void find(int threads, const typename CTypes<T>::StepNodes* nodes, const abut_impact_queries* queries,
          const abut_impact_options* options, typename CTypes<T>::Impact* out) {
  const abut::StepNodes<T> of = nodes_of<T>(nodes);
  const abut_impact_queries q = given("queries", queries);
  const auto rows = rows_of<4>("queries", "nodes", q.nodes, q.count);
  need_array("out", out, q.count);
  const auto found = abut::find_impacts<T>(abut::Cpu{threads}, kind_of(q.kind), of, rows, options_of<T>(options));
  for (std::size_t i = 0; i < found.size(); ++i) out[i] = impact_of(found[i]);
}

template <class T>
typename CTypes<T>::StepImpact step_impact_of(const abut::StepImpact<T>& i) {
  return {i.facet_a,
          i.facet_b,
          {i.nodes[0], i.nodes[1], i.nodes[2], i.nodes[3]},
          static_cast<std::uint32_t>(i.kind),
          0,
          impact_of(i.impact)};
}

template <class T>
void give_lists(const abut::StepImpacts<T>& found, const typename CTypes<T>::StepImpacts& to) {
  need_room("out->capacity", to.impacts != nullptr, to.capacity, found.impacts.size());
  need_room("out->unusable_capacity", to.unusable != nullptr, to.unusable_capacity, found.unusable.size());
  for (std::size_t i = 0; to.impacts != nullptr && i < found.impacts.size(); ++i) {
    to.impacts[i] = step_impact_of(found.impacts[i]);
  }
  if (to.unusable != nullptr) std::copy(found.unusable.begin(), found.unusable.end(), to.unusable);
}

template <class T>
void find_step(int threads, const typename CTypes<T>::StepNodes* nodes, const abut_step_facets* facets,
               const abut_impact_options* options, abut_step_impact_report* report,
               const typename CTypes<T>::StepImpacts* out) {
  const abut::StepNodes<T> of = nodes_of<T>(nodes);
  const abut_step_facets f = given("facets", facets);
  const auto rows = rows_of<3>("facets", "nodes", f.nodes, f.count);
  need("report", report);
  struct_size("report", report);
  const auto to = given_or("out", out, typename CTypes<T>::StepImpacts{});
  const abut::StepImpacts<T> found = abut::find_step_impacts<T>(abut::Cpu{threads}, of, rows, options_of<T>(options));
  give("report", report,
       abut_step_impact_report{0, static_cast<double>(found.first_time), found.first, found.candidates,
                               found.impacts.size(), found.unusable.size()});
  give_lists(found, to);
}

}  // namespace

int abut_impact_options_init(abut_impact_options* options, size_t size) {
  return init_struct("abut_impact_options_init", options, size, impact_defaults());
}

int abut_find_impacts_f32(int threads, const abut_step_nodes_f32* nodes, const abut_impact_queries* queries,
                          const abut_impact_options* options, abut_impact_f32* out) {
  return guarded("abut_find_impacts_f32", [&] { find<float>(threads, nodes, queries, options, out); });
}
int abut_find_impacts_f64(int threads, const abut_step_nodes_f64* nodes, const abut_impact_queries* queries,
                          const abut_impact_options* options, abut_impact_f64* out) {
  return guarded("abut_find_impacts_f64", [&] { find<double>(threads, nodes, queries, options, out); });
}
int abut_find_step_impacts_f32(int threads, const abut_step_nodes_f32* nodes, const abut_step_facets* facets,
                               const abut_impact_options* options, abut_step_impact_report* report,
                               const abut_step_impacts_f32* out) {
  return guarded("abut_find_step_impacts_f32", [&] { find_step<float>(threads, nodes, facets, options, report, out); });
}
int abut_find_step_impacts_f64(int threads, const abut_step_nodes_f64* nodes, const abut_step_facets* facets,
                               const abut_impact_options* options, abut_step_impact_report* report,
                               const abut_step_impacts_f64* out) {
  return guarded("abut_find_step_impacts_f64",
                 [&] { find_step<double>(threads, nodes, facets, options, report, out); });
}
