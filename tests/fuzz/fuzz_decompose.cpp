// Small meshes, as wicked as they come, cut into parts: an answer comes, or the reason why there is none, and it keeps
// what it promises. That it ends in time is libFuzzer's to see (-timeout).
#include <cstdio>
#include <cstdlib>
#include <span>

#include "tests/decompose/small_meshes.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::span<const std::uint8_t> bytes(data, size);
  std::size_t at = 0;
  const abut::test::NextByte next = [&] { return at < bytes.size() ? bytes[at++] : std::uint8_t{0}; };
  abut::DecomposeOptions options;
  options.concavity = next() % 2 == 0 ? 0.3 : 0.1;
  options.mode = next() % 4 == 0 ? abut::PartsMode::fit : abut::PartsMode::cover;
  options.cuts = next() % 4 != 0;
  options.most_vertices = next() % 2 == 0 ? 0 : 12;
  const std::string finding = abut::test::finding_of(abut::test::small_mesh(next), options);
  if (finding.empty()) return 0;
  std::fprintf(stderr, "finding: %s\n", finding.c_str());
  std::abort();
}
