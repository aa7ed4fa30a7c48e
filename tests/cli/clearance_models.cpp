#include "tests/cli/clearance_models.h"

#include "abut/brep/brep_file.h"
#include "tests/brep/made_breps.h"

namespace abut::test {
namespace {

BrepInstance instance(std::uint32_t part, Vec3<double> at, const std::string& name) {
  return {part, {at, {{1, 0, 0, 0, 1, 0, 0, 0, 1}}}, name};
}

}  // namespace

void write_block_and_shaft(const std::string& folder) {
  write_brep(folder + "/block.json", {{block_with_hole(1)}, {"block"}, {instance(0, {0, 0, 0}, "block")}, {}});
  write_brep(folder + "/shaft.json", {{cylinder(0.4, 4, 2)}, {"shaft"}, {instance(0, {1.47, 1.25, -1}, "shaft")}, {}});
}

void write_rig(const std::string& path) {
  write_brep(path, {{box(1, 1, 1), ball(0.5, 2)},
                    {"box", "ball"},
                    {instance(0, {0, 0, 0}, "rig/box"), instance(1, {0.5, 0.5, 2}, "rig/ball:1"),
                     instance(1, {0.5, 0.5, 4}, "rig/ball:2")},
                    {}});
}

void write_two_boxes(const std::string& path, double gap) {
  write_brep(
      path,
      {{box(1, 1, 1)}, {"box"}, {instance(0, {0, 0, 0}, "lower"), instance(0, {0.25, 0.25, 1 + gap}, "upper")}, {}});
}

void write_sheet(const std::string& path) {
  double area = 0;
  write_brep(path, {{sheet_with_holes(area)}, {"sheet"}, {instance(0, {0, 0, 0}, "sheet")}, {}});
}

}  // namespace abut::test
