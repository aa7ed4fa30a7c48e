// HDF5's C interface: what it hands out is closed again, and what it complains about becomes one line.
#pragma once

#include <hdf5.h>

#include <string>
#include <utility>

namespace abut::io {

/// Owns an id.
class Handle {
 public:
  using Close = herr_t (*)(hid_t);
  Handle() = default;
  Handle(hid_t id, Close close) : id_(id), close_(close) {}
  ~Handle() { reset(); }
  Handle(Handle&& other) noexcept : id_(std::exchange(other.id_, -1)), close_(other.close_) {}
  Handle& operator=(Handle&& other) noexcept {
    std::swap(id_, other.id_);
    std::swap(close_, other.close_);
    return *this;
  }
  operator hid_t() const { return id_; }  // NOLINT: it is one, for HDF5's functions
  bool is_valid() const { return id_ >= 0; }
  herr_t reset() { return id_ >= 0 ? close_(std::exchange(id_, -1)) : 0; }

 private:
  hid_t id_ = -1;
  Close close_ = nullptr;
};

/// HDF5 prints nothing itself, loads no filters from elsewhere, and leaves alone at the end of the process what a full
/// disk kept it from writing. To be called before anything else.
void set_up_hdf5();

/// "PATH: DOING: what HDF5 says of its last fault" as a `FileError`.
[[noreturn]] void fail_hdf5(const std::string& path, const std::string& doing);

}  // namespace abut::io
