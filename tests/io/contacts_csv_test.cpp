// contacts.csv: what is written reads back to the bit; what is wrong in one is told by file, line, column and value.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <sstream>

#include "abut/core/error.h"
#include "host/io/result_files.h"
#include "tests/io/scene_files.h"
#include "tests/support/complaint.h"
#include "tests/support/random.h"
#include "tests/support/same_bits.h"

namespace abut::test {
namespace {

/// Three bodies of two parts each, of one ball.
BodySet three_bodies(ShapeSet& shapes) {
  shapes.add_sphere(1);
  BodySet bodies;
  const Part parts[2] = {{0, {}}, {0, {}}};
  for (int i = 0; i < 3; ++i) bodies.add({}, parts);
  return bodies;
}

struct World {
  ShapeSet shapes;
  BodySet bodies = three_bodies(shapes);
};

template <class T>
T random_number(Random& random) {
  for (;;) {
    T value{};
    if constexpr (std::is_same_v<T, float>) {
      value = std::bit_cast<float>(static_cast<std::uint32_t>(random.bits()));
    } else {
      value = std::bit_cast<double>(random.bits());
    }
    if (std::isfinite(value)) return value;
  }
}

/// Every field of any bits that a file may have.
template <class T>
Detection<T> random_detection(std::size_t count) {
  Random random(7);
  Detection<T> out;
  out.contacts.resize(count);
  for_each_array<T>([&](const char*, auto member) {
    auto& array = out.contacts.*member;
    using E = typename std::remove_reference_t<decltype(array)>::value_type;
    for (E& element : array) {
      if constexpr (std::is_floating_point_v<E>) {
        element = random_number<T>(random);
      } else if constexpr (std::is_same_v<E, Feature>) {
        const auto kind = static_cast<FeatureKind>(random.below(4));
        element = make_feature(kind, kind == FeatureKind::unknown ? 0 : static_cast<std::uint32_t>(random.bits()));
      } else {
        element = static_cast<E>(random.bits());
      }
    }
  });
  for (std::size_t i = 0; i < count; ++i) {
    out.pairs.push_back({random.below(6), random.below(6)});
    out.contacts.status[i] = static_cast<std::uint8_t>(i % status_count | (i % 2 != 0 ? normal_undefined_flag : 0));
  }
  using Limits = std::numeric_limits<T>;
  const T limits[] = {T(-0.0),       Limits::denorm_min(), -Limits::denorm_min(),
                      Limits::min(), Limits::max(),        Limits::lowest()};
  for (std::size_t i = 0; i < std::min(count, std::size(limits)); ++i) out.contacts.separation[i] = limits[i];
  return out;
}

template <class T>
std::string written(const TemporaryFolder& folder, const World& world, const Detection<T>& detection) {
  const std::string path = folder / "contacts.csv";
  io::OutputFile file(path);
  io::write_contacts_csv(world.bodies, detection, file);
  file.publish();
  return path;
}

template <class T>
class ContactsCsv : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(ContactsCsv, Scalars);

TYPED_TEST(ContactsCsv, WhatIsWrittenReadsBackToTheBit) {
  const World world;
  const TemporaryFolder folder;
  const Detection<TypeParam> detection = random_detection<TypeParam>(500);
  const std::string path = written(folder, world, detection);
  const Detection<TypeParam> again = io::read_contacts_csv<TypeParam>(path, world.bodies.parts());
  ASSERT_EQ(again.pairs.size(), detection.pairs.size());
  for (std::size_t i = 0; i < again.pairs.size(); ++i) {
    EXPECT_EQ(again.pairs[i].a, detection.pairs[i].a) << i;
    EXPECT_EQ(again.pairs[i].b, detection.pairs[i].b) << i;
  }
  expect_same_bits(again.contacts, detection.contacts);
  // And the file is the one way to write them.
  const std::string first = content(path);
  EXPECT_TRUE(content(written(folder, world, again)) == first);
}

TYPED_TEST(ContactsCsv, AFileCutAnywhereButAtALineEndIsRefused) {
  const World world;
  const TemporaryFolder folder;
  const std::string path = written(folder, world, random_detection<TypeParam>(2)), whole = content(path);
  for (std::size_t length = whole.size(); length-- > 0;) {
    std::filesystem::resize_file(path, length);
    std::size_t rows = 0;
    const std::string told =
        complaint([&] { rows = io::read_contacts_csv<TypeParam>(path, world.bodies.parts()).pairs.size(); });
    const auto lines = static_cast<std::size_t>(std::count(whole.begin(), whole.begin() + length, '\n'));
    if (length > 0 && whole[length - 1] == '\n') {
      EXPECT_EQ(told, "") << length;
      EXPECT_EQ(rows + 1, lines);
    } else if (length > 0) {
      EXPECT_EQ(told, path + ": line " + std::to_string(lines + 1) + " has no end: the file is cut off");
    } else {
      EXPECT_EQ(told, path + ": is empty; allowed is what `abut detect --out` writes");
    }
  }
}

/// One row, with one field replaced by a text.
class ContactsCsvBadInput : public testing::Test {
 protected:
  ContactsCsvBadInput() {
    const std::string text = content(written(folder_, world_, random_detection<double>(1)));
    header_ = text.substr(0, text.find('\n') + 1);
    std::istringstream row(text.substr(header_.size(), text.size() - header_.size() - 1));
    for (std::string field; std::getline(row, field, ',');) fields_.push_back(field);
  }

