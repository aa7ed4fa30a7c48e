// Nothing leaves a function of the C interface but a code; what was wrong is kept as the thread's last message.
#pragma once

#include <string>
#include <utility>

#include "abut/abut_c.h"
#include "abut/core/error.h"
#include "host/capi/objects.h"

namespace abut::capi {

/// A capacity that does not do.
class TooSmall : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A header of another version.
class WrongVersion : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Keeps the message of the exception in flight, behind the function's name. Returns its code.
int report_failure(const char* function) noexcept;

template <class F>
int guarded(const char* function, F&& f) noexcept {
  try {
    std::forward<F>(f)();
    return ABUT_OK;
  } catch (...) {
    return report_failure(function);
  }
}

/// Throws `InvalidInput` for a null pointer.
inline void need(const char* argument, const void* pointer) {
  if (pointer == nullptr) throw InvalidInput(std::string(argument) + " is null; allowed is a pointer to memory");
}
/// The same for an array, which may be null if it has no elements.
inline void need_array(const char* argument, const void* pointer, std::uint64_t count) {
  if (count > 0 && pointer == nullptr) {
    throw InvalidInput(std::string(argument) + " is null; allowed is an array of " + std::to_string(count) +
                       " elements");
  }
}

/// The same for what a structure names: `argument` is the structure, `field` the pointer in it.
inline void need_field(const char* argument, const char* field, const void* pointer) {
  if (pointer == nullptr) need((std::string(argument) + "->" + field).c_str(), pointer);
}
inline void need_array_field(const char* argument, const char* field, const void* pointer, std::uint64_t count) {
  if (pointer == nullptr) need_array((std::string(argument) + "->" + field).c_str(), pointer, count);
}

/// Throws `TooSmall` where an array that is wanted has too little room; `argument` is the capacity's name.
inline void need_room(const char* argument, bool wanted, std::uint64_t capacity, std::uint64_t needed) {
  if (!wanted || needed <= capacity) return;
  throw TooSmall(std::string(argument) + " is " + std::to_string(capacity) + "; needed are " + std::to_string(needed));
}

/// `*out` becomes what `make` returns, a shared pointer to the object.
template <class Handle, class Make>
int make_handle(const char* function, const char* argument, Handle** out, Make&& make) noexcept {
  return guarded(function, [&] {
    need(argument, out);
    *out = new_handle<Handle>(make());
  });
}

template <class Handle>
int freed(const char* function, Handle* handle) noexcept {
  return guarded(function, [&] { free_handle(HandleOf<Handle>::kind, handle, HandleOf<Handle>::text); });
}

}  // namespace abut::capi
