#include "host/exec/isa/deform/impact_range.h"

#include "abut/deform/continuous.h"
#include "host/exec/isa/lanes/upper_halves.h"

namespace abut {
inline namespace ABUT_ISA {

namespace impact_range_detail {

template <class T, bool edges>
void answer(const ImpactRange<T>& range) {
  for (std::size_t i = range.begin; i < range.end; ++i) {
    MovingNodes<T> nodes;
    for (int k = 0; k < 4; ++k) {
      const std::uint32_t node = range.queries[i][static_cast<std::size_t>(k)];
      nodes.start[k] = range.before[node], nodes.end[k] = range.after[node];
    }
    range.out[i] = edges ? edge_edge_impact(nodes, range.options) : vertex_triangle_impact(nodes, range.options);
  }
}

}  // namespace impact_range_detail

extern const ImpactRangeTable impact_range_table_of_isa;
const ImpactRangeTable impact_range_table_of_isa = {
    cleared<impact_range_detail::answer<float, false>>, cleared<impact_range_detail::answer<double, false>>,
    cleared<impact_range_detail::answer<float, true>>, cleared<impact_range_detail::answer<double, true>>};

}  // namespace ABUT_ISA
}  // namespace abut
