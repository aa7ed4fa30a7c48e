// Scenes as JSON text: what the format allows of numbers, letters and order; where in a file a fault is told to be, and
// how much of a value is shown.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>

#include "abut/core/error.h"
#include "abut/io.h"
#include "host/io/json_field.h"
#include "tests/io/scene_files.h"
#include "tests/support/complaint.h"

namespace abut::test {
namespace {

class SceneJsonText : public testing::Test {
 protected:
  Scene read(const std::string& text) const { return read_scene(folder_.write("s.json", text)); }
  /// The message without the file's name.
  std::string told(const std::string& text) const {
    const std::string path = folder_.write("s.json", text);
    const std::string message = complaint([&] { read_scene(path); });
    EXPECT_TRUE(message.empty() || message.starts_with(path + ": ")) << message;
    EXPECT_EQ(message.find('\n'), std::string::npos) << message;
    return message.empty() ? message : message.substr(path.size() + 2);
  }
  static std::string body_at(const std::string& x) {
    return scene_text(ball, R"({"shape": 0, "position": [)" + x + ", 0, 0]}");
  }
  TemporaryFolder folder_;
};

TEST_F(SceneJsonText, NumbersAreTheNearestDoubles) {
  struct Number {
    const char* text;
    double value;
  };
  for (const Number& n :
       {Number{"1e308", 1e308}, Number{"4.9e-324", 0x1p-1074}, Number{"1e-400", 0}, Number{"-0.0", -0.0},
        Number{"9007199254740993", 9007199254740992.0}, Number{"9007199254740993.0000000001", 9007199254740994.0},
        Number{"1E+2", 100}, Number{"0.1000000000000000055511151231257827021181583404541015625", 0.1},
        Number{"18446744073709551616", 0x1p64}, Number{"-9223372036854775809", -0x1p63}}) {
    const double got = read(body_at(n.text)).bodies.pose(0).position.x;
    EXPECT_EQ(std::bit_cast<std::uint64_t>(got), std::bit_cast<std::uint64_t>(n.value)) << n.text;
  }
}

TEST_F(SceneJsonText, NumbersThatJsonHasNotAreToldWithLineAndColumn) {
  for (const char* number :
       {"NaN", "Infinity", "-Infinity", "+1", ".5", "5.", "01", "0x10", "1e", "1_0", "1,5e", "'1'"}) {
    const std::string message = told("{\n\"version\":" + std::string(number) + "}");
    EXPECT_EQ(message.find("line 2, column "), 0u) << message;
    EXPECT_NE(message.find(": not JSON: "), std::string::npos) << message;
  }
  for (const char* number : {"null", "true", "\"1\"", "{}", "[]"}) {
    EXPECT_EQ(told(body_at(number)), std::string("bodies[0].position[0]: ") + number + " is not a number");
  }
}

TEST_F(SceneJsonText, TextMayBeginWithAMarkAndEscapeAnyLetter) {
  EXPECT_EQ(read("\xef\xbb\xbf" + scene_text(ball, R"({"shape": 0})")).bodies.size(), 1u);
  const Scene scene = read(scene_text(R"({"na\u006de": "\u00e4\ud83d\ude00\"\\\/\b\f\n\r\t", "sphere": {"radius": 1}})",
                                      R"({"shape": "ä😀\"\\/\b\f\n\r\t", "name": "ä"})"));
  EXPECT_EQ(scene.shape_names.at(0), "\xc3\xa4\xf0\x9f\x98\x80\"\\/\b\f\n\r\t");
  EXPECT_EQ(scene.bodies.size(), 1u);
}

