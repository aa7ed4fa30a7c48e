#include "examples/dem/cpu_machine.h"

#include "examples/dem/scene_pipeline.h"

namespace dem {

namespace {

/// Room for pairs of each part. What is never used is never touched.
constexpr std::uint64_t pairs_of_a_part = 96;

}  // namespace

CpuMachine::CpuMachine(int threads) : CoreMachine(threads) {}

void CpuMachine::start(const Scene& scene, const Snapshot& from, bool volumes) {
  begin(scene, from);
  with_threads([&] {
    pipeline_.emplace(cpu_, scene.shapes, bodies_of(scene), pipeline_options(scene, from, volumes, pairs_of_a_part));
    pipeline_->restore(poses_of(states_.data(), scene.size()), state_of(from));
  });
  take_contacts(std::max(from.candidates.size(), from.pairs.size()));
}

void CpuMachine::detect(std::uint32_t) {
  with_threads([&] { pipeline_->step(poses_of(states_.data(), static_cast<std::uint32_t>(states_.size()))); });
  take_contacts(pipeline_->counts().candidates);
}

void CpuMachine::take_contacts(std::uint64_t candidates) {
  const abut::PipelineContacts<double>& c = pipeline_->contacts();
  take_pairs(candidates, {c.pairs, *c.count}, arrays_of(c, nullptr, nullptr));
}

Snapshot CpuMachine::snapshot() {
  Snapshot out;
  out.states = states_;
  take_state(pipeline_->state(), out);
  return out;
}

}  // namespace dem
