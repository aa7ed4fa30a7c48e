// What every reader promises: the bytes are read, or refused by `InvalidInput` or `FileError` in one line that begins
// with the file's name. Anything else ends the process.
#pragma once

#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "abut/core/error.h"
#include "abut/shapes/mesh.h"

namespace abut::fuzz {

[[noreturn]] inline void finding(const char* what, std::string_view detail) {
  std::fprintf(stderr, "finding: %s: %.*s\n", what, static_cast<int>(detail.size()), detail.data());
  std::abort();
}

inline void check_refusal(const std::string& file, const std::string& message) {
  if (!message.starts_with(file + ":")) finding("a message does not begin with the file's name", message);
  if (message.size() == file.size() + 1) finding("a message says nothing", message);
  for (const char c : message) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) finding("a message is not one line of text", message);
  }
}

/// Whether `read()`, which is given a file of this name, reads it.
template <class Read>
bool read_or_refuse(const std::string& file, Read read) {
  try {
    read();
    return true;
  } catch (const InvalidInput& error) {
    check_refusal(file, error.what());
  } catch (const FileError& error) {
    check_refusal(file, error.what());
  }
  return false;
}

/// A file that lies in memory and goes with the process, for readers that take a path.
class MemoryFile {
 public:
  MemoryFile() : descriptor_(memfd_create("abut-fuzz", 0)), path_("/proc/self/fd/" + std::to_string(descriptor_)) {
    if (descriptor_ < 0) finding("no file in memory can be made", "memfd_create");
  }
  ~MemoryFile() { ::close(descriptor_); }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;

  int descriptor() const { return descriptor_; }
  const std::string& path() const { return path_; }
  void write(std::string_view bytes) const {
    const bool done = ::ftruncate(descriptor_, 0) == 0 &&
                      ::pwrite(descriptor_, bytes.data(), bytes.size(), 0) == static_cast<ssize_t>(bytes.size());
    if (!done) finding("a file in memory cannot be written", path_);
  }

 private:
  int descriptor_;
  std::string path_;
};

/// Reads the bytes as a mesh file of that name, and examines the mesh as `abut info` does.
int read_or_refuse_mesh(const char* name, const std::uint8_t* data, std::size_t size);

}  // namespace abut::fuzz
