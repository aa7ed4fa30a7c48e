#include "abut/device_workspace.h"

#include "host/exec/device_checks.h"
#include "host/exec/device_memory.h"

namespace abut {

struct DeviceWorkspace::Block {
  host::DeviceMemory memory;
};

DeviceWorkspace::DeviceWorkspace(const Cuda& cuda, std::size_t bytes) {
  host::need_device();
  block_.reset(new Block{{cuda, bytes}});
}
DeviceWorkspace::~DeviceWorkspace() = default;
DeviceWorkspace::DeviceWorkspace(DeviceWorkspace&&) noexcept = default;
DeviceWorkspace& DeviceWorkspace::operator=(DeviceWorkspace&&) noexcept = default;

void* DeviceWorkspace::data() const { return block_->memory.data(); }
std::size_t DeviceWorkspace::size() const { return block_->memory.size(); }

}  // namespace abut
