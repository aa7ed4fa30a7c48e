// The exceptions of the public boundary. Host only.
#pragma once

#include <stdexcept>
#include <string>

namespace abut {

/// The caller's fault: names the argument, its value and what is allowed. Thrown before any work starts.
class InvalidInput : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// CUDA's fault: names the call and the place.
class CudaError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The file system's fault: names the path and the operating system's reason.
class FileError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace abut
