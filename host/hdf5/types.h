// Types of HDF5 and of the readers and writers.
#pragma once

#include "host/hdf5/handle.h"
#include "host/io/data_source.h"

namespace abut::io {

/// Kind, bits, sign and name of a type; shape and storage are left as they are.
void describe_type(hid_t type, DatasetInfo& info);

/// Of the machine, for memory.
hid_t native_type(Element type);
/// Little-endian, for files.
hid_t stored_type(Element type);
std::uint64_t bytes_of(Element type);

}  // namespace abut::io
