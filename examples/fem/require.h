// What a caller got wrong, in one form.
#pragma once

#include <string>

#include "abut/core/error.h"
#include "examples/dem/text.h"

namespace fem {

/// Throws `InvalidInput` naming `what`, its value and what is allowed, where it does not hold.
inline void require(bool holds, const std::string& what, double value, const char* allowed) {
  if (!holds) throw abut::InvalidInput(what + " is " + dem::text_of(value) + ", allowed is " + allowed);
}

}  // namespace fem
