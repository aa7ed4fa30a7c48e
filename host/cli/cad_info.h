// `abut info` and `abut convert` of CAD files, and of B-Reps as JSON.
#pragma once

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>
#include <string>

#include "abut/brep/brep.h"
#include "host/io/cad_process.h"

namespace abut::cli {

using io::is_cad_name;
/// The same, or .json.
bool is_brep_name(const std::string& file);

/// Of commands that read CAD files: how long the process may take that reads one.
void add_time_limit_flag(CLI::App& command, double& time_limit);

/// Throws as `read_cad_apart` and `read_brep`.
BrepAssembly read_any_brep(const std::string& file, double time_limit);

std::string brep_table(const std::string& file, const BrepAssembly& assembly);
nlohmann::ordered_json brep_json(const std::string& file, const BrepAssembly& assembly);

}  // namespace abut::cli
