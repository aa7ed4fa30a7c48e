// The name of the instruction set that this file is compiled for: it is in the names of functions, and not in those of
// data.
#include "abut/core/isa.h"

#include <gtest/gtest.h>

#include <string>
#include <typeinfo>

#include "abut/core/vec3.h"

namespace abut {
inline namespace ABUT_ISA {
struct InTheNamespace {};
ABUT_INLINE int forced(int x) { return x + 1; }
ABUT_RARE int seldom(int x) { return x + 2; }
ABUT_PHASE int phase(int x) { return x + 3; }
ABUT_PHASE_IN_REGISTERS int in_registers(int x) { return x + 4; }
ABUT_HD inline int both(int x) { return x + 5; }
}  // namespace ABUT_ISA
namespace {

#define ABUT_TEST_TEXT_OF(x) #x
#define ABUT_TEST_TEXT(x) ABUT_TEST_TEXT_OF(x)

TEST(Isa, IsWhatTheCompilerIsToldToUse) {
#if defined(__AVX512F__)
  EXPECT_STREQ(ABUT_TEST_TEXT(ABUT_ISA), "isa_avx512");
#elif defined(__AVX2__) && defined(__FMA__)
  EXPECT_STREQ(ABUT_TEST_TEXT(ABUT_ISA), "isa_avx2");
#elif defined(__ARM_NEON)
  EXPECT_STREQ(ABUT_TEST_TEXT(ABUT_ISA), "isa_neon");
#else
  EXPECT_STREQ(ABUT_TEST_TEXT(ABUT_ISA), "isa_scalar");
#endif
}

TEST(Isa, IsPartOfTheNamesOfFunctionsAndNotOfData) {
  const std::string name = ABUT_TEST_TEXT(ABUT_ISA);
  EXPECT_NE(std::string(typeid(InTheNamespace).name()).find(name), std::string::npos);
  EXPECT_EQ(std::string(typeid(Vec3<double>).name()).find("isa_"), std::string::npos);
  EXPECT_EQ(&ABUT_ISA::seldom, &seldom) << "the namespace is an inline one";
}

TEST(Isa, MarkedFunctionsAreFunctions) {
  EXPECT_EQ(forced(1), 2);
  EXPECT_EQ(seldom(1), 3);
  EXPECT_EQ(phase(1), 4);
  EXPECT_EQ(in_registers(1), 5);
  EXPECT_EQ(both(1), 6);
}

}  // namespace
}  // namespace abut
