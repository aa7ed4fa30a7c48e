// The message about text that is not JSON repeated a DEL character of the file, and pieces of letters.
#include <gtest/gtest.h>

#include "abut/core/error.h"
#include "abut/io.h"
#include "tests/io/scene_files.h"

namespace abut::test {
namespace {

TEST(NotJson, IsShownInPlainCharacters) {
  const TemporaryFolder folder;
  for (const char* const text : {"{\"version\" \x7f", "{\"ver\x7fsion\":\xc3", "{\"a\": \"\xff\"}"}) {
    try {
      read_scene(folder.write("scene.json", text));
      ADD_FAILURE() << "was read: " << text;
    } catch (const InvalidInput& error) {
      for (const char c : std::string(error.what())) EXPECT_TRUE(c >= 0x20 && c < 0x7f) << error.what();
    }
  }
}

}  // namespace
}  // namespace abut::test
