// Stands for host/brep/cad/ in a build without OpenCASCADE.
#include "abut/brep/cad_file.h"
#include "abut/core/error.h"

namespace abut {

bool cad_available() { return false; }

BrepAssembly read_cad(const std::string& path, const CadOptions&) {
  throw InvalidInput(path +
                     ": this build of Abut has no OpenCASCADE (its development files, on Debian "
                     "libocct-data-exchange-dev, were not there when it was configured, or ABUT_BREP was OFF)");
}

}  // namespace abut
