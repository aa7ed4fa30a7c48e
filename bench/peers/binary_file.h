// Binary files in the machine's own byte order: what the formats of the peers' benchmarks are written and read with.
#pragma once

#include <cstddef>
#include <cstring>
#include <fstream>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

namespace peers::detail {

template <class T>
void put(std::string& out, const T* values, std::size_t count) {
  static_assert(std::is_trivially_copyable_v<T>);
  out.append(reinterpret_cast<const char*>(values), count * sizeof(T));
}

inline void store(const std::string& name, const std::string& bytes) {
  std::ofstream file(name, std::ios::binary);
  file.write(bytes.data(), static_cast<std::streamsize>(bytes.size())).flush();
  if (!file) throw std::runtime_error(name + ": cannot be written");
}

class Reader {
 public:
  explicit Reader(const std::string& name) : name_(name) {
    std::ifstream file(name, std::ios::binary | std::ios::ate);
    const std::streamoff size = file.tellg();
    if (!file || size < 0) fail("cannot be read");
    bytes_.resize(static_cast<std::size_t>(size));
    file.seekg(0).read(bytes_.data(), size);
    if (!file) fail("cannot be read");
  }

  template <class T>
  void take(T* values, std::size_t count) {
    static_assert(std::is_trivially_copyable_v<T>);
    if (count > (bytes_.size() - at_) / sizeof(T)) fail("ends early");
    if (count > 0) std::memcpy(values, bytes_.data() + at_, count * sizeof(T));
    at_ += count * sizeof(T);
  }
  /// Grows the list only after the file is known to be long enough.
  template <class T>
  void take(std::vector<T>& values, std::size_t count) {
    if (count > (bytes_.size() - at_) / sizeof(T)) fail("ends early");
    values.resize(count);
    take(values.data(), count);
  }
  void end() const {
    if (at_ != bytes_.size()) fail("goes on after its end");
  }
  [[noreturn]] void fail(const char* what) const { throw std::runtime_error(name_ + ": " + what); }

 private:
  std::string name_, bytes_;
  std::size_t at_ = 0;
};

}  // namespace peers::detail
