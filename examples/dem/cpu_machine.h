// The cores of this computer, for bodies in space.
#pragma once

#include "examples/dem/core_machine.h"

namespace dem {

class CpuMachine : public CoreMachine {
 public:
  /// `threads`: 0 for all cores.
  explicit CpuMachine(int threads = 0);

  void start(const Scene& scene, const Snapshot& from, bool volumes);
  void detect(std::uint32_t born);
  Snapshot snapshot() const;

 private:
  void place(std::uint32_t parts_born);
  void detect_here(std::uint32_t parts_born);
  abut::PartsView parts(std::uint32_t parts_born) const;
  void find_volumes(const abut::PartsView& view);

  abut::ShapeSetView<double> shapes_;
  abut::PairFinder finder_;
  abut::PairFilter filter_;
  std::vector<std::uint32_t> own_number_;
  std::vector<std::uint8_t> self_contact_;
  std::vector<double> position_[3], rotation_[9];
  bool reads_volumes_ = false;
};

}  // namespace dem
