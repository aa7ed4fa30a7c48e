// Small solids in place of the real grains.
#pragma once

#include <cstdlib>

#include "abut/io.h"
#include "tests/decompose/solids.h"
#include "tests/io/scene_files.h"

namespace dem::test {

/// ABUT_GRAINS, for as long as it lives: a folder with an angle and a box.
class GrainFolder {
 public:
  GrainFolder() {
    abut::write_obj({abut::test::angle_mesh()}, folder / "angle.obj");
    abut::write_obj({abut::test::box_mesh({0, 0, 0}, {1, 2, 3})}, folder / "box.obj");
    setenv("ABUT_GRAINS", (folder / "").c_str(), 1);
  }
  ~GrainFolder() { unsetenv("ABUT_GRAINS"); }
  abut::test::TemporaryFolder folder;
};

}  // namespace dem::test
