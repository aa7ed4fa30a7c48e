// The first contacts of a detection as a table, for who asks without a folder for results.
#pragma once

#include <cstddef>
#include <string>

#include "abut/io.h"

namespace abut::cli {

/// Columns: bodies (parts as well, where a body has several), separation, normal, and point in the world; a line says
/// how many more there are. Empty where there is no contact.
template <class T>
std::string first_contacts(const Scene& scene, const Detection<T>& detection, std::size_t most);

}  // namespace abut::cli
