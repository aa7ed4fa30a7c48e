// Which shapes of a scene may meet, wherever its bodies are.
#pragma once

#include <optional>
#include <vector>

#include "abut/io.h"

namespace abut::io {

/// Two parts that may meet by the scene's pairs, or else by its groups: the shape of `a` is one of the one kind, that
/// of `b` one of the other. None where there are no such parts. Both have an element for each shape.
std::optional<Pair> meeting_of(const Scene& scene, const std::vector<char>& one, const std::vector<char>& other);

}  // namespace abut::io
