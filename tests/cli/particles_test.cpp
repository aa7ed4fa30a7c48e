// `abut scene particles`, run as a person would.
#include <gtest/gtest.h>

#include "tests/cli/program.h"

namespace abut::test {
namespace {

TEST(SceneParticles, AListOfAnotherCodeBecomesASceneThatIsDetected) {
  const TemporaryFolder folder;
  const std::string examples = std::string(ABUT_EXAMPLE_DATA) + "/particles/", scene = folder / "s.json";
  const Ended made = run({"scene", "particles", examples + "dump.liggghts", "--shapes", examples + "shapes.json",
                          "--quaternion", "wxyz", "--out", scene});
  EXPECT_EQ(made.status, 0) << made.error;
  EXPECT_EQ(made.out, "5 particles\ncolumns that a scene has no place for: vx vy vz\n");
  EXPECT_EQ(json_of(run({"detect", scene, "--json"}))["contacts"], 2);
  const std::string own = folder.write("own", "x y z a[1] a[2] a[3] a[4]  r\n0 0 0 0 0 0 1 1\n");
  EXPECT_EQ(run({"scene", "particles", own, "--quaternion", "xyzw", "--quaternion-columns", "a[1],a[2],a[3],a[4]",
                 "--out", scene})
                .status,
            0);
}

TEST(SceneParticles, BadInputIsOneLine) {
  const TemporaryFolder folder;
  const std::string list = folder.write("l", "type x y z q0 q1 q2 q3\n1 0 0 zero 1 0 0 0\n"), out = folder / "s.json";
  const std::string shapes = folder.write("shapes.json", R"({"shapes": [{"name": "a", "sphere": {"radius": 1}}]})");
  expect_refused(run({"scene", "particles", list, "--out", out}), {":1:", "wxyz", "xyzw"});
  expect_refused(run({"scene", "particles", list, "--quaternion", "wxyz", "--shapes", shapes, "--out", out}),
                 {":2:", "column 4 \"z\"", "\"zero\""});
  expect_refused(run({"scene", "particles", list, "--quaternion", "zyx", "--out", out}), {"--quaternion", "wxyz"});
  expect_refused(run({"scene", "particles", list, "--quaternion-columns", "a,b", "--out", out}),
                 {"--quaternion-columns"});
  expect_refused(run({"scene", "particles", list, "--frame", "-1", "--out", out}), {"--frame", "-1"});
  expect_refused(run({"scene", "particles", list, "--frame", "0", "--out", out}), {":1:", "no frames"});
  expect_refused(run({"scene", "particles", folder / "missing", "--out", out}), {"missing"});
  expect_refused(run({"scene", "particles", list, "--shapes", folder / "no.json", "--out", out}), {"no.json"});
  expect_refused(run({"scene", "particles", list}), {"--out"});
  EXPECT_EQ(folder.names().size(), 2u);
}

}  // namespace
}  // namespace abut::test
