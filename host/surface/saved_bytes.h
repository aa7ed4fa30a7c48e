// Values as bytes, for the same kind of machine to read again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "abut/core/error.h"

namespace abut::host {

class BytesOut {
 public:
  template <class V>
  void put(const V& value) {
    static_assert(std::is_trivially_copyable_v<V>);
    const auto* const from = reinterpret_cast<const std::byte*>(&value);
    bytes_.insert(bytes_.end(), from, from + sizeof(V));
  }
  template <class V>
  void put_all(const std::vector<V>& values) {
    put(std::uint64_t{values.size()});
    for (const V& v : values) put(v);
  }
  std::vector<std::byte> take() { return std::move(bytes_); }

 private:
  std::vector<std::byte> bytes_;
};

/// Throws `InvalidInput` in the name of `function` where bytes are missing or left over.
class BytesIn {
 public:
  BytesIn(std::span<const std::byte> bytes, const char* function) : left_(bytes), function_(function) {}

  template <class V>
  V get() {
    static_assert(std::is_trivially_copyable_v<V>);
    if (left_.size() < sizeof(V)) refuse();
    V value;
    std::memcpy(&value, left_.data(), sizeof(V));
    left_ = left_.subspan(sizeof(V));
    return value;
  }
  /// Of things that take so many bytes each, at least.
  std::size_t get_count(std::size_t bytes) {
    const auto count = get<std::uint64_t>();
    if (count > left_.size() / bytes) refuse();
    return static_cast<std::size_t>(count);
  }
  template <class V>
  void get_all(std::vector<V>& values) {
    values.resize(get_count(sizeof(V)));
    for (V& v : values) v = get<V>();
  }
  void end() const {
    if (!left_.empty()) refuse();
  }
  [[noreturn]] void refuse() const {
    throw InvalidInput(std::string(function_) + ": the bytes are not those that were saved");
  }

 private:
  std::span<const std::byte> left_;
  const char* function_;
};

}  // namespace abut::host
