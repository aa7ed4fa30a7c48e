// Why there is no device, in words for people. No CUDA here: a machine without a driver is where this is read.
#pragma once

#include <string>

namespace abut::device {

/// What the runtime says when it is asked for devices, and which versions it has: 1000 * major + 10 * minor.
struct DeviceCount {
  int devices = 0;
  const char* error = nullptr;  ///< the runtime's words; null where it has none
  bool too_old = false;         ///< it says that the driver is not new enough, which it also does where there is none
  int driver = 0;               ///< 0: no driver
  int runtime = 0;
};

inline std::string version_text(int version) {
  return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
}

/// Empty where there are devices.
inline std::string unavailable_reason(const DeviceCount& count) {
  if (count.error == nullptr) return count.devices > 0 ? "" : "no CUDA device";
  if (count.driver == 0) return "no CUDA device: no NVIDIA driver on this machine";
  if (count.too_old) {
    return "no CUDA device: the NVIDIA driver is too old, for CUDA " + version_text(count.driver) + ", allowed is " +
           version_text(count.runtime) + " or newer";
  }
  return std::string("no CUDA device: ") + count.error;
}

}  // namespace abut::device
