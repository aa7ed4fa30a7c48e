// The nearly convex parts of a surface that deforms.
#include "abut/deforming_parts.h"

#include <vector>

#include "host/capi/convert.h"

using namespace abut::capi;

int abut_deforming_parts_new(const uint32_t* facets, size_t facet_count, const double* nodes, size_t node_count,
                             double concavity, abut_deforming_parts** parts) {
  return make_handle("abut_deforming_parts_new", "parts", parts, [&] {
    return std::make_shared<abut::DeformingParts>(rows_of<3>("facets", facets, facet_count),
                                                  points3("nodes", nodes, node_count), concavity);
  });
}
int abut_deforming_parts_free(abut_deforming_parts* parts) { return freed("abut_deforming_parts_free", parts); }

int abut_deforming_parts_move(abut_deforming_parts* parts, const double* nodes, size_t node_count,
                              abut_deforming_parts_step* step) {
  return guarded("abut_deforming_parts_move", [&] {
    const auto held = object(parts, "parts");
    if (step != nullptr) struct_size("step", step);
    const abut::DeformingPartsStep done = held->move(points3("nodes", nodes, node_count));
    if (step == nullptr) return;
    give("step", step, abut_deforming_parts_step{0, done.measured, done.decomposed, done.unusable, 0});
  });
}

int abut_deforming_parts_parts(const abut_deforming_parts* parts, abut_deforming_part* out, size_t capacity,
                               size_t* count) {
  return guarded("abut_deforming_parts_parts", [&] {
    const auto held = object(parts, "parts");
    need_array("out", out, capacity);
    std::vector<abut_deforming_part> all;
    for (const abut::DeformingPart& part : held->parts()) all.push_back({part.concavity, part.bound});
    give_list(std::span<const abut_deforming_part>(all), out, capacity, count, "parts");
  });
}

int abut_deforming_parts_part_of_facets(const abut_deforming_parts* parts, uint32_t* part, size_t capacity,
                                        size_t* count) {
  return guarded("abut_deforming_parts_part_of_facets", [&] {
    const auto held = object(parts, "parts");
    need_array("part", part, capacity);
    const std::vector<std::uint32_t> all = held->part_of_facets();
    give_list(std::span<const std::uint32_t>(all), part, capacity, count, "facets");
  });
}
