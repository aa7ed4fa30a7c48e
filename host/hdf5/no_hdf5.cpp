// Stands for host/hdf5/ in a build without HDF5.
#include "abut/core/error.h"
#include "host/io/data_source.h"

namespace abut::io {
namespace {

[[noreturn]] void refuse(const std::string& path) {
  throw InvalidInput(path +
                     ": this build of Abut has no HDF5 (its development files were not there when it was configured)");
}

}  // namespace

bool has_hdf5() { return false; }
std::unique_ptr<DataSource> open_hdf5(const std::string& path) { refuse(path); }
std::unique_ptr<DataSink> create_hdf5(const std::string& path, int, std::uint64_t) { refuse(path); }

}  // namespace abut::io
