// The cores of this computer, for bodies in space.
#pragma once

#include <optional>

#include "examples/dem/core_machine.h"

namespace dem {

class CpuMachine : public CoreMachine {
 public:
  /// `threads`: 0 for all cores.
  explicit CpuMachine(int threads = 0);

  void start(const Scene& scene, const Snapshot& from, bool volumes);
  void detect(std::uint32_t born);
  Snapshot snapshot();

 private:
  void take_contacts(std::uint64_t candidates);
  std::optional<abut::ContactPipeline<double>> pipeline_;
};

}  // namespace dem
