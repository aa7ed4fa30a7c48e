// CAD models that Python objects hold. Nothing changes them, so they have no locks.
#pragma once

#include <nanobind/nanobind.h>

#include <memory>
#include <string>
#include <vector>

#include "abut/brep/brep_lmds.h"

namespace abut::python {

/// What a file holds, for all who look at a part of it.
using Assembly = std::shared_ptr<const BrepAssembly>;

/// One part. Data only.
struct HeldBrep {
  Assembly of;
  std::size_t index = 0;

  const Brep& model() const { return of->parts[index]; }
  const std::string& name() const { return of->part_names[index]; }
};

/// Data only.
struct HeldAssembly {
  Assembly value;
};

inline nanobind::tuple texts_of(const std::vector<std::string>& lines) {
  nanobind::list all;
  for (const std::string& line : lines) all.append(nanobind::str(line.c_str(), line.size()));
  return nanobind::tuple(all);
}

}  // namespace abut::python
