// Copies of shapes and parts on a device.
#include "host/capi/cuda.h"

using namespace abut::capi;

namespace {

template <class T, template <class> class View>
std::shared_ptr<OnDevice<View>> on_device(const View<T>& view) {
  auto made = std::make_shared<OnDevice<View>>();
  made->is_f64 = std::is_same_v<T, double>;
  if constexpr (std::is_same_v<T, double>) {
    made->f64 = view;
  } else {
    made->f32 = view;
  }
  return made;
}

template <class Q>
int place_parts(const char* function, const abut_cuda* cuda, const typename CTypes<Q>::BodyPoses* bodies,
                const double* local, const abut_parts* parts) noexcept {
  return guarded(function, [&] {
    const abut::Cuda on = on_cuda(cuda);
    const auto b = given("bodies", bodies);
    abut::place_parts<Q>(
        on,
        {b.count, {b.x, b.y, b.z, stride_or(b.stride, 1)}, b.qw, b.qx, b.qy, b.qz, stride_or(b.quaternion_stride, 1)},
        local, parts_view("parts", parts));
  });
}

}  // namespace

int abut_device_shapes_bytes_f32(const abut_shapes* shapes, size_t* bytes) {
  return give_bytes("abut_device_shapes_bytes_f32", bytes,
                    [&] { return abut::device_shapes_bytes<float>(object(shapes, "shapes")->view<float>()); });
}
int abut_cuda_copy_shapes_f32(const abut_cuda* cuda, const abut_shapes* shapes, void* memory, size_t bytes,
                              abut_device_shapes** copy) {
  return make_handle("abut_cuda_copy_shapes_f32", "copy", copy, [&] {
    const abut::Cuda on = on_cuda(cuda);
    const auto held = object(shapes, "shapes");
    return on_device(abut::copy_shapes<float>(on, held->view<float>(), {memory, bytes}));
  });
}
int abut_cuda_place_parts_f32(const abut_cuda* cuda, const abut_body_poses_f32* bodies, const double* local,
                              const abut_parts* parts) {
  return place_parts<float>("abut_cuda_place_parts_f32", cuda, bodies, local, parts);
}
int abut_device_planar_shapes_bytes_f32(const abut_planar_shapes* shapes, size_t* bytes) {
  return give_bytes("abut_device_planar_shapes_bytes_f32", bytes,
                    [&] { return abut::device_planar_shapes_bytes<float>(object(shapes, "shapes")->view<float>()); });
}
int abut_cuda_copy_planar_shapes_f32(const abut_cuda* cuda, const abut_planar_shapes* shapes, void* memory,
                                     size_t bytes, abut_device_planar_shapes** copy) {
  return make_handle("abut_cuda_copy_planar_shapes_f32", "copy", copy, [&] {
    const abut::Cuda on = on_cuda(cuda);
    const auto held = object(shapes, "shapes");
    return on_device(abut::copy_planar_shapes<float>(on, held->view<float>(), {memory, bytes}));
  });
}
int abut_device_shapes_bytes_f64(const abut_shapes* shapes, size_t* bytes) {
  return give_bytes("abut_device_shapes_bytes_f64", bytes,
                    [&] { return abut::device_shapes_bytes<double>(object(shapes, "shapes")->view<double>()); });
}
int abut_cuda_copy_shapes_f64(const abut_cuda* cuda, const abut_shapes* shapes, void* memory, size_t bytes,
                              abut_device_shapes** copy) {
  return make_handle("abut_cuda_copy_shapes_f64", "copy", copy, [&] {
    const abut::Cuda on = on_cuda(cuda);
    const auto held = object(shapes, "shapes");
    return on_device(abut::copy_shapes<double>(on, held->view<double>(), {memory, bytes}));
  });
}
int abut_cuda_place_parts_f64(const abut_cuda* cuda, const abut_body_poses_f64* bodies, const double* local,
                              const abut_parts* parts) {
  return place_parts<double>("abut_cuda_place_parts_f64", cuda, bodies, local, parts);
}
int abut_device_planar_shapes_bytes_f64(const abut_planar_shapes* shapes, size_t* bytes) {
  return give_bytes("abut_device_planar_shapes_bytes_f64", bytes,
                    [&] { return abut::device_planar_shapes_bytes<double>(object(shapes, "shapes")->view<double>()); });
}
int abut_cuda_copy_planar_shapes_f64(const abut_cuda* cuda, const abut_planar_shapes* shapes, void* memory,
                                     size_t bytes, abut_device_planar_shapes** copy) {
  return make_handle("abut_cuda_copy_planar_shapes_f64", "copy", copy, [&] {
    const abut::Cuda on = on_cuda(cuda);
    const auto held = object(shapes, "shapes");
    return on_device(abut::copy_planar_shapes<double>(on, held->view<double>(), {memory, bytes}));
  });
}

int abut_device_shapes_free(abut_device_shapes* shapes) {
  return guarded("abut_device_shapes_free", [&] { free_handle(Kind::device_shapes, shapes, "shapes"); });
}
int abut_device_planar_shapes_free(abut_device_planar_shapes* shapes) {
  return guarded("abut_device_planar_shapes_free", [&] { free_handle(Kind::device_planar_shapes, shapes, "shapes"); });
}

int abut_device_parts_bytes(const abut_parts* parts, size_t* bytes) {
  return give_bytes("abut_device_parts_bytes", bytes,
                    [&] { return abut::device_parts_bytes(parts_view("parts", parts)); });
}
int abut_cuda_copy_parts(const abut_cuda* cuda, const abut_parts* parts, void* memory, size_t bytes, abut_parts* copy) {
  return guarded("abut_cuda_copy_parts", [&] {
    const abut::Cuda on = on_cuda(cuda);
    need("copy", copy);
    struct_size("copy", copy);
    give_parts("copy", abut::copy_parts(on, parts_view("parts", parts), {memory, bytes}), copy);
  });
}
