#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "abut/core/error.h"
#include "host/io/data_source.h"

namespace abut::io {

bool is_hdf5(const std::string& path) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) throw FileError(path + ": cannot be opened: " + std::strerror(errno));
  constexpr char signature[] = "\x89HDF\r\n\x1a\n";
  char begin[sizeof signature - 1] = {};
  const ssize_t got = ::pread(descriptor, begin, sizeof begin, 0);  // fails on a pipe, which HDF5 does not read either
  ::close(descriptor);
  return got == sizeof begin && std::memcmp(begin, signature, sizeof begin) == 0;
}

}  // namespace abut::io
