// The CUDA side of a build that has none: every function says so.
#if !defined(ABUT_HAVE_CUDA)

#include "abut/brep/brep_view.h"
#include "abut/core/error.h"
#include "abut/deform/deform_batch.h"
#include "kernels/backend.h"

namespace abut::backend {
namespace {

[[noreturn]] void fail() { throw CudaError(cuda_unavailable_reason()); }

}  // namespace

const char* cuda_unavailable_reason() { return "this build of Abut has no CUDA"; }

const char* earlier_error() { return nullptr; }

void copy_to_device(void*, void*, const void*, std::size_t) { fail(); }
void copy_to_host(void*, void*, const void*, std::size_t) { fail(); }
void* allocate(void*, std::size_t) { fail(); }
void release(void*, void*) noexcept {}
void wait(void*) { fail(); }

template <class T>
std::size_t query_workspace(std::uint64_t, std::uint32_t) {
  fail();
}
template <class T>
void query_batch(void*, const QueryBatch<T>&, const std::uint64_t*, std::uint32_t, void*) {
  fail();
}
template <class T>
void intersect_batch(void*, const QueryBatch<T>&, std::uint8_t*) {
  fail();
}
template std::size_t query_workspace<float>(std::uint64_t, std::uint32_t);
template std::size_t query_workspace<double>(std::uint64_t, std::uint32_t);
template void query_batch<float>(void*, const QueryBatch<float>&, const std::uint64_t*, std::uint32_t, void*);
template void query_batch<double>(void*, const QueryBatch<double>&, const std::uint64_t*, std::uint32_t, void*);
template void intersect_batch<float>(void*, const QueryBatch<float>&, std::uint8_t*);
template void intersect_batch<double>(void*, const QueryBatch<double>&, std::uint8_t*);

bool is_device_memory(const void*) { fail(); }
void find_bad_pair(void*, const NamedPairs&, std::uint64_t*) { fail(); }

template <class Q>
void place_parts(void*, const BodyPosesView<Q>&, const double*, const PartsView&) {
  fail();
}
template void place_parts<float>(void*, const BodyPosesView<float>&, const double*, const PartsView&);
template void place_parts<double>(void*, const BodyPosesView<double>&, const double*, const PartsView&);

std::size_t build_tree_workspace(std::uint32_t) { fail(); }
void build_tree(void*, const BoxedParts&, const PartTree&, void*) { fail(); }
std::size_t refit_tree_workspace(std::uint32_t) { fail(); }
void refit_tree(void*, const BoxedParts&, const PartTree&, void*) { fail(); }
std::size_t find_pairs_workspace(std::uint64_t) { fail(); }
void find_pairs(void*, const PartTree&, const PartsView&, bool, const PairList&, void*) { fail(); }
void find_cross_pairs(void*, const BoxedParts&, const PartTree&, const PairList&, void*) { fail(); }
void find_nearest(void*, const PartTree&, const QueryPoints&, const NearestView&) { fail(); }
void find_within(void*, const PartTree&, const QueryPoints&, const QueryRadius&, const PairList&, void*) { fail(); }

void match_pairs(void*, const PairList&, const PairList&, std::uint32_t*, std::uint64_t*) { fail(); }
std::size_t match_contacts_workspace(std::uint64_t) { fail(); }
void match_contacts(void*, const ContactIds&, const ContactIds&, std::uint32_t*, std::uint64_t*, void*) { fail(); }
void carry(void*, const Carried&, const void*, void*, std::size_t) { fail(); }

void take_part_places(void*, const ShapeHeader*, const PartsView&, PartPlace*) { fail(); }
std::size_t filter_pairs_workspace(std::uint32_t, std::uint64_t) { fail(); }
void filter_pairs(void*, const FilterStep&, void*) { fail(); }
template <class T>
void learn_clearances(void*, const FilterStep&, const Strided<T>&) {
  fail();
}
template void learn_clearances<float>(void*, const FilterStep&, const Strided<float>&);
template void learn_clearances<double>(void*, const FilterStep&, const Strided<double>&);

template <class T>
std::size_t find_patches_workspace(const PatchSizes&) {
  fail();
}
template <class T>
void find_patches(void*, const QueryBatch<T>&, const std::uint64_t*, const PatchOptions&, const PatchesView<T>&,
                  void*) {
  fail();
}
template <class T>
void find_no_volume(void*, const QueryBatch<T>&, const std::uint64_t*, std::uint64_t*) {
  fail();
}
template std::size_t find_patches_workspace<float>(const PatchSizes&);
template std::size_t find_patches_workspace<double>(const PatchSizes&);
template void find_patches<float>(void*, const QueryBatch<float>&, const std::uint64_t*, const PatchOptions&,
                                  const PatchesView<float>&, void*);
template void find_patches<double>(void*, const QueryBatch<double>&, const std::uint64_t*, const PatchOptions&,
                                   const PatchesView<double>&, void*);
template void find_no_volume<float>(void*, const QueryBatch<float>&, const std::uint64_t*, std::uint64_t*);
template void find_no_volume<double>(void*, const QueryBatch<double>&, const std::uint64_t*, std::uint64_t*);

std::size_t find_facet_contacts_workspace(const FacetSizes&) { fail(); }
template <class T>
void find_facet_contacts(void*, const FacetSearch<T>&, void*) {
  fail();
}
template void find_facet_contacts<float>(void*, const FacetSearch<float>&, void*);
template void find_facet_contacts<double>(void*, const FacetSearch<double>&, void*);
void find_no_surface(void*, const NamedPairs&, const FacetSurfaces&, std::uint64_t*) { fail(); }

template <class T>
void find_closest_points(void*, const ClosestPointSearch<T>&) {
  fail();
}
template void find_closest_points<float>(void*, const ClosestPointSearch<float>&);
template void find_closest_points<double>(void*, const ClosestPointSearch<double>&);

template <class T>
std::size_t find_local_minima_workspace(std::uint64_t, std::uint32_t) {
  fail();
}
template std::size_t find_local_minima_workspace<float>(std::uint64_t, std::uint32_t);
template std::size_t find_local_minima_workspace<double>(std::uint64_t, std::uint32_t);
template <class T>
void find_local_minima(void*, const LocalMinimaSearch<T>&, void*) {
  fail();
}
template void find_local_minima<float>(void*, const LocalMinimaSearch<float>&, void*);
template void find_local_minima<double>(void*, const LocalMinimaSearch<double>&, void*);

std::size_t find_surface_contacts_workspace(std::uint64_t, std::uint64_t) { fail(); }
template <class T>
void find_surface_contacts(void*, const KnotSearch&, const SurfaceContactsView<T>&, void*) {
  fail();
}
template void find_surface_contacts<float>(void*, const KnotSearch&, const SurfaceContactsView<float>&, void*);
template void find_surface_contacts<double>(void*, const KnotSearch&, const SurfaceContactsView<double>&, void*);

std::size_t find_quasi_lmds_workspace(std::uint64_t, const QuasiLmdRoom&) { fail(); }
template <class T>
void find_quasi_lmds(void*, const ComplexSearch&, const QuasiLmdsView<T>&, void*) {
  fail();
}
template void find_quasi_lmds<float>(void*, const ComplexSearch&, const QuasiLmdsView<float>&, void*);
template void find_quasi_lmds<double>(void*, const ComplexSearch&, const QuasiLmdsView<double>&, void*);
std::size_t find_brep_leaves_workspace(const BrepLeafSearch&) { fail(); }
BrepLeaves find_brep_leaves(void*, const BrepLeafSearch&, void*) { fail(); }
void find_no_complex(void*, const NamedPairs&, const ComplexViews&, std::uint64_t*) { fail(); }

void find_body_faults(void*, const DeformBatch&) { fail(); }
void refit_bodies(void*, const DeformBatch&, const TreeFrame&) { fail(); }
std::size_t find_deforming_workspace(const DeformSearch&) { fail(); }
DeformFound find_deforming(void*, const DeformSearch&, void*) { fail(); }

void copy_listed(void*, const ListedCopy&) { fail(); }
void note_numbers(void*, const StepNumbers&) { fail(); }
void copy_on_device(void*, void*, const void*, std::size_t) { fail(); }
void zero(void*, void*, std::size_t) { fail(); }
bool may_capture(void*) { fail(); }
void begin_capture(void*) { fail(); }
void* end_capture(void*) { fail(); }
void drop_capture(void*) noexcept {}
void launch_graph(void*, void*) { fail(); }
void release_graph(void*) noexcept {}

template <class T>
std::size_t query_planar_pairs_workspace(const PlanarShapeSetView<T>&) {
  fail();
}
template <class T>
void query_planar_pairs(void*, const PlanarBatch<T>&, const std::uint64_t*, std::uint64_t, void*) {
  fail();
}
template std::size_t query_planar_pairs_workspace<float>(const PlanarShapeSetView<float>&);
template std::size_t query_planar_pairs_workspace<double>(const PlanarShapeSetView<double>&);
template void query_planar_pairs<float>(void*, const PlanarBatch<float>&, const std::uint64_t*, std::uint64_t, void*);
template void query_planar_pairs<double>(void*, const PlanarBatch<double>&, const std::uint64_t*, std::uint64_t, void*);

}  // namespace abut::backend

#endif
