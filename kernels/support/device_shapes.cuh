// A copy of a shape set's view in device memory.
#pragma once

#include "abut/shapes/shape_set_view.h"
#include "kernels/support/device_array.cuh"

namespace abut::backend {

template <class T>
class DeviceShapes {
 public:
  DeviceShapes(const ShapeSetView<T>& host, cudaStream_t s) : host_(host) {
    const ShapeArraySizes& n = host.sizes;
    headers_ = DeviceArray<ShapeHeader>::uploaded(host.headers, host.count, s);
    const T* const coordinates[3] = {host.x, host.y, host.z};
    for (int k = 0; k < 3; ++k) coordinates_[k] = DeviceArray<T>::uploaded(coordinates[k], n.vertices, s);
    const T* const planes[4] = {host.plane_nx, host.plane_ny, host.plane_nz, host.plane_offset};
    for (int k = 0; k < 4; ++k) planes_[k] = DeviceArray<T>::uploaded(planes[k], n.faces, s);
    edges_ = DeviceArray<ShapeEdge>::uploaded(host.edges, n.edges, s);
    terms_ = DeviceArray<ShapeTerm>::uploaded(host.terms, n.terms, s);
    const auto indices = [&](const std::uint32_t* data, std::size_t count) {
      return DeviceArray<std::uint32_t>::uploaded(data, count, s);
    };
    adjacency_begin_ = indices(host.adjacency_begin, n.adjacency_begin);
    adjacency_ = indices(host.adjacency, n.adjacency);
    adjacency_edge_ = indices(host.adjacency_edge, n.adjacency);
    direction_tables_ = indices(host.direction_tables, n.direction_tables);
    face_begin_ = indices(host.face_begin, n.faces + 1);
    face_vertices_ = indices(host.face_vertices, n.face_vertices);
  }

  ShapeSetView<T> view() const {
    ShapeSetView<T> v = host_;
    v.headers = headers_.data();
    v.x = coordinates_[0].data();
    v.y = coordinates_[1].data();
    v.z = coordinates_[2].data();
    v.adjacency_begin = adjacency_begin_.data();
    v.adjacency = adjacency_.data();
    v.adjacency_edge = adjacency_edge_.data();
    v.direction_tables = direction_tables_.data();
    v.edges = edges_.data();
    v.face_begin = face_begin_.data();
    v.face_vertices = face_vertices_.data();
    v.terms = terms_.data();
    v.plane_nx = planes_[0].data();
    v.plane_ny = planes_[1].data();
    v.plane_nz = planes_[2].data();
    v.plane_offset = planes_[3].data();
    return v;
  }

 private:
  ShapeSetView<T> host_;
  DeviceArray<ShapeHeader> headers_;
  DeviceArray<T> coordinates_[3], planes_[4];
  DeviceArray<ShapeEdge> edges_;
  DeviceArray<ShapeTerm> terms_;
  DeviceArray<std::uint32_t> adjacency_begin_, adjacency_, adjacency_edge_, direction_tables_, face_begin_,
      face_vertices_;
};

}  // namespace abut::backend
