// Contact patches on cores.
#include "host/capi/convert.h"

using namespace abut::capi;

namespace {

/// Finds patches by `find`, and says where the points did not fit.
template <class T, class Find>
void into_capacity(abut::PatchesView<T> view, Find&& find) {
  uint64_t counted = 0;
  const bool wants_points = view.points.x != nullptr || view.gaps.data != nullptr;
  if (view.needed == nullptr && wants_points) view.needed = &counted;
  find(view);
  if (wants_points && *view.needed > view.capacity) {
    throw TooSmall("out->capacity is " + std::to_string(view.capacity) + "; needed are " +
                   std::to_string(*view.needed) + " points");
  }
}

template <class T>
void find_patches(int threads, const abut_shapes* shapes, const abut_parts* parts,
                  const typename CTypes<T>::PairContacts* found, const abut_patch_options* options,
                  const typename CTypes<T>::Patches* out) {
  const auto held = object(shapes, "shapes");
  const auto f = given("found", found);
  into_capacity(patches_view<T>("out", out), [&](const abut::PatchesView<T>& view) {
    abut::find_patches<T>(abut::Cpu{threads}, held->view<T>(), parts_view("parts", parts),
                          {pairs_of("found->pairs", f.pairs), contacts_view<T>("found->contacts", f.contacts)},
                          patch_options(options), view);
  });
}

template <class T>
void find_shape_patches(int threads, const abut_shapes* shapes, const typename CTypes<T>::ShapePairContacts* found,
                        const abut_patch_options* options, const typename CTypes<T>::Patches* out) {
  const auto held = object(shapes, "shapes");
  const auto f = given("found", found);
  const ShapePairs p = shape_pairs_of("found->pairs", f.pairs);
  into_capacity(patches_view<T>("out", out), [&](const abut::PatchesView<T>& view) {
    abut::find_shape_patches<T>(abut::Cpu{threads}, held->view<T>(),
                                {p.pairs, p.poses, contacts_view<T>("found->contacts", f.contacts)},
                                patch_options(options), view);
  });
}

}  // namespace

int abut_patch_options_init(abut_patch_options* options, size_t size) {
  const abut::PatchOptions d;
  return init_struct("abut_patch_options_init", options, size,
                     {sizeof *options, d.margin, d.most_points, d.move_points ? 1u : 0u, d.capacity, 0});
}

int abut_find_patches_f32(int threads, const abut_shapes* shapes, const abut_parts* parts,
                          const abut_pair_contacts_f32* found, const abut_patch_options* options,
                          const abut_patches_f32* out) {
  return guarded("abut_find_patches_f32", [&] { find_patches<float>(threads, shapes, parts, found, options, out); });
}
int abut_find_shape_patches_f32(int threads, const abut_shapes* shapes, const abut_shape_pair_contacts_f32* found,
                                const abut_patch_options* options, const abut_patches_f32* out) {
  return guarded("abut_find_shape_patches_f32",
                 [&] { find_shape_patches<float>(threads, shapes, found, options, out); });
}
int abut_find_patches_f64(int threads, const abut_shapes* shapes, const abut_parts* parts,
                          const abut_pair_contacts_f64* found, const abut_patch_options* options,
                          const abut_patches_f64* out) {
  return guarded("abut_find_patches_f64", [&] { find_patches<double>(threads, shapes, parts, found, options, out); });
}
int abut_find_shape_patches_f64(int threads, const abut_shapes* shapes, const abut_shape_pair_contacts_f64* found,
                                const abut_patch_options* options, const abut_patches_f64* out) {
  return guarded("abut_find_shape_patches_f64",
                 [&] { find_shape_patches<double>(threads, shapes, found, options, out); });
}
