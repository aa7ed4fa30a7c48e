// The page of `abut report` for a CAD file: pictures and tables of supermaximal features. One HTML file without
// scripts.
#pragma once

#include <string>

#include "abut/brep/brep.h"

namespace abut::cli {

/// `file`: its title.
std::string cad_page(const std::string& file, const BrepAssembly& assembly);

}  // namespace abut::cli