TEST_F(SceneJsonText, OtherEncodingsAndBrokenLettersAreNoText) {
  std::string wide = "\xff\xfe";
  for (const char c : scene_text(ball, "")) wide += c, wide += '\0';
  EXPECT_EQ(told(wide), "line 1, column 4: not JSON: a zero byte, allowed is text");
  EXPECT_EQ(told(std::string("{\n \0}", 5)), "line 2, column 2: not JSON: a zero byte, allowed is text");
  for (const char* letter : {"\xff", "\xc3", "\xc3(", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\\ud800", "\\x41", "\x01"}) {
    const std::string message =
        told(scene_text(R"({"name": ")" + std::string(letter) + R"(", "sphere": {"radius": 1}})", ""));
    EXPECT_NE(message.find("not JSON: "), std::string::npos) << message;
    for (const char c : message) EXPECT_TRUE(static_cast<unsigned char>(c) >= 0x20 && c != 0x7f) << message;
  }
}

TEST_F(SceneJsonText, TheOrderOfKeysIsFree) {
  const Scene scene = read(R"({"pairs": [["b", 0]], "bodies": [{"shape": 1}, {"shape": "first", "name": "b"}],
    "options": {}, "shapes": [{"sphere": {"radius": 1}, "name": "first"}, {"rounding": 1, "point": {"vertex": [0, 0, 0]},
    "name": "second"}], "version": 1.0})");
  EXPECT_EQ(scene.bodies.parts().shape[1], 0u);
  EXPECT_EQ(scene.pairs->size(), 1u);
}

TEST_F(SceneJsonText, AKeyTwiceInAnyObjectIsNamed) {
  EXPECT_EQ(told(scene_text(R"({"name": "s", "sphere": {"radius": 1, "radius": 1}})", "")),
            "the key \"radius\" is given twice in one object");
  EXPECT_EQ(told(scene_text(ball, R"({"shape": 0, "sh\u0061pe": 0})")),
            "the key \"shape\" is given twice in one object");
  EXPECT_EQ(told(R"({"x": [[{"a": 1, "b": {"a": 2}, "a": 3}]]})"), "the key \"a\" is given twice in one object");
}

/// Cut anywhere a file is no JSON; only its last line end may be missing.
TEST_F(SceneJsonText, FilesCutAtAnyByteAreRefusedWhereTheyEnd) {
  const std::string whole =
      "{\"version\": 1,\n \"shapes\": [" + std::string(ball) +
      "],\n \"bodies\": [{\"shape\": \"ball\", \"position\": [1.5e0, -2, 3]}],\n \"pairs\": []}\n";
  const std::string path = folder_.write("s.json", whole);
  std::filesystem::resize_file(path, whole.size() - 1);
  EXPECT_EQ(read_scene(path).bodies.size(), 1u);
  for (std::size_t length = whole.size() - 1; length-- > 0;) {
    std::filesystem::resize_file(path, length);
    const std::string message = complaint([&] { read_scene(path); });
    const std::string text = whole.substr(0, length);
    const auto lines = static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
    const std::string line = path + ": line " + std::to_string(lines + 1) + ", column ";
    EXPECT_EQ(message.find(line), 0u) << message;
    const std::size_t column = std::stoul(message.substr(line.size())), begin = text.rfind('\n') + 1;
    EXPECT_LE(column, length - begin + 2) << message;
  }
}

/// Of a long value what fits into a line.
TEST_F(SceneJsonText, ValuesAreShownShort) {
  const auto shown = [&](const std::string& value) {
    const std::string message = told(scene_text(ball, R"({"shape": 0, "position": )" + value + "}"));
    const std::string end = " is not a list of 3 numbers";
    EXPECT_TRUE(message.starts_with("bodies[0].position: ") && message.ends_with(end)) << message;
    return message.substr(20, message.size() - 20 - end.size());
  };
  EXPECT_EQ(shown("{}"), "{}");
  EXPECT_EQ(shown(R"({"x": 1})"), "{...}");
  EXPECT_EQ(shown("[]"), "[]");
  EXPECT_EQ(shown("[1, 2, 3, 4]"), "[1, 2, 3, 4]");
  EXPECT_EQ(shown("[1, 2, 3, 4, 5]"), "[1, 2, 3, 4, 5]");
  EXPECT_EQ(shown("[1, 2, 3, 4, 5, 6]"), "[1, 2, 3, 4, ... 6 values]");
  EXPECT_EQ(shown("[[1, [2, [3]]], {}]"), "[[1, [...]], {}]");
  EXPECT_EQ(shown("\"" + std::string(58, 'x') + "\""), "\"" + std::string(58, 'x') + "\"");
  EXPECT_EQ(shown("\"" + std::string(59, 'x') + "\""), "\"" + std::string(56, 'x') + "...");
  EXPECT_EQ(shown("\"\\u00e4\\n\""), "\"\\u00e4\\n\"");
  EXPECT_EQ(shown("true"), "true");
  EXPECT_EQ(shown("null"), "null");
}

