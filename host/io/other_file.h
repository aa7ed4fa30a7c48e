// Outputs that would be written over what is read.
#pragma once

#include <string>
#include <vector>

#include "abut/io.h"

namespace abut::io {

/// Throws `InvalidInput` where the file `out` is one of `inputs`, spelled the same or not, through links or not, or
/// where the partial file is that `OutputFile` writes first. `what` names the argument. Devices and pipes may
/// be both.
void require_other_file(const std::string& what, const std::string& out, const std::vector<std::string>& inputs);

/// Throws `InvalidInput` where two outputs would be one file, or one the partial file of the other. Neither need be
/// there. Devices and pipes may be both.
void require_different_outputs(const std::string& what, const std::string& out, const std::string& other);

/// As `require_other_file` for files of these names in `folder`, which may be missing.
void require_other_folder(const std::string& what, const std::string& folder, const std::vector<std::string>& names,
                          const std::vector<std::string>& inputs);

/// The files of a scene: its own, and those of its meshes, whose paths are relative to it.
std::vector<std::string> scene_files(const std::string& path, const Scene& scene);
/// The same where there are no meshes but these.
std::vector<std::string> scene_files(const std::string& path, const std::vector<Scene::HullOfMesh>& meshes);

/// All names that `write_results` and `abut detect` give to files, or remove from a result folder.
const std::vector<std::string>& result_names();

/// The names in `folder` that `write_parts` gives to files, or removes there.
std::vector<std::string> parts_names(const std::string& folder);

}  // namespace abut::io
