// Checks of lists of pairs and of parts on a device, before anything is enqueued. Nothing is looked behind.
#pragma once

#include <cmath>
#include <string>

#include "abut/contacts/matching.h"
#include "host/exec/device_checks.h"
#include "host/is_distance.h"
#include "host/number_text.h"

namespace abut::host {

inline void check_count(const char* function, const std::string& name, std::uint64_t capacity) {
  if (capacity > no_match) {
    throw InvalidInput(std::string(function) + ": " + name + " has room for " + std::to_string(capacity) +
                       "; allowed are " + std::to_string(no_match));
  }
}

inline void check_list(const char* function, const std::string& name, const PairList& list) {
  check_count(function, name, list.capacity);
  check_pointer(function, (name + ".count").c_str(), list.count, sizeof(*list.count));
  if (list.capacity > 0) check_pointer(function, (name + ".pairs").c_str(), list.pairs, alignof(Pair));
}

inline void check_boxed_parts(const char* function, const BoxedParts& p) {
  if (!is_distance(p.alert_distance)) {
    throw InvalidInput(std::string(function) + ": alert_distance is " + number_text(p.alert_distance) +
                       "; allowed are finite numbers from 0");
  }
  check_pointer(function, "headers", p.headers, alignof(ShapeHeader));
  const PartsView& v = p.parts;
  const auto check = [&](const char* name, const auto* array) { check_pointer(function, name, array, sizeof(*array)); };
  check("parts.shape", v.shape), check("parts.body", v.body);
  check("parts.px", v.px), check("parts.py", v.py), check("parts.pz", v.pz);
  for (const double* array : v.r) check("an array of parts.r", array);
  check("parts.groups", v.groups), check("parts.meets", v.meets), check("parts.self_contact", v.self_contact);
  if (v.alert != nullptr) check("parts.alert", v.alert);
  if (v.world != nullptr) check("parts.world", v.world);
}

}  // namespace abut::host
