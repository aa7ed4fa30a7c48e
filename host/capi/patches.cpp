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
int find_patches(const char* function, int threads, const abut_shapes* shapes, const abut_parts* parts,
                 const abut_pair* pairs, size_t count, const typename CTypes<T>::Contacts* contacts,
                 const abut_patch_options* options, const typename CTypes<T>::Patches* out) noexcept {
  return guarded(function, [&] {
    const auto held = object(shapes, "shapes");
    into_capacity(patches_view<T>("out", out), [&](const abut::PatchesView<T>& view) {
      abut::find_patches<T>(abut::Cpu{threads}, held->view<T>(), parts_view("parts", parts),
                            pairs_of("pairs", pairs, count), contacts_view<T>("contacts", contacts),
                            patch_options(options), view);
    });
  });
}

template <class T>
int find_shape_patches(const char* function, int threads, const abut_shapes* shapes, const abut_pair* shape_pairs,
                       size_t count, const double* poses, ptrdiff_t pose_stride,
                       const typename CTypes<T>::Contacts* contacts, const abut_patch_options* options,
                       const typename CTypes<T>::Patches* out) noexcept {
  return guarded(function, [&] {
    const auto held = object(shapes, "shapes");
    need_array("poses", poses, count);
    into_capacity(patches_view<T>("out", out), [&](const abut::PatchesView<T>& view) {
      abut::find_shape_patches<T>(abut::Cpu{threads}, held->view<T>(), pairs_of("shape_pairs", shape_pairs, count),
                                  poses_view(poses, pose_stride), contacts_view<T>("contacts", contacts),
                                  patch_options(options), view);
    });
  });
}

}  // namespace

int abut_patch_options_init(abut_patch_options* options, size_t size) {
  const abut::PatchOptions d;
  return init_struct("abut_patch_options_init", options, size,
                     {sizeof *options, d.margin, d.most_points, d.move_points ? 1u : 0u, d.capacity, 0});
}

int abut_find_patches_f32(int threads, const abut_shapes* shapes, const abut_parts* parts, const abut_pair* pairs,
                          size_t count, const abut_contacts_f32* contacts, const abut_patch_options* options,
                          const abut_patches_f32* out) {
  return find_patches<float>("abut_find_patches_f32", threads, shapes, parts, pairs, count, contacts, options, out);
}
int abut_find_shape_patches_f32(int threads, const abut_shapes* shapes, const abut_pair* shape_pairs, size_t count,
                                const double* poses, ptrdiff_t pose_stride, const abut_contacts_f32* contacts,
                                const abut_patch_options* options, const abut_patches_f32* out) {
  return find_shape_patches<float>("abut_find_shape_patches_f32", threads, shapes, shape_pairs, count, poses,
                                   pose_stride, contacts, options, out);
}
int abut_find_patches_f64(int threads, const abut_shapes* shapes, const abut_parts* parts, const abut_pair* pairs,
                          size_t count, const abut_contacts_f64* contacts, const abut_patch_options* options,
                          const abut_patches_f64* out) {
  return find_patches<double>("abut_find_patches_f64", threads, shapes, parts, pairs, count, contacts, options, out);
}
int abut_find_shape_patches_f64(int threads, const abut_shapes* shapes, const abut_pair* shape_pairs, size_t count,
                                const double* poses, ptrdiff_t pose_stride, const abut_contacts_f64* contacts,
                                const abut_patch_options* options, const abut_patches_f64* out) {
  return find_shape_patches<double>("abut_find_shape_patches_f64", threads, shapes, shape_pairs, count, poses,
                                    pose_stride, contacts, options, out);
}
