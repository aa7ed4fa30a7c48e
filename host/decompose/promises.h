// What parts were asked to be, looked at again on the parts as they are.
#pragma once

#include <string>
#include <vector>

#include "abut/decompose.h"

namespace abut::host {

/// The first of these that does not hold, in words; empty if all do: each part has a volume and no more corners than
/// allowed, there are no more parts than allowed, they cover the mesh in mode `cover`, and none is farther from it than
/// `concavity` allows, to what distances are resolved to, unless `most_parts` or the other engine may have merged what
/// is. The mesh is one that `decompose` takes.
std::string broken_promise(const Mesh& mesh, const std::vector<Mesh>& parts, const DecomposeOptions& options);

}  // namespace abut::host
