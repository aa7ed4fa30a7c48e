// Errors, versions, and what belongs to no other part.
#include <cmath>
#include <cstring>
#include <new>

#include "host/capi/guard.h"

namespace abut::capi {
namespace {

/// No allocation: a message about memory has to fit too.
constexpr std::size_t message_bytes = 2048;
thread_local char last_message[message_bytes] = "";

void store_message(const char* function, const char* text) noexcept {
  const std::size_t capacity = message_bytes - 1;
  std::size_t n = 0;
  const auto add = [&](const char* part) {
    // One line, whatever a path or a name holds.
    for (; *part != '\0' && n < capacity; ++part) last_message[n++] = *part == '\n' || *part == '\r' ? ' ' : *part;
  };
  add(function), add(": "), add(text);
  last_message[n] = '\0';
}

}  // namespace

int report_failure(const char* function) noexcept {
  const auto failed = [&](int code, const char* text) {
    store_message(function, text);
    return code;
  };
  try {
    throw;
  } catch (const InvalidHandle& e) {
    return failed(ABUT_INVALID_HANDLE, e.what());
  } catch (const TooSmall& e) {
    return failed(ABUT_TOO_SMALL, e.what());
  } catch (const WrongVersion& e) {
    return failed(ABUT_WRONG_VERSION, e.what());
  } catch (const InvalidInput& e) {
    return failed(ABUT_INVALID_INPUT, e.what());
  } catch (const CudaError& e) {
    return failed(ABUT_CUDA_ERROR, e.what());
  } catch (const FileError& e) {
    return failed(ABUT_FILE_ERROR, e.what());
  } catch (const std::bad_alloc&) {
    return failed(ABUT_OUT_OF_MEMORY, "there is not enough memory");
  } catch (const std::length_error&) {
    return failed(ABUT_OUT_OF_MEMORY, "there is not enough memory");
  } catch (const std::exception& e) {
    return failed(ABUT_FAILED, e.what());
  } catch (...) {
    return failed(ABUT_FAILED, "an exception that the library does not know");
  }
}

}  // namespace abut::capi

using namespace abut::capi;

const char* abut_last_message(void) { return last_message; }

uint32_t abut_version(void) { return ABUT_C_MAJOR << 16 | ABUT_C_MINOR << 8 | ABUT_C_PATCH; }

int abut_check_version(uint32_t major, uint32_t minor) {
  return guarded("abut_check_version", [&] {
    // Before 1.0 a minor version may change a structure, as later ones only a major version may.
    constexpr bool first_major = ABUT_C_MAJOR == 0;
    if (major == ABUT_C_MAJOR && (first_major ? minor == ABUT_C_MINOR : minor <= ABUT_C_MINOR)) return;
    throw WrongVersion("the header is of version " + std::to_string(major) + "." + std::to_string(minor) +
                       "; the library is " + std::to_string(ABUT_C_MAJOR) + "." + std::to_string(ABUT_C_MINOR) +
                       (first_major
                            ? ", allowed are headers of the same minor version: before 1.0 each may change structures"
                            : ", allowed are headers of the same major version that are not newer"));
  });
}

const char* abut_cuda_unavailable_reason(void) {
  try {
    return abut::cuda_unavailable_reason();
  } catch (...) {
    report_failure("abut_cuda_unavailable_reason");
    return last_message;
  }
}

int abut_rotation_from_quaternion(double w, double x, double y, double z, double rotation[9]) {
  return guarded("abut_rotation_from_quaternion", [&] {
    need("rotation", rotation);
    if (!std::isfinite(w) || !std::isfinite(x) || !std::isfinite(y) || !std::isfinite(z)) {
      throw abut::InvalidInput("the quaternion is not finite; allowed are four finite numbers, not all of them 0");
    }
    if (w == 0 && x == 0 && y == 0 && z == 0) {
      throw abut::InvalidInput("the quaternion is 0; allowed are four finite numbers, not all of them 0");
    }
    const abut::Mat3<double> r = abut::rotation_from_quaternion(w, x, y, z);
    std::memcpy(rotation, r.m, sizeof r.m);
  });
}
