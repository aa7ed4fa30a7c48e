// What searches for impacts allow.
#pragma once

#include <string>

#include "abut/core/error.h"
#include "abut/deform/impacts.h"
#include "host/number_text.h"

namespace abut::host {

/// Throws `InvalidInput`, beginning with the function's name, naming the option.
template <class T>
void check_impact_options(const std::string& function, const ImpactOptions<T>& options) {
  const auto check = [&](const char* name, T value) {
    if (!(value >= T(0)) || value - value != T(0)) {
      throw InvalidInput(function + ": " + name + " is " + number_text(static_cast<double>(value)) +
                         "; allowed are finite numbers of 0 or more");
    }
  };
  check("distance", options.distance);
  check("tolerance", options.tolerance);
  if (options.iterations == 0) throw InvalidInput(function + ": iterations is 0; allowed is 1 or more");
}

/// The same for nodes that differ in number, and for lists that name one which is not there.
template <class T, std::size_t N>
void check_impact_nodes(const std::string& function, const StepNodes<T>& nodes, const char* what,
                        std::span<const std::array<std::uint32_t, N>> list) {
  if (nodes.before.size() != nodes.after.size()) {
    throw InvalidInput(function + ": " + std::to_string(nodes.before.size()) + " nodes before have " +
                       std::to_string(nodes.after.size()) + " after; allowed is as many");
  }
  for (std::size_t i = 0; i < list.size(); ++i) {
    for (const std::uint32_t node : list[i]) {
      if (node < nodes.before.size()) continue;
      throw InvalidInput(function + ": " + what + " " + std::to_string(i) + " has node " + std::to_string(node) +
                         "; allowed is less than " + std::to_string(nodes.before.size()));
    }
  }
}

}  // namespace abut::host
