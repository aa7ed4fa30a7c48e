// `abut info` and `abut convert` of CAD files, and of B-Reps as JSON.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "abut/brep/brep.h"
#include "host/io/cad_process.h"

namespace abut::cli {

using io::is_cad_name;
/// The same, or .json.
bool is_brep_name(const std::string& file);

/// Throws as `read_cad` and `read_brep`.
BrepAssembly read_any_brep(const std::string& file);

std::string brep_table(const std::string& file, const BrepAssembly& assembly);
nlohmann::ordered_json brep_json(const std::string& file, const BrepAssembly& assembly);

}  // namespace abut::cli
