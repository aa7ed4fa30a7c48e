// What `abut decompose --wrap` tells of a wrap.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "abut/decompose.h"
#include "host/cli/commands.h"

namespace abut::cli {

inline nlohmann::ordered_json wrap_json(const WrappedMesh& wrap, const WrapOptions& options, double seconds) {
  nlohmann::ordered_json json;
  json["resolution"] = options.resolution;
  json["cell"] = wrap.cell;
  json["triangles"] = wrap.mesh.triangles.size();
  json["wrap_to_mesh"] = wrap.wrap_to_mesh;
  json["mesh_to_wrap"] = wrap.mesh_to_wrap;
  json["mesh_outside"] = wrap.mesh_outside;
  json["sheets"] = wrap.sheets;
  json["seconds"] = seconds;
  return json;
}

inline std::string wrap_lines(const WrappedMesh& wrap) {
  return format("  wrap           %zu triangles, cells of %.4g; no point of it is farther than %.4g from the mesh\n",
                wrap.mesh.triangles.size(), wrap.cell, wrap.wrap_to_mesh) +
         format("  mesh           no point of it is farther than %.4g from the wrap's surface, or than %.4g outside\n",
                wrap.mesh_to_wrap, wrap.mesh_outside);
}

}  // namespace abut::cli
