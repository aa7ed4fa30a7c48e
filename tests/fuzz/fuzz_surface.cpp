// The reader of surface files; what it accepts is written and read again, to the same text.
#include "abut/surface/surface_file.h"
#include "tests/fuzz/read_or_refuse.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace abut;
  static const fuzz::MemoryFile file;
  file.write({reinterpret_cast<const char*>(data), size});
  NurbsSurface surface;
  if (!fuzz::read_or_refuse(file.path(), [&] { surface = read_surface(file.path()); })) return 0;
  const std::string text = to_json(surface);
  file.write(text);
  const std::string again = to_json(read_surface(file.path()));
  if (again != text) fuzz::finding("a surface file reads back differently", again);
  return 0;
}
