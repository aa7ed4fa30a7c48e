#include "host/hdf5/handle.h"

#include "abut/core/error.h"

namespace abut::io {
namespace {

/// Of the innermost entry, the operating system's reason where it has one.
herr_t take_reason(unsigned, const H5E_error2_t* entry, void* into) {
  std::string& reason = *static_cast<std::string*>(into);
  if (!reason.empty() || entry->desc == nullptr) return 0;
  reason = entry->desc;
  const std::string mark = "error message = '";
  const std::size_t at = reason.find(mark);
  if (at != std::string::npos)
    reason = reason.substr(at + mark.size(), reason.find('\'', at + mark.size()) - at - mark.size());
  return 0;
}

}  // namespace

void set_up_hdf5() {
  static const bool done = [] {
    H5dont_atexit();
    H5open();
    H5PLset_loading_state(0);
    return true;
  }();
  static_cast<void>(done);
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
}

void fail_hdf5(const std::string& path, const std::string& doing) {
  std::string reason;
  H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, take_reason, &reason);
  for (char& c : reason) {
    if (static_cast<unsigned char>(c) < 0x20 || static_cast<unsigned char>(c) >= 0x7f) c = '?';
  }
  throw FileError(path + ": " + doing + ": " + (reason.empty() ? "HDF5 does not say why" : reason));
}

}  // namespace abut::io
