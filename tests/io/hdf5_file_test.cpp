// HDF5 files as the project writes and reads them: every type to the bit, rows in any pieces and order, stored in every
// way; files cut at any byte; writes that fail.
#if ABUT_HAVE_HDF5
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <numeric>

#include "abut/core/error.h"
#include "host/io/data_source.h"
#include "tests/io/failing_writes.h"
#include "tests/io/scene_files.h"
#include "tests/support/complaint.h"
#include "tests/support/random.h"

namespace abut::test {
namespace {

using io::DatasetInfo;
using io::Element;

class Hdf5File : public testing::Test {
 protected:
  std::string path() const { return folder_ / "f.h5"; }
  std::vector<double> numbers(const std::string& name) const {
    const auto source = io::open_hdf5(path());
    const std::vector<std::uint64_t> shape = source->info(name).shape;
    std::vector<double> out(std::accumulate(shape.begin(), shape.end(), std::uint64_t{1}, std::multiplies<>()));
    source->read(name, 0, shape[0], std::span(out));
    return out;
  }
  TemporaryFolder folder_;
};

TEST_F(Hdf5File, TextsWithAZeroByteAreRefusedAndLeaveNoFile) {
  using namespace std::string_literals;
  const auto told = [&](const std::vector<std::string>& names, const std::string& unit) {
    return complaint([&] {
      const auto sink = io::create_hdf5(path());
      sink->attribute("length_unit", unit);
      sink->write_texts("bodies/name", names);
    });
  };
  EXPECT_EQ(told({"good", "", "a"}, "m"), "");
  EXPECT_EQ(told({"good", "ab\0c"s}, "m"),
            path() + ": bodies/name[1]: has a zero byte as its character 2, allowed in an HDF5 file are texts without");
  EXPECT_EQ(told({}, "\0"s), path() +
                                 ": attribute length_unit: has a zero byte as its character 0, allowed in an HDF5 "
                                 "file are texts without");
  EXPECT_TRUE(folder_.names().empty());
}

TEST_F(Hdf5File, NumbersOfEveryTypeComeBackToTheBit) {
  using F = std::numeric_limits<float>;
  using D = std::numeric_limits<double>;
  const std::vector<double> reals{-0.0,     1.0 / 3,     D::denorm_min(), D::min(),
                                  D::max(), D::lowest(), D::infinity(),   std::bit_cast<double>(0x7ff8000000000123ull)};
  const std::vector<float> floats{-0.0f,    0.1f,        F::denorm_min(), F::min(),
                                  F::max(), F::lowest(), -F::infinity(),  F::quiet_NaN()};
  const std::vector<std::uint8_t> bytes{0, 1, 127, 128, 254, 255, 10, 13};
  const std::vector<std::uint32_t> words{0, 1, 0x7fffffff, 0x80000000, 0xffffffff, 256, 65536, 16777217};
  const std::vector<std::uint64_t> longs{0,     1,          ~0ull >> 1,         1ull << 63,
                                         ~0ull, 1ull << 32, 0x0123456789abcdef, 1ull << 53 | 1};
  for (const int deflate : {0, 1, 9}) {
    const auto sink = io::create_hdf5(path(), deflate, 3);
    sink->write_all("a/f64", Element::f64, {8}, reals.data());
    sink->write_all("a/f32", Element::f32, {8}, floats.data());
    sink->write_all("b/u8", Element::u8, {8}, bytes.data());
    sink->write_all("u32", Element::u32, {8}, words.data());
    sink->write_all("u64", Element::u64, {4, 2}, longs.data());
    sink->publish();
    const auto source = io::open_hdf5(path());
    const auto expect_type = [&](const char* name, DatasetInfo::Kind kind, const char* type, unsigned bits) {
      const DatasetInfo info = source->info(name);
      EXPECT_EQ(info.kind, kind) << name;
      EXPECT_EQ(info.type, type);
      EXPECT_EQ(info.bits, bits) << name;
      EXPECT_FALSE(info.is_signed) << name;
    };
    expect_type("a/f64", DatasetInfo::Kind::real, "float64", 64);
    expect_type("a/f32", DatasetInfo::Kind::real, "float32", 32);
    expect_type("b/u8", DatasetInfo::Kind::integer, "uint8", 8);
    expect_type("u32", DatasetInfo::Kind::integer, "uint32", 32);
    expect_type("u64", DatasetInfo::Kind::integer, "uint64", 64);
    const std::vector<double> again = numbers("a/f64"), singles = numbers("a/f32");
    for (std::size_t i = 0; i < 8; ++i) {
      EXPECT_EQ(std::bit_cast<std::uint64_t>(again[i]), std::bit_cast<std::uint64_t>(reals[i])) << i;
      EXPECT_EQ(std::bit_cast<std::uint32_t>(static_cast<float>(singles[i])), std::bit_cast<std::uint32_t>(floats[i]));
    }
    EXPECT_EQ(numbers("b/u8"), std::vector<double>(bytes.begin(), bytes.end()));
    std::vector<std::uint32_t> read_words(8);
    source->read("u32", 0, 8, std::span(read_words));
    EXPECT_EQ(read_words, words);
    std::vector<std::uint64_t> read_longs(8);
    source->read("u64", 0, 4, std::span(read_longs));
    EXPECT_EQ(read_longs, longs);
  }
}

/// Pieces of any size, in any order, make the file that one piece makes, deflated or not.
TEST_F(Hdf5File, RowsMayBeWrittenAndReadInAnyPieces) {
  constexpr std::uint64_t rows = 1000;
  Random random(3);
  std::vector<double> all(3 * rows);
  for (double& x : all) x = random.uniform(-1, 1);
  for (const int deflate : {0, 3}) {
    const auto whole = io::create_hdf5(folder_ / "whole.h5", deflate, 100);
    whole->write_all("set", Element::f64, {rows, 3}, all.data());
    whole->publish();
    const auto sink = io::create_hdf5(path(), deflate, 100);
    sink->create("set", Element::f64, {rows, 3});
    std::vector<std::pair<std::uint64_t, std::uint64_t>> pieces;
    for (std::uint64_t first = 0; first < rows;) {
      const std::uint64_t count = std::min<std::uint64_t>(random.below(150), rows - first);
      pieces.emplace_back(first, count);
      first += count;
    }
    if (deflate == 0) std::reverse(pieces.begin(), pieces.end());
    for (const auto& [first, count] : pieces) sink->write("set", first, count, &all[3 * first]);
    sink->publish();
    EXPECT_EQ(numbers("set"), all);
    EXPECT_TRUE(deflate != 0 || content(path()) == content(folder_ / "whole.h5"));
    const auto source = io::open_hdf5(path());
    for (const auto& [first, count] : pieces) {
      std::vector<double> piece(3 * count);
      source->read("set", first, count, std::span(piece));
      EXPECT_TRUE(std::equal(piece.begin(), piece.end(), all.begin() + static_cast<std::ptrdiff_t>(3 * first)));
    }
  }
}

TEST_F(Hdf5File, TextsComeBackByteForByte) {
  std::vector<std::string> texts{"",          "a",     "\xc3\xa4\xe2\x82\xac", " blank ",
                                 "line\nend", "\"'\\", std::string(4096, 'x')};
  for (int i = 0; i < 2500; ++i) texts.push_back("name " + std::to_string(i));  // more than are read at a time
  for (const int deflate : {0, 2}) {
    const auto sink = io::create_hdf5(path(), deflate);
    sink->write_texts("names", texts);
    sink->write_texts("none", {});
    sink->write_texts("empty", std::vector<std::string>(3));
    sink->attribute("unit", std::string("\xc2\xb5m"));
    sink->attribute("nothing", std::string());
    sink->publish();
    const auto source = io::open_hdf5(path());
    EXPECT_EQ(source->info("names").type, "text");
    std::vector<std::string> again(texts.size());
    source->read("names", 0, again.size(), std::span(again));
    EXPECT_EQ(again, texts);
    std::vector<std::string> some(1100);
    source->read("names", 7 + 1300, 1100, std::span(some));
    EXPECT_EQ(some.front(), "name 1300");
    EXPECT_EQ(some.back(), "name 2399");
    EXPECT_EQ(source->info("none").shape, std::vector<std::uint64_t>{0});
    std::vector<std::string> empty(3, "old");
    source->read("empty", 0, 3, std::span(empty));
    EXPECT_EQ(empty, std::vector<std::string>(3));
    EXPECT_EQ(std::get<std::string>(source->attribute("unit").value), "\xc2\xb5m");
    EXPECT_EQ(std::get<std::string>(source->attribute("nothing").value), "");
  }
}

TEST_F(Hdf5File, AttributesComeBackWithTheirTypes) {
  const auto sink = io::create_hdf5(path());
  sink->attribute("least", std::numeric_limits<std::int64_t>::min());
  sink->attribute("one", std::int64_t{1});
  sink->attribute("third", 1.0 / 3);
  sink->attribute("endless", std::numeric_limits<double>::infinity());
  sink->publish();
  const auto source = io::open_hdf5(path());
  EXPECT_EQ(source->attributes(), (std::vector<std::string>{"endless", "least", "one", "third"}));
  EXPECT_EQ(std::get<std::int64_t>(source->attribute("least").value), std::numeric_limits<std::int64_t>::min());
  EXPECT_EQ(source->attribute("one").type, "int64");
  EXPECT_EQ(std::get<double>(source->attribute("third").value), 1.0 / 3);
  EXPECT_EQ(source->attribute("third").type, "float64");
  EXPECT_EQ(std::get<double>(source->attribute("endless").value), std::numeric_limits<double>::infinity());
  EXPECT_THROW(source->attribute("missing"), FileError);
}

TEST_F(Hdf5File, EntriesAreGroupsAndWhatIsInThem) {
  const auto sink = io::create_hdf5(path());
  const std::uint8_t byte = 1;
  sink->write_all("top", Element::u8, {1}, &byte);
  sink->write_all("g/one", Element::u8, {1}, &byte);
  sink->write_all("g/two", Element::u8, {1}, &byte);
  sink->publish();
  std::vector<std::string> found;
  for (const io::DataEntry& e : io::open_hdf5(path())->entries()) found.push_back(e.path + (e.is_group ? "/" : ""));
  EXPECT_EQ(found, (std::vector<std::string>{"g/", "top", "g/one", "g/two"}));
}

/// Some of everything, the same each time.
void write_all_kinds(const std::string& path, int deflate) {
  std::vector<double> reals(300);
  std::iota(reals.begin(), reals.end(), 0.5);
  const auto sink = io::create_hdf5(path, deflate, 16);
  sink->attribute("format", std::string("abut-test"));
  sink->write_all("g/reals", Element::f64, {100, 3}, reals.data());
  sink->write_texts("g/names", std::vector<std::string>{"first", "second"});
  sink->publish();
}

TEST_F(Hdf5File, TheSameDataAreTheSameBytes) {
  for (const int deflate : {0, 6}) {
    write_all_kinds(folder_ / "a.h5", deflate);
    write_all_kinds(folder_ / "b.h5", deflate);
    EXPECT_TRUE(content(folder_ / "a.h5") == content(folder_ / "b.h5")) << deflate;
  }
}

/// A file that was cut off anywhere is refused when it is opened: its length is in it.
TEST_F(Hdf5File, AFileCutAtAnyByteIsRefused) {
  write_all_kinds(path(), 0);
  const std::string whole = content(path()), cut = folder_ / "cut.h5";
  std::ofstream(cut, std::ios::binary) << whole;
  for (std::size_t length = whole.size() - 1; length > 0; length -= length < 200 ? 1 : 13) {
    std::filesystem::resize_file(cut, length);
    try {
      io::open_hdf5(cut);
      ADD_FAILURE() << "was opened, cut at byte " << length;
    } catch (const FileError& error) {
      const std::string told = error.what();
      EXPECT_TRUE(told.starts_with(cut + ": cannot be opened as an HDF5 file: ")) << told;
      EXPECT_EQ(told.find('\n'), std::string::npos) << told;
    }
    EXPECT_EQ(io::is_hdf5(cut), length >= 8) << length;
  }
}

TEST_F(Hdf5File, HasItsNameOnlyWhenItIsComplete) {
  folder_.write("f.h5", "old");
  {
    const auto sink = io::create_hdf5(path());
    const double one = 1;
    sink->write_all("set", Element::f64, {1}, &one);
    EXPECT_EQ(content(path()), "old");
    sink->finish();
    EXPECT_EQ(content(path()), "old");
    EXPECT_TRUE(io::is_hdf5(path() + ".partial"));
  }
  EXPECT_EQ(folder_.names(), std::vector<std::string>{"f.h5"});
  EXPECT_EQ(content(path()), "old");
  write_all_kinds(path(), 0);
  EXPECT_EQ(folder_.names(), std::vector<std::string>{"f.h5"});
  EXPECT_TRUE(io::is_hdf5(path()));
}

TEST_F(Hdf5File, ADiskThatGetsFullIsToldAndLeavesTheOldFile) {
  folder_.write("f.h5", "old");
  const std::vector<double> large(1 << 18, 0.1);
  for (const int deflate : {0, 1}) {
    for (const rlim_t limit : {0u, 500u, 3000u}) {
      const FileSizeLimit full(limit);
      try {
        const auto sink = io::create_hdf5(path(), deflate);
        sink->write_all("set", Element::f64, {large.size()}, large.data());
        sink->publish();
        ADD_FAILURE() << "was written";
      } catch (const FileError& error) {
        EXPECT_EQ(error.what(), path() + ": cannot be written: File too large");
      }
      EXPECT_EQ(folder_.names(), std::vector<std::string>{"f.h5"});
    }
  }
  EXPECT_EQ(content(path()), "old");
}

TEST_F(Hdf5File, WhatIsNoFileIsNamed) {
  const auto told = [](const std::function<void()>& call) -> std::string {
    try {
      call();
    } catch (const FileError& error) {
      return error.what();
    }
    return "no error";
  };
  const std::string missing = folder_ / "missing.h5", text = folder_.write("text.h5", "text");
  EXPECT_EQ(told([&] { io::open_hdf5(missing); }), missing + ": cannot be opened: No such file or directory");
  EXPECT_EQ(told([&] { io::is_hdf5(missing); }), missing + ": cannot be opened: No such file or directory");
  EXPECT_EQ(told([&] { io::open_hdf5(folder_.path()); }), folder_.path() + ": is not a file");
  EXPECT_NE(told([&] { io::open_hdf5(text); }).find("cannot be opened as an HDF5 file: "), std::string::npos);
  EXPECT_FALSE(io::is_hdf5(text));
  EXPECT_FALSE(io::is_hdf5(folder_.write("short", "\x89HDF\r\n\x1a")));
  EXPECT_TRUE(io::is_hdf5(folder_.write("eight", "\x89HDF\r\n\x1a\n")));
  EXPECT_EQ(told([&] { io::create_hdf5(folder_ / "missing/f.h5"); }),
            folder_ / "missing/f.h5" + ": cannot be written: No such file or directory");
  write_all_kinds(path(), 0);
  const auto source = io::open_hdf5(path());
  EXPECT_NE(told([&] { source->info("g/missing"); }).find(path() + ": g/missing: cannot be opened: "),
            std::string::npos);
}

}  // namespace
}  // namespace abut::test
#endif
