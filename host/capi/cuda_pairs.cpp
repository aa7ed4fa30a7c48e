// Trees and searches on a device.
#include "host/capi/cuda.h"

namespace abut::capi {

PartTree part_tree(const char* argument, const abut_part_tree* tree) {
  const abut_part_tree t = given(argument, tree);
  return {t.part_count,
          static_cast<PartTreeState*>(t.state),
          static_cast<BvhNode*>(t.nodes),
          t.parents,
          t.slots,
          t.codes,
          static_cast<LeafRecord*>(t.records),
          t.worlds};
}

BoxedParts boxed_parts(const char* argument, const abut_device_boxed_parts* parts) {
  const abut_device_boxed_parts p = given(argument, parts);
  const std::string name = argument;
  return {device_headers((name + "->shapes").c_str(), p.shapes), parts_view((name + "->parts").c_str(), p.parts),
          p.alert_distance};
}

}  // namespace abut::capi

using namespace abut::capi;

int abut_part_tree_bytes(uint32_t part_count, size_t* bytes) {
  return give_bytes("abut_part_tree_bytes", bytes, [&] { return abut::part_tree_bytes(part_count); });
}

int abut_part_tree_in(void* memory, uint32_t part_count, abut_part_tree* tree) {
  return guarded("abut_part_tree_in", [&] {
    need("tree", tree), need_array("memory", memory, part_count);
    const abut::PartTree t = abut::part_tree_in(memory, part_count);
    give("tree", tree,
         abut_part_tree{0, t.part_count, 0, t.state, t.nodes, t.parents, t.slots, t.codes, t.records, t.worlds});
  });
}

int abut_cuda_build_tree_workspace(uint32_t part_count, size_t* bytes) {
  return give_bytes("abut_cuda_build_tree_workspace", bytes,
                    [&] { return abut::build_tree_workspace(abut::Cuda{}, part_count); });
}
int abut_cuda_build_tree(const abut_cuda* cuda, const abut_device_boxed_parts* parts, const abut_part_tree* tree) {
  return guarded("abut_cuda_build_tree", [&] {
    const abut::Cuda on = on_cuda(cuda);
    abut::build_tree(on, boxed_parts("parts", parts), part_tree("tree", tree));
  });
}
int abut_cuda_refit_tree_workspace(uint32_t part_count, size_t* bytes) {
  return give_bytes("abut_cuda_refit_tree_workspace", bytes,
                    [&] { return abut::refit_tree_workspace(abut::Cuda{}, part_count); });
}
int abut_cuda_refit_tree(const abut_cuda* cuda, const abut_device_boxed_parts* parts, const abut_part_tree* tree) {
  return guarded("abut_cuda_refit_tree", [&] {
    const abut::Cuda on = on_cuda(cuda);
    abut::refit_tree(on, boxed_parts("parts", parts), part_tree("tree", tree));
  });
}

int abut_cuda_find_pairs_workspace(uint64_t capacity, size_t* bytes) {
  return give_bytes("abut_cuda_find_pairs_workspace", bytes,
                    [&] { return abut::find_pairs_workspace(abut::Cuda{}, capacity); });
}
int abut_cuda_find_pairs(const abut_cuda* cuda, const abut_part_tree* tree, const abut_parts* parts, int order,
                         const abut_pair_list* out) {
  return guarded("abut_cuda_find_pairs", [&] {
    const abut::Cuda on = on_cuda(cuda);
    if (order != ABUT_HALF_LIST && order != ABUT_FULL_LIST) {
      throw abut::InvalidInput("order is " + std::to_string(order) + "; allowed are 0 (half) and 1 (full)");
    }
    abut::find_pairs(on, part_tree("tree", tree), parts_view("parts", parts),
                     order == ABUT_HALF_LIST ? abut::PairOrder::half : abut::PairOrder::full, pair_list("out", out));
  });
}
int abut_cuda_find_cross_pairs(const abut_cuda* cuda, const abut_device_boxed_parts* first,
                               const abut_part_tree* second, const abut_pair_list* out) {
  return guarded("abut_cuda_find_cross_pairs", [&] {
    const abut::Cuda on = on_cuda(cuda);
    abut::find_cross_pairs(on, boxed_parts("first", first), part_tree("second", second), pair_list("out", out));
  });
}
int abut_cuda_find_nearest(const abut_cuda* cuda, const abut_part_tree* tree, const abut_points* points,
                           const abut_nearest* out) {
  return guarded("abut_cuda_find_nearest", [&] {
    const abut::Cuda on = on_cuda(cuda);
    abut::find_nearest(on, part_tree("tree", tree), query_points(points), nearest_view(out));
  });
}
int abut_cuda_find_within(const abut_cuda* cuda, const abut_part_tree* tree, const abut_points* points,
                          const abut_radius* radius, const abut_pair_list* out) {
  return guarded("abut_cuda_find_within", [&] {
    const abut::Cuda on = on_cuda(cuda);
    abut::find_within(on, part_tree("tree", tree), query_points(points), query_radius(radius), pair_list("out", out));
  });
}
