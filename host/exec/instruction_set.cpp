#include "host/exec/instruction_set.h"

#include <cstdlib>
#include <stdexcept>
#include <string>

#include "abut/core/error.h"

namespace abut {

// Each is defined by the object library of its instruction set.
#if defined(ABUT_HAVE_ISA_AVX2)
namespace isa_avx2 {
extern const QueryRangeTable query_range_table_of_isa;
extern const BoxSearchTable box_search_table_of_isa;
extern const NeighbourListTable neighbour_list_table_of_isa;
extern const PatchPairsTable patch_pairs_table_of_isa;
extern const PlanarRangeTable planar_range_table_of_isa;
extern const FacetSearchTable facet_search_table_of_isa;
extern const ClosestPointsTable closest_points_table_of_isa;
extern const ComplexSearchTable complex_search_table_of_isa;
extern const BrepLeavesTable brep_leaves_table_of_isa;
extern const DeformSearchTable deform_search_table_of_isa;
}  // namespace isa_avx2
#endif
#if defined(ABUT_HAVE_ISA_AVX512)
namespace isa_avx512 {
extern const QueryRangeTable query_range_table_of_isa;
extern const BoxSearchTable box_search_table_of_isa;
extern const NeighbourListTable neighbour_list_table_of_isa;
extern const PatchPairsTable patch_pairs_table_of_isa;
extern const PlanarRangeTable planar_range_table_of_isa;
extern const FacetSearchTable facet_search_table_of_isa;
extern const ClosestPointsTable closest_points_table_of_isa;
extern const ComplexSearchTable complex_search_table_of_isa;
extern const BrepLeavesTable brep_leaves_table_of_isa;
extern const DeformSearchTable deform_search_table_of_isa;
}  // namespace isa_avx512
#endif
#if defined(ABUT_HAVE_ISA_NEON)
namespace isa_neon {
extern const QueryRangeTable query_range_table_of_isa;
extern const BoxSearchTable box_search_table_of_isa;
extern const NeighbourListTable neighbour_list_table_of_isa;
extern const PatchPairsTable patch_pairs_table_of_isa;
extern const PlanarRangeTable planar_range_table_of_isa;
extern const FacetSearchTable facet_search_table_of_isa;
extern const ClosestPointsTable closest_points_table_of_isa;
extern const ComplexSearchTable complex_search_table_of_isa;
extern const BrepLeavesTable brep_leaves_table_of_isa;
extern const DeformSearchTable deform_search_table_of_isa;
}  // namespace isa_neon
#endif
#if defined(ABUT_HAVE_ISA_SCALAR)
inline namespace isa_scalar {
extern const QueryRangeTable query_range_table_of_isa;
extern const BoxSearchTable box_search_table_of_isa;
extern const NeighbourListTable neighbour_list_table_of_isa;
extern const PatchPairsTable patch_pairs_table_of_isa;
extern const PlanarRangeTable planar_range_table_of_isa;
extern const FacetSearchTable facet_search_table_of_isa;
extern const ClosestPointsTable closest_points_table_of_isa;
extern const ComplexSearchTable complex_search_table_of_isa;
extern const BrepLeavesTable brep_leaves_table_of_isa;
extern const DeformSearchTable deform_search_table_of_isa;
}  // namespace isa_scalar
#endif

const char* name_of(InstructionSet set) {
  switch (set) {
    case InstructionSet::scalar: return "scalar";
    case InstructionSet::avx2: return "avx2";
    case InstructionSet::avx512: return "avx512";
    case InstructionSet::neon: return "neon";
  }
  return "unknown";
}

const std::vector<InstructionSet>& available_instruction_sets() {
  static const std::vector<InstructionSet> sets = [] {
    std::vector<InstructionSet> out;
#if defined(ABUT_HAVE_ISA_SCALAR)
    out.push_back(InstructionSet::scalar);
#endif
#if defined(ABUT_HAVE_ISA_AVX2)
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) out.push_back(InstructionSet::avx2);
#endif
#if defined(ABUT_HAVE_ISA_AVX512)
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq") &&
        __builtin_cpu_supports("avx512bw")) {
      out.push_back(InstructionSet::avx512);
    }
#endif
#if defined(ABUT_HAVE_ISA_NEON)
    out.push_back(InstructionSet::neon);  // part of every 64-bit ARM
#endif
    return out;
  }();
  return sets;
}