TEST_F(SceneJsonText, PlacesAreFoundInDeepListsAndAmongManyAlike) {
  std::string bodies;
  for (int i = 0; i < 500; ++i) bodies += (i > 0 ? "," : "") + std::string(R"({"shape": 0, "position": [0, 0, 0]})");
  const std::string last =
      R"(, {"parts": [{"shape": 0}, {"shape": 0, "orientation": [[1, 0, 0], [0, 1, "0"], [0, 0, 1]]}]})";
  EXPECT_EQ(told(scene_text(ball, bodies + last)), "bodies[500].parts[1].orientation[1][2]: \"0\" is not a number");
  EXPECT_EQ(told(scene_text(ball, "", R"(, "a b": {})")).find("unknown key \"a b\", allowed are \"version\""), 0u);
  EXPECT_EQ(told(scene_text(R"({"name": "h", "hull": {"vertices": [[0, 0, 0], [0, 0]]}})", "")),
            "shapes[0].hull.vertices[1]: [0, 0] is not a list of 3 numbers");
}

TEST_F(SceneJsonText, IndicesAreWholeNumbersInTheirRange) {
  for (const char* index :
       {"1", "-1", "4294967296", "18446744073709551615", "18446744073709551616", "0.0", "1e0", "true", "null", "[0]"}) {
    const std::string message = told(scene_text(ball, std::string(R"({"shape": )") + index + "}"));
    EXPECT_EQ(message.find("bodies[0].shape: "), 0u) << message;
    const bool is_whole = std::string(index).find_first_not_of("-0123456789") == std::string::npos &&
                          std::string(index) != "18446744073709551616";
    EXPECT_NE(message.find(is_whole ? " is out of range, allowed is a shape index from 0 to 0"
                                    : " is not a shape index (an integer from 0)"),
              std::string::npos)
        << message;
  }
  EXPECT_EQ(told(scene_text("", R"({"shape": 0})")),
            "bodies[0].shape: 0 is out of range: there is no shape index to name");
}

/// Bits of the scene are those of the text: no pose is normalised, no group is lost.
TEST_F(SceneJsonText, QuaternionsAreScaledByPowersOfTwoOnly) {
  const auto rotation = [&](const std::string& q) {
    return read(scene_text(ball, R"({"shape": 0, "orientation": [)" + q + "]}")).bodies.pose(0).rotation;
  };
  const Mat3<double> r = rotation("0.3, 0.1, -0.2, 0.7"), expected = rotation_from_quaternion(0.3, 0.1, -0.2, 0.7);
  for (int k = 0; k < 9; ++k) EXPECT_EQ(r.m[k], expected.m[k]);
  // The same quaternion, longer and shorter by powers of two that leave the range of squares.
  const Mat3<double> one = rotation("3, 1, -2, 7");
  for (const double scale : {0x1p-1070, 0x1p-540, 0x1p540, 0x1p1020}) {
    std::string q;
    for (const double c : {3.0, 1.0, -2.0, 7.0}) {
      char text[40];
      std::snprintf(text, sizeof text, "%s%.17g", q.empty() ? "" : ", ", c * scale);
      q += text;
    }
    const Mat3<double> same = rotation(q);
    for (int k = 0; k < 9; ++k) EXPECT_EQ(same.m[k], one.m[k]) << scale;
  }
}

TEST_F(SceneJsonText, MatricesAreRotationsWithinAMillionthOnBothSides) {
  const auto stretched = [&](const std::string& entry) {
    return told(scene_text(ball, R"({"shape": 0, "orientation": [[1, 0, 0], [0, )" + entry + ", 0], [0, 0, 1]]}"));
  };
  for (const char* good : {"1.0000004", "0.9999996"}) EXPECT_EQ(stretched(good), "") << good;
  for (const char* bad : {"1.0000006", "0.9999994", "0", "2", "1e200"}) {
    EXPECT_NE(stretched(bad).find("is not a rotation within 1e-6"), std::string::npos) << bad;
  }
  EXPECT_NE(stretched("-1").find("is a reflection, allowed is a rotation within 1e-6"), std::string::npos);
}

}  // namespace
}  // namespace abut::test
