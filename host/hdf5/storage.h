// How a dataset is stored: looked at before anything of it is read. `place`: file and dataset, for complaints.
#pragma once

#include <hdf5.h>

#include <cstdint>
#include <string>
#include <vector>

namespace abut::io {

/// Throws `InvalidInput` where it is not stored in this file alone, or packed by a filter that is not HDF5's own.
void check_storage(const std::string& place, hid_t creation);

/// Of one chunk; 0 for datasets that are not in chunks. Throws `InvalidInput` for larger ones than memory should hold.
std::uint64_t chunk_bytes(const std::string& place, hid_t dataset, hid_t creation);

/// How many bytes of elements what is stored can stand for. Sizes that a file claims cost it nothing: what it stores
/// bounds them. Throws `InvalidInput` where chunks are missing, which would read as fill values.
std::uint64_t most_bytes(const std::string& place, hid_t dataset, hid_t creation,
                         const std::vector<std::uint64_t>& shape, std::uint64_t file_bytes);

}  // namespace abut::io
