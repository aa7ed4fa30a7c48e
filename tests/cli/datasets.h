// Numbers of an HDF5 file that the program writes.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "host/io/data_source.h"

namespace abut::test {

/// A dataset of numbers, row after row.
inline std::vector<double> numbers(const std::string& file, const char* name) {
  const auto source = io::open_hdf5(file);
  const io::DatasetInfo info = source->info(name);
  std::uint64_t size = 1;
  for (const std::uint64_t n : info.shape) size *= n;
  std::vector<double> out(size);
  source->read(name, 0, info.shape[0], std::span(out));
  return out;
}

}  // namespace abut::test
