// A file that is a scene or has cases: read once, so that it may be a pipe.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "abut/io.h"
#include "host/io/case_file.h"

namespace abut::io {

using SceneOrCases = std::variant<Scene, std::vector<PairCase>>;

/// Throws as `read_scene` and `read_cases`.
SceneOrCases read_scene_or_cases(const std::string& path);

}  // namespace abut::io
