// That functions look at their handles: with none, with one that was freed and with one of another kind.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "tests/capi/both.h"
#include "tests/capi/refused.h"

namespace abut::test {

/// A function with all of its arguments but one good.
template <class Handle>
struct Call {
  const char* function;
  const char* argument;
  std::function<int(Handle*)> call;
};

/// The call's handle is `h`.
#define ABUT_CALL(function, argument, ...)                              \
  {                                                                     \
#function, argument, [&](auto* h) { return function(__VA_ARGS__); } \
  }

/// `foreign`: a handle of another kind, whose name is told.
template <class Handle>
void expect_handles_are_checked(const char* kind, Handle* freed, void* foreign, const char* foreign_kind,
                                const std::vector<Call<Handle>>& calls) {
  for (const Call<Handle>& c : calls) {
    SCOPED_TRACE(c.function);
    const std::string begins = std::string(c.function) + ": " + c.argument + " is ";
    const std::string allowed = std::string("; allowed is a handle of kind ") + kind + " that is not freed";
    EXPECT_HANDLE(c.call(nullptr), begins + "null" + allowed);
    EXPECT_HANDLE(c.call(freed), begins);
    EXPECT_HANDLE(c.call(freed), ", a handle that was freed" + allowed);
    EXPECT_HANDLE(c.call(static_cast<Handle*>(foreign)), std::string(", a handle of kind ") + foreign_kind + allowed);
  }
}

}  // namespace abut::test