  std::string told_of(const std::string& text) const {
    const std::string path = folder_.write("bad.csv", text);
    const std::string told = complaint([&] { io::read_contacts_csv<double>(path, world_.bodies.parts()); });
    EXPECT_TRUE(told.empty() || told.starts_with(path + ": ")) << told;
    EXPECT_EQ(told.find('\n'), std::string::npos) << told;
    return told.empty() ? told : told.substr(path.size() + 2);
  }
  std::string row_with(std::size_t column, const std::string& value) const {
    std::string row;
    for (std::size_t i = 0; i < fields_.size(); ++i) row += (i > 0 ? "," : "") + (i == column ? value : fields_[i]);
    return row + "\n";
  }
  /// What is told of a file whose third line has the value there.
  std::string told_with(const char* column, const std::string& value) const {
    const std::vector<std::string>& names = io::contacts_columns();
    const auto at = static_cast<std::size_t>(std::find(names.begin(), names.end(), column) - names.begin());
    return told_of(header_ + row_with(99, "") + row_with(at, value));
  }

  World world_;
  TemporaryFolder folder_;
  std::string header_;
  std::vector<std::string> fields_;
};

TEST_F(ContactsCsvBadInput, TheRowItselfIsAccepted) { EXPECT_EQ(told_of(header_ + row_with(99, "")), ""); }

TEST_F(ContactsCsvBadInput, NumbersAreFiniteAndWholeFields) {
  const std::vector<std::string>& names = io::contacts_columns();
  for (const std::size_t column : {4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 19, 20}) {
    for (const char* value : {"nan", "-nan", "inf", "-inf", "1e999", "", " 1", "1 ", "0x1p3", "1,5e"}) {
      const bool splits = std::string(value).find(',') != std::string::npos;
      EXPECT_EQ(told_with(names[column].c_str(), value),
                splits ? "line 3 has 26 fields; allowed are 25"
                       : "line 3 " + names[column] + " is '" + value + "'; allowed are finite numbers");
    }
  }
}

TEST_F(ContactsCsvBadInput, PartsAndBodiesAreThoseOfTheScene) {
  for (const char* end : {"a", "b"}) {
    for (const char* value : {"6", "-1", "-0", "+1", "1.0", "4294967296", ""}) {
      EXPECT_EQ(told_with(end, value), std::string("line 3 ") + end + " is '" + value + "'; allowed are 0 to 5");
    }
  }
  fields_[0] = "3", fields_[1] = "4", fields_[2] = "1", fields_[3] = "2";
  EXPECT_EQ(told_of(header_ + row_with(99, "")), "");
  EXPECT_EQ(told_with("body_a", "2"), "line 3 body_a is '2'; part 3 of the scene is of body 1");
  EXPECT_EQ(told_with("body_b", "1"), "line 3 body_b is '1'; part 4 of the scene is of body 2");
  EXPECT_EQ(told_with("body_b", "4294967296"), "line 3 body_b is '4294967296'; allowed are 0 to 4294967295");
}

TEST_F(ContactsCsvBadInput, FeaturesStatusesCountsAndKeysAreThoseThatAreWritten) {
  for (const char* value : {"", "x1", "V1", "v", "v-1", "v4294967296", "-1", "--", "v1 "}) {
    EXPECT_NE(told_with("feature_a", value).find("line 3 feature_a is '"), std::string::npos) << value;
    EXPECT_NE(told_with("feature_b", value).find("line 3 feature_b is '"), std::string::npos) << value;
  }
  for (const char* value : {"", "Converged", "unknown", "touching+", "+normal_undefined", "converged "}) {
    EXPECT_EQ(told_with("status", value), std::string("line 3 status is '") + value +
                                              "'; allowed is a status, as docs/reference/scene-format.md lists them");
  }
  for (const char* value : {"256", "-1", ""}) {
    EXPECT_EQ(told_with("epa_iterations", value),
              std::string("line 3 epa_iterations is '") + value + "'; allowed are 0 to 255");
  }
  for (const char* value : {"0123456789abcde", "0123456789abcdef0", ""}) {
    EXPECT_EQ(told_with("key", value), std::string("line 3 key is '") + value + "'; allowed are 16 hexadecimal digits");
  }
  EXPECT_NE(told_with("key", "0123456789abcdeg").find("line 3 key is '0123456789abcdeg'"), std::string::npos);
}

TEST_F(ContactsCsvBadInput, WhatIsShownOfAValueIsShortAndPlain) {
  EXPECT_EQ(told_with("gjk_iterations", std::string(3, '\x01') + "\xc3\xa4" + std::string(90, '7')),
            "line 3 gjk_iterations is '?????" + std::string(35, '7') + "'; allowed are 0 to 255");
}

TEST_F(ContactsCsvBadInput, OtherFilesAreNoContacts) {
  const std::string other = "line 1 is not the header of contacts.csv (docs/reference/scene-format.md)";
  EXPECT_EQ(told_of("contact,a,b,corner,point_x,point_y,point_z,gap\n"), other);
  EXPECT_EQ(told_of("\n"), other);
  std::string crlf = header_ + row_with(99, "");
  crlf.insert(header_.size() - 1, "\r");
  EXPECT_EQ(told_of(crlf), other);
  EXPECT_EQ(told_of(header_ + "\n"), "line 2 has 1 fields; allowed are 25");
  std::string short_row = row_with(99, "");
  short_row.erase(short_row.rfind(','), 17);
  EXPECT_EQ(told_of(header_ + short_row), "line 2 has 24 fields; allowed are 25");
  EXPECT_THROW(io::read_contacts_csv<double>(folder_ / "missing.csv", world_.bodies.parts()), FileError);
  EXPECT_THROW(io::read_contacts_csv<double>(folder_.path(), world_.bodies.parts()), FileError);
  const BodySet none;
  const std::string path = folder_.write("rows.csv", header_ + row_with(99, ""));
  EXPECT_EQ(complaint([&] { io::read_contacts_csv<double>(path, none.parts()); }),
            path + ": line 2: the scene has no parts, and no contact is allowed");
}

/// A number of the other precision is that number rounded, or too large for it.
TEST_F(ContactsCsvBadInput, DoublesReadAsFloatsAreRoundedAndNotBeyondTheirRange) {
  for (std::size_t column = 4; column < 21; ++column) {
    if (column != 17 && column != 18) fields_[column] = "0.1";
  }
  const std::string good = folder_.write("good.csv", header_ + row_with(99, ""));
  EXPECT_EQ(io::read_contacts_csv<float>(good, world_.bodies.parts()).contacts.separation[0], 0.1f);
  const std::string bad = folder_.write("bad.csv", header_ + row_with(4, "1e39"));
  EXPECT_EQ(complaint([&] { io::read_contacts_csv<float>(bad, world_.bodies.parts()); }),
            bad + ": line 2 separation is '1e39'; allowed are finite numbers");
}

/// No field of an answer is NaN; were one, the file would show it and not be read.
TEST_F(ContactsCsvBadInput, ANaNIsWrittenAsItIsAndNotRead) {
  Detection<double> detection = random_detection<double>(1);
  detection.contacts.point_z[0] = std::numeric_limits<double>::quiet_NaN();
  const std::string path = written(folder_, world_, detection);
  EXPECT_NE(complaint([&] { io::read_contacts_csv<double>(path, world_.bodies.parts()); }).find("line 2 point_z is"),
            std::string::npos);
}

}  // namespace
}  // namespace abut::test
