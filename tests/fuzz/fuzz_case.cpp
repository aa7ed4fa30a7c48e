// The reader of case files; what it accepts is written and read again, to the same text.
#include "host/io/case_file.h"
#include "tests/fuzz/read_or_refuse.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace abut;
  static const fuzz::MemoryFile file;
  file.write({reinterpret_cast<const char*>(data), size});
  fuzz::read_or_refuse(file.path(), [] { io::has_cases(io::JsonDocument(file.path())); });
  std::vector<io::PairCase> cases;
  if (!fuzz::read_or_refuse(file.path(), [&] { cases = io::read_cases(file.path()); })) return 0;

  const std::string text = io::case_file_text(cases);
  file.write(text);
  const std::string again = io::case_file_text(io::read_cases(file.path()));
  if (again != text) fuzz::finding("a case file reads back differently", again);
  return 0;
}
