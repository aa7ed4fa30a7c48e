#include "host/io/poses_file.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "host/io/scene_columns.h"
#include "host/io/text_lines.h"

namespace abut::io {

std::vector<Pose> read_poses(const std::string& path) {
  FileText file = load_file(path);
  std::replace(file.bytes.begin(), file.bytes.end(), ',', ' ');
  static constexpr std::array<const char*, 7> names = {"the position's x",   "the position's y",   "the position's z",
                                                       "the quaternion's w", "the quaternion's i", "the quaternion's j",
                                                       "the quaternion's k"};
  constexpr double most = 1e50;  // so that lengths of poses that follow one another stay in the range of numbers
  std::vector<Pose> out;
  Lines lines(file, '#');
  while (lines.next_with_words()) {
    Words words(lines.text());
    std::array<double, 7> of{};
    for (std::size_t k = 0; k < of.size(); ++k) of[k] = real(lines, words.next(), names[k]);
    for (std::size_t k = 0; k < 3; ++k) {
      if (!(std::abs(of[k]) <= most))
        lines.fail(std::string(names[k]) + " is beyond 1e50, which is no place for a part");
    }
    if (!words.at_end()) lines.fail("more than 7 numbers; a pose is x y z w i j k");
    Pose pose{{of[0], of[1], of[2]}, {}};
    if (!rotation_of(&of[3], pose.rotation)) lines.fail("the quaternion is 0 0 0 0; allowed is any other length");
    out.push_back(pose);
  }
  if (out.empty()) lines.fail_at_end("a pose is needed: x y z w i j k");
  return out;
}

}  // namespace abut::io
