// What machines are compared by: the instruction set that each chose, and the bits of its answers. `./run emulated`
// runs this here and under emulators of other machines.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <limits>

#include "host/exec/instruction_set.h"
#include "host/torture/torture.h"
#include "tests/support/bit_hash.h"

namespace abut {
namespace {

TEST(Machine, ChoosesTheInstructionSetThatIsExpectedOfIt) {
  const char* expected = std::getenv("ABUT_EXPECTED_INSTRUCTION_SET");
  if (expected == nullptr)
    GTEST_SKIP() << "ABUT_EXPECTED_INSTRUCTION_SET says nothing; chosen: " << name_of(chosen_instruction_set());
  EXPECT_STREQ(name_of(chosen_instruction_set()), expected);
}

/// The numbers that a query is made from: if they differ, the answers cannot agree.
template <class T>
std::uint64_t hash_of_pairs(const torture::Batch& batch) {
  test::BitHash hash;
  const ShapeSetView<T> view = batch.set.view<T>();
  for (std::uint32_t i = 0; i < batch.set.size(); ++i) {
    const ShapeHeader& h = batch.set.header(i);
    const std::uint32_t counts[] = {h.vertex_count, h.edge_count, h.face_count, h.term_count};
    const double lengths[] = {h.rounding, h.size, h.centre[0], h.centre[1], h.centre[2]};
    hash.add(std::span(counts));
    hash.add(std::span(lengths));
    for (const T* const axis : {view.x, view.y, view.z}) hash.add(std::span(axis + h.vertex_offset, h.vertex_count));
  }
  for (const torture::PosedPair& pair : batch.pairs) {
    hash.add(std::span(pair.pose_b.rotation.m));
    hash.add(std::span(&pair.pose_b.position.x, 1));
    hash.add(std::span(&pair.pose_b.position.y, 1));
    hash.add(std::span(&pair.pose_b.position.z, 1));
  }
  return hash.value();
}

template <class T>
void write_hashes(const torture::PairClass& pair_class, std::ostream& out) {
  constexpr std::uint64_t seed = 17;
  const torture::Batch batch = torture::make_batch(pair_class, seed, 0, 200);
  test::BitHash records;
  records.add(torture::query_batch<T>(batch, std::numeric_limits<double>::infinity()));
  records.add(torture::query_batch<T>(batch, 0));
  out << pair_class.name << (sizeof(T) == 4 ? " f32" : " f64") << " pairs " << std::hex << hash_of_pairs<T>(batch)
      << " records " << records.value() << std::dec << '\n';
}

/// Writes to the file that ABUT_BITS names: other machines have to write the same.
TEST(Machine, WritesTheBitsOfAdversarialPairs) {
  const char* path = std::getenv("ABUT_BITS");
  if (path == nullptr) GTEST_SKIP() << "ABUT_BITS names no file";
  std::ofstream out(path);
  for (const torture::PairClass& pair_class : torture::pair_classes()) {
    write_hashes<float>(pair_class, out);
    write_hashes<double>(pair_class, out);
  }
  EXPECT_TRUE(out.flush()) << path;
}

}  // namespace
}  // namespace abut
