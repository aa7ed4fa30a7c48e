// What is looked at in CAD files before OpenCASCADE reads them: a text is sound or has one fault, told in one line. The
// first byte says which format.
#include <sstream>

#include "host/brep/cad/brep_tables.h"
#include "host/brep/cad/iges_text.h"
#include "host/brep/cad/step_text.h"
#include "tests/fuzz/read_or_refuse.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace abut;
  if (size == 0) return 0;
  std::istringstream text(std::string(reinterpret_cast<const char*>(data) + 1, size - 1));
  const int format = data[0] % 3;
  const std::string fault = format == 0   ? cad::fault_of_brep(text)
                            : format == 1 ? cad::fault_of_iges(text)
                                          : cad::fault_of_step(text);
  if (!fault.empty()) fuzz::check_refusal("part", "part: " + fault);
  return 0;
}
