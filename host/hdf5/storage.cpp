#include "host/hdf5/storage.h"

#include "abut/core/error.h"
#include "host/hdf5/handle.h"

namespace abut::io {
namespace {

constexpr std::uint64_t most_chunk_bytes = std::uint64_t{256} << 20;
constexpr std::uint64_t most_inflation = 1040;  // deflate makes 1032 bytes of one at most

[[noreturn]] void refuse(const std::string& place, const std::string& problem) {
  throw InvalidInput(place + ": " + problem);
}

}  // namespace

void check_storage(const std::string& place, hid_t creation) {
  if (H5Pget_layout(creation) == H5D_VIRTUAL)
    refuse(place, "is a virtual dataset, allowed is one that this file holds");
  if (H5Pget_external_count(creation) != 0)
    refuse(place, "is stored in other files, allowed is one that this file holds");
  const int filters = H5Pget_nfilters(creation);
  for (int i = 0; i < filters; ++i) {
    unsigned flags = 0;
    std::size_t values = 0;
    const H5Z_filter_t filter =
        H5Pget_filter2(creation, static_cast<unsigned>(i), &flags, &values, nullptr, 0, nullptr, nullptr);
    if (filter != H5Z_FILTER_DEFLATE && filter != H5Z_FILTER_SHUFFLE && filter != H5Z_FILTER_FLETCHER32) {
      refuse(place, "is packed by filter " + std::to_string(filter) + ", allowed are deflate, shuffle and fletcher32");
    }
  }
}

std::uint64_t chunk_bytes(const std::string& place, hid_t dataset, hid_t creation) {
  if (H5Pget_layout(creation) != H5D_CHUNKED) return 0;
  hsize_t chunk[H5S_MAX_RANK];
  const int rank = H5Pget_chunk(creation, H5S_MAX_RANK, chunk);
  const Handle type(H5Dget_type(dataset), H5Tclose);
  std::uint64_t bytes = H5Tget_size(type);
  for (int i = 0; i < rank; ++i) {
    if (chunk[i] == 0 || bytes > most_chunk_bytes / chunk[i]) {
      refuse(place,
             "is in chunks of more than " + std::to_string(most_chunk_bytes >> 20) + " MiB, which is the most allowed");
    }
    bytes *= chunk[i];
  }
  return bytes;
}

std::uint64_t most_bytes(const std::string& place, hid_t dataset, hid_t creation,
                         const std::vector<std::uint64_t>& shape, std::uint64_t file_bytes) {
  const std::uint64_t stored = H5Dget_storage_size(dataset);
  if (stored > file_bytes)
    refuse(place, "claims " + std::to_string(stored) + " bytes of a file of " + std::to_string(file_bytes));
  if (H5Pget_layout(creation) != H5D_CHUNKED) return stored;
  const Handle space(H5Dget_space(dataset), H5Sclose);
  hsize_t chunk[H5S_MAX_RANK], there = 0;
  const int rank = H5Pget_chunk(creation, H5S_MAX_RANK, chunk);
  std::uint64_t chunks = 1;
  for (int i = 0; i < rank; ++i) {
    const std::uint64_t along = (shape[static_cast<std::size_t>(i)] + chunk[i] - 1) / chunk[i];
    if (along != 0 && chunks > file_bytes / along)
      refuse(place, "claims more values than a file of " + std::to_string(file_bytes) + " bytes can hold");
    chunks *= along;
  }
  if (H5Dget_num_chunks(dataset, space, &there) < 0) fail_hdf5(place, "cannot be read");
  if (there < chunks) {
    refuse(place, "has " + std::to_string(there) + " of " + std::to_string(chunks) +
                      " chunks, allowed is a dataset that was written whole");
  }
  return H5Pget_nfilters(creation) > 0 ? stored * most_inflation : stored;
}

}  // namespace abut::io