InstructionSet chosen_instruction_set() {
  static const InstructionSet chosen = [] {
    const char* wanted = std::getenv("ABUT_INSTRUCTION_SET");
    const auto& sets = available_instruction_sets();
    if (sets.empty()) throw InvalidInput("this program was built for the machine that compiled it; this one has less");
    if (wanted == nullptr || *wanted == '\0') return sets.back();
    std::string known;
    for (const InstructionSet set : sets) {
      if (std::string(name_of(set)) == wanted) return set;
      known += known.empty() ? name_of(set) : std::string(", ") + name_of(set);
    }
    throw InvalidInput(std::string("ABUT_INSTRUCTION_SET is '") + wanted + "'; this machine runs " + known);
  }();
  return chosen;
}

namespace {

/// What one instruction set has.
struct Tables {
  const QueryRangeTable* queries;
  const BoxSearchTable* boxes;
  const NeighbourListTable* neighbours;
  const PatchPairsTable* patches;
  const PlanarRangeTable* planar;
  const FacetSearchTable* facets;
  const ClosestPointsTable* closest_points;
  const ComplexSearchTable* complexes;
  const BrepLeavesTable* brep_leaves;
  const DeformSearchTable* deform;
};

#define ABUT_TABLES(isa)                                                                                      \
  {                                                                                                           \
    &isa::query_range_table_of_isa, &isa::box_search_table_of_isa, &isa::neighbour_list_table_of_isa,         \
        &isa::patch_pairs_table_of_isa, &isa::planar_range_table_of_isa, &isa::facet_search_table_of_isa,     \
        &isa::closest_points_table_of_isa, &isa::complex_search_table_of_isa, &isa::brep_leaves_table_of_isa, \
        &isa::deform_search_table_of_isa                                                                      \
  }
Tables tables(InstructionSet set) {
  switch (set) {
#if defined(ABUT_HAVE_ISA_AVX2)
    case InstructionSet::avx2: return ABUT_TABLES(isa_avx2);
#endif
#if defined(ABUT_HAVE_ISA_AVX512)
    case InstructionSet::avx512: return ABUT_TABLES(isa_avx512);
#endif
#if defined(ABUT_HAVE_ISA_NEON)
    case InstructionSet::neon: return ABUT_TABLES(isa_neon);
#endif
#if defined(ABUT_HAVE_ISA_SCALAR)
    case InstructionSet::scalar: return ABUT_TABLES(isa_scalar);
#endif
    default: throw std::logic_error("an instruction set that this program was not built for");
  }
}
#undef ABUT_TABLES

}  // namespace

const QueryRangeTable& query_range_table(InstructionSet set) { return *tables(set).queries; }
const BoxSearchTable& box_search_table(InstructionSet set) { return *tables(set).boxes; }
const NeighbourListTable& neighbour_list_table(InstructionSet set) { return *tables(set).neighbours; }
const PatchPairsTable& patch_pairs_table(InstructionSet set) { return *tables(set).patches; }
const PlanarRangeTable& planar_range_table(InstructionSet set) { return *tables(set).planar; }
const FacetSearchTable& facet_search_table(InstructionSet set) { return *tables(set).facets; }
const ClosestPointsTable& closest_points_table(InstructionSet set) { return *tables(set).closest_points; }
const ComplexSearchTable& complex_search_table(InstructionSet set) { return *tables(set).complexes; }
const BrepLeavesTable& brep_leaves_table(InstructionSet set) { return *tables(set).brep_leaves; }
const DeformSearchTable& deform_search_table(InstructionSet set) { return *tables(set).deform; }

}  // namespace abut
