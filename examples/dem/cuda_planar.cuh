// Pairs of bodies in the plane on a CUDA device: searched as flat shapes of space, queried as shapes of the plane.
#pragma once

#include "abut/planar.h"
#include "examples/dem/cuda_machine.cuh"
#include "examples/dem/planar_place.h"

namespace dem {

class PlaneQueries {
 public:
  const abut::ShapeSet& shapes_of(const Scene& scene) {
    flat_ = abut::flat_shapes(scene.plane);
    return flat_;
  }
  void start(const abut::Cuda& cuda, const Scene& scene, std::uint64_t capacity) {
    const auto host = scene.plane.view<double>();
    shape_memory_ = DeviceArray<unsigned char>(abut::device_planar_shapes_bytes(host));
    shapes_ = abut::copy_planar_shapes(cuda, host, {shape_memory_.data(), shape_memory_.size()});
    std::vector<abut::PlanarBody> bodies(scene.size());
    for (std::uint32_t i = 0; i < scene.size(); ++i) bodies[i].shape = i;
    bodies_ = DeviceArray<abut::PlanarBody>(bodies.size());
    bodies_.upload(bodies);
    records_ = DeviceArray<abut::PlanarContact<double>>(capacity);
    memory_ = DeviceArray<unsigned char>(abut::query_planar_pairs_workspace(cuda, shapes_));
  }
  void step(abut::ContactPipeline<double>& pipeline, const abut::Cuda& cuda, const BodyState* states,
            std::uint32_t count) {
    const auto stream = static_cast<cudaStream_t>(cuda.stream);
    const auto query = [&](const abut::PairList& pairs, abut::CachedPolytope* caches,
                           const abut::ContactsView<double>& out) {
      for_each_on(stream, count, PlaceInPlane{states, bodies_.data()});
      abut::PlanarQueryOptions options;
      options.cache = caches;
      abut::query_planar_pair_list<double>(cuda.with({memory_.data(), memory_.size()}), shapes_,
                                           {bodies_.data(), count}, pairs, options, {records_.data(), nullptr});
      for_each_on(stream, pairs.capacity, TakeRecords{records_.data(), pairs.count, pairs.capacity, out});
    };
    pipeline.step(poses_of(states, count), query);
  }

 private:
  abut::ShapeSet flat_;
  abut::PlanarShapeSetView<double> shapes_{};
  DeviceArray<unsigned char> shape_memory_, memory_;
  DeviceArray<abut::PlanarBody> bodies_;
  DeviceArray<abut::PlanarContact<double>> records_;
};

using CudaPlanarMachine = CudaMachineOf<PlaneQueries>;

}  // namespace dem
