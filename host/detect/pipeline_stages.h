// What a contact pipeline asks of an executor. Arguments are checked by pipeline.cpp.
#pragma once

#include <memory>

#include "host/detect/pipeline_arrays.h"

namespace abut::pipeline_detail {

template <class T>
class Stages {
 public:
  virtual ~Stages() = default;

  /// Parts to where their bodies are.
  virtual void place(const BodyPosesView<float>& poses) = 0;
  virtual void place(const BodyPosesView<double>& poses) = 0;
  virtual void place(const PartsView& host) = 0;
  /// All other stages; `query`: null for Abut's own.
  virtual void run(const PipelineQuery<T>* query) = 0;
  /// Waits.
  virtual PipelineCounts counts() = 0;
  virtual PipelineState state() = 0;
  /// Parts have been placed.
  virtual void restore(const PipelineState& state) = 0;
  virtual std::size_t memory() const = 0;

  /// What parts and bodies were like, but for their poses.
  struct Made {
    std::uint32_t bodies, parts;
    std::uint64_t fingerprint;
  };
  Made made{};
  PipelineOptions options;
  PipelineContacts<T> contacts;
  const PipelineCounts* counts_in_place = nullptr;
  bool rebuild = true;
};

template <class T>
std::unique_ptr<Stages<T>> make_stages(const Cpu& cpu, const ShapeSet& shapes, const BodySet& bodies,
                                       const PipelineOptions& options);
template <class T>
std::unique_ptr<Stages<T>> make_stages(const Cuda& cuda, const ShapeSet& shapes, const BodySet& bodies,
                                       const PipelineOptions& options);

/// The poses of parts in their bodies, twelve doubles each; empty where all lie in their bodies' frames.
std::vector<double> local_poses(const BodySet& bodies);

}  // namespace abut::pipeline_detail
