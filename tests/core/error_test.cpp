// The exceptions: what they say, and that one kind is not caught as another.
#include "abut/core/error.h"

#include <gtest/gtest.h>

#include <type_traits>

#include "abut/core/executor.h"
#include "abut/shapes/mesh.h"
#include "abut/shapes/shape_set.h"

namespace abut {
namespace {

template <class Error>
class Errors : public testing::Test {};
using Kinds = testing::Types<InvalidInput, CudaError, FileError>;
TYPED_TEST_SUITE(Errors, Kinds);

TYPED_TEST(Errors, SayWhatTheyWereMadeWithAndAreRuntimeErrors) {
  try {
    throw TypeParam(std::string("radius is -1; allowed is 0 or more"));
  } catch (const std::runtime_error& e) {
    EXPECT_STREQ(e.what(), "radius is -1; allowed is 0 or more");
  }
}

TYPED_TEST(Errors, AreToldFromEachOther) {
  constexpr int others = static_cast<int>(std::is_base_of_v<TypeParam, InvalidInput>) +
                         static_cast<int>(std::is_base_of_v<TypeParam, CudaError>) +
                         static_cast<int>(std::is_base_of_v<TypeParam, FileError>);
  EXPECT_EQ(others, 1) << "itself alone";
}

TEST(ErrorKinds, AreThrownByTheirFaults) {
  ShapeSet shapes;
  EXPECT_THROW(shapes.add_sphere(-1), InvalidInput);
  EXPECT_THROW(read_mesh("/no such folder/mesh.obj"), FileError);
}

}  // namespace
}  // namespace abut
