// Real HDF5 files, damaged through HDF5 itself or in their bytes: each kind of damage is refused in one line.
#if ABUT_HAVE_HDF5
#include <gtest/gtest.h>
#include <hdf5.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <numeric>

#include "abut/hdf5.h"
#include "host/io/columns_reader.h"
#include "tests/io/scene_files.h"

namespace abut {
namespace {

using test::TemporaryFolder;

const char* const scene_json = R"({"version": 1, "length_unit": "mm", "options": {"alert_distance": 0.5},
  "shapes": [{"name": "a", "hull": {"vertices": [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]}},
             {"name": "b", "sphere": {"radius": 0.5}}],
  "bodies": [{"shape": 0}, {"name": "second", "shape": 1, "position": [1, 0.25, 0], "orientation": [1, 1, 0, 0]},
             {"shape": 0, "position": [0, 0, 9]}],
  "pairs": [[0, 1], [1, 2]]})";

class Hdf5Damage : public testing::Test {
 protected:
  void SetUp() override { convert_scene(folder_.write("scene.json", scene_json), path()); }
  std::string path() const { return folder_ / "scene.h5"; }

  /// Opens the file for a change.
  template <class Change>
  void change(Change with) const {
    const hid_t file = H5Fopen(path().c_str(), H5F_ACC_RDWR, H5P_DEFAULT);
    ASSERT_GE(file, 0);
    with(file);
    ASSERT_GE(H5Fclose(file), 0);
  }

  /// Puts a dataset of that type and shape in the place of one.
  void replace(const char* name, hid_t type, std::vector<hsize_t> shape, const void* data = nullptr,
               hid_t memory_type = -1, hid_t creation = H5P_DEFAULT) const {
    change([&](hid_t file) {
      H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
      H5Ldelete(file, name, H5P_DEFAULT);
      const hid_t space = H5Screate_simple(static_cast<int>(shape.size()), shape.data(), nullptr);
      const hid_t links = H5Pcreate(H5P_LINK_CREATE);
      H5Pset_create_intermediate_group(links, 1);
      const hid_t set = H5Dcreate2(file, name, type, space, links, creation, H5P_DEFAULT);
      ASSERT_GE(set, 0) << name;
      if (data != nullptr) {
        ASSERT_GE(H5Dwrite(set, memory_type < 0 ? type : memory_type, H5S_ALL, H5S_ALL, H5P_DEFAULT, data), 0);
      }
      H5Dclose(set), H5Sclose(space), H5Pclose(links);
    });
  }

  std::string told() const {
    try {
      read_scene(path());
    } catch (const std::runtime_error& error) {
      const std::string message = error.what();
      EXPECT_EQ(message.find(path() + ": "), 0u) << message;
      EXPECT_EQ(message.find('\n'), std::string::npos) << message;
      return message.substr(path().size() + 2);
    }
    return "accepted";
  }

  TemporaryFolder folder_;
};

#define EXPECT_TELLS(message, ...)                                                  \
  do {                                                                              \
    const std::string line = message;                                               \
    for (const char* part : {__VA_ARGS__}) {                                        \
      EXPECT_NE(line.find(part), std::string::npos) << line << "\nlacks: " << part; \
    }                                                                               \
  } while (false)

TEST_F(Hdf5Damage, TheUndamagedFileIsRead) { EXPECT_EQ(told(), "accepted"); }

TEST_F(Hdf5Damage, OtherTypesAndByteOrdersAreConverted) {
  const Scene before = read_scene(path());
  const double position[9] = {0, 0, 0, 1, 0.25, 0, 0, 0, 9};
  const std::int64_t pairs[4] = {0, 1, 1, 2};
  for (const hid_t type : {H5T_IEEE_F64BE, H5T_IEEE_F32LE, H5T_IEEE_F32BE}) {
    replace("bodies/position", type, {3, 3}, position, H5T_NATIVE_DOUBLE);
    for (const hid_t index : {H5T_STD_I64LE, H5T_STD_U64BE, H5T_STD_I8LE, H5T_STD_U16BE}) {
      replace("pairs/bodies", index, {2, 2}, pairs, H5T_NATIVE_INT64);
      ASSERT_EQ(told(), "accepted");
      const Scene after = read_scene(path());
      ASSERT_EQ(after.pairs->size(), 2u);
      EXPECT_EQ((*after.pairs)[1].b, 2u);
      EXPECT_EQ(after.bodies.pose(1).position.y, 0.25);
      EXPECT_EQ(after.bodies.pose(2).position.z, 9);
    }
  }
  replace("bodies/position", H5T_NATIVE_LDOUBLE, {3, 3}, position, H5T_NATIVE_DOUBLE);
  EXPECT_TELLS(told(), "bodies/position: has elements of type float128", "up to 64 bits");
  replace("bodies/position", H5T_STD_I64LE, {3, 3}, pairs, H5T_NATIVE_INT64);
  EXPECT_TELLS(told(), "bodies/position: has elements of type int64", "integers of up to 32");
}

TEST_F(Hdf5Damage, AnInt64OutOfRangeIsToldWithPlaceAndValue) {
  const std::int64_t pairs[4] = {0, 1, 1, (std::int64_t{1} << 40) + 2};
  replace("pairs/bodies", H5T_STD_I64LE, {2, 2}, pairs, H5T_NATIVE_INT64);
  EXPECT_TELLS(told(), "pairs/bodies[1][1]: 1099511627778 is out of range, allowed is a body from 0 to 2");
}

TEST_F(Hdf5Damage, OtherClassesOfTypesAreNamed) {
  const hid_t named = H5Tenum_create(H5T_STD_U8LE);
  std::uint8_t zero = 0;
  H5Tenum_insert(named, "hull", &zero);
  replace("shapes/kind", named, {2}, std::vector<std::uint8_t>(2).data());
  EXPECT_TELLS(told(), "shapes/kind: has elements of type enum");
  const hid_t compound = H5Tcreate(H5T_COMPOUND, 8);
  H5Tinsert(compound, "x", 0, H5T_NATIVE_DOUBLE);
  replace("shapes/kind", compound, {2}, std::vector<double>(2).data());
  EXPECT_TELLS(told(), "shapes/kind: has elements of type compound");
  H5Tclose(named), H5Tclose(compound);
  replace("shapes/name", H5T_STD_U8LE, {2}, std::vector<std::uint8_t>(2).data());
  change([](hid_t) {});
  EXPECT_NE(told(), "accepted");
}

TEST_F(Hdf5Damage, TextsOfFixedLengthAreRead) {
  const hid_t type = H5Tcopy(H5T_C_S1);
  H5Tset_size(type, 6);
  replace("shapes/name", type, {2}, "first\0second");
  H5Tclose(type);
  EXPECT_EQ(read_scene(path()).shape_names, (std::vector<std::string>{"first", "second"}));
}

TEST_F(Hdf5Damage, WrongRanksAndSizesAreTold) {
  replace("bodies/position", H5T_IEEE_F64LE, {9}, std::vector<double>(9).data());
  EXPECT_TELLS(told(), "bodies/position: has the shape (9), allowed is (N, 3)");
  replace("bodies/position", H5T_IEEE_F64LE, {2, 3}, std::vector<double>(6).data());
  EXPECT_TELLS(told(), "rows, allowed are 2, as bodies/position has");
}

TEST_F(Hdf5Damage, ScalarAndEmptyDatasetsAreTold) {
  change([](hid_t file) {
    H5Ldelete(file, "shapes/rounding", H5P_DEFAULT);
    const hid_t space = H5Screate(H5S_NULL);
    H5Dclose(H5Dcreate2(file, "shapes/rounding", H5T_IEEE_F64LE, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
    H5Sclose(space);
  });
  EXPECT_TELLS(told(), "shapes/rounding: holds no values");
  change([](hid_t file) {
    H5Ldelete(file, "shapes/rounding", H5P_DEFAULT);
    const hid_t space = H5Screate(H5S_SCALAR);
    H5Dclose(H5Dcreate2(file, "shapes/rounding", H5T_IEEE_F64LE, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
    H5Sclose(space);
  });
  EXPECT_TELLS(told(), "shapes/rounding: has the shape (), allowed is (N)");
}

TEST_F(Hdf5Damage, HugeClaimedSizesAreRefused) {
  replace("shapes/vertices", H5T_IEEE_F64LE, {hsize_t{1} << 40, 3});  // never written: nothing is stored
  EXPECT_TELLS(told(), "shapes/vertices: claims 1099511627776 rows, but no more than 0 can be stored in it");
  const hid_t chunked = H5Pcreate(H5P_DATASET_CREATE);
  const hsize_t chunk[2] = {1024, 3};
  H5Pset_chunk(chunked, 2, chunk);
  H5Pset_deflate(chunked, 1);
  replace("shapes/vertices", H5T_IEEE_F64LE, {hsize_t{1} << 20, 3}, nullptr, -1, chunked);
  EXPECT_TELLS(told(), "shapes/vertices: has 0 of 1024 chunks");
  replace("shapes/vertices", H5T_IEEE_F64LE, {hsize_t{1} << 40, 3}, nullptr, -1, chunked);
  EXPECT_TELLS(told(), "shapes/vertices: claims more values than a file of");
  const hsize_t large[2] = {hsize_t{1} << 27, 3};
  H5Pset_chunk(chunked, 2, large);
  replace("shapes/vertices", H5T_STD_I8LE, {hsize_t{1} << 40, 3}, nullptr, -1, chunked);
  EXPECT_TELLS(told(), "shapes/vertices: is in chunks of more than 256 MiB");
  H5Pclose(chunked);
}

TEST_F(Hdf5Damage, CompressedDatasetsAreRead) {
  const Scene before = read_scene(path());
  convert_scene(folder_ / "scene.json", path(), 9);
  EXPECT_EQ(told(), "accepted");
  EXPECT_EQ(read_scene(path()).bodies.pose(1).position.y, before.bodies.pose(1).position.y);
}

TEST_F(Hdf5Damage, WhatLeadsOutOfTheFileIsRefused) {
  change([](hid_t file) { H5Lcreate_soft("/shapes/kind", file, "shapes/rounding2", H5P_DEFAULT, H5P_DEFAULT); });
  EXPECT_TELLS(told(), "shapes/rounding2: is a soft link, allowed are groups and datasets of this file");
  SetUp();
  change([](hid_t file) {
    H5Ldelete(file, "shapes/rounding", H5P_DEFAULT);
    H5Lcreate_external("/etc/passwd", "/x", file, "shapes/rounding", H5P_DEFAULT, H5P_DEFAULT);
  });
  EXPECT_TELLS(told(), "shapes/rounding: is a link into another file");
  SetUp();
  const hid_t external = H5Pcreate(H5P_DATASET_CREATE);
  H5Pset_external(external, "/etc/passwd", 0, 16);
  replace("shapes/rounding", H5T_IEEE_F64LE, {2}, nullptr, -1, external);
  EXPECT_TELLS(told(), "shapes/rounding: is stored in other files");
  H5Pclose(external);
  SetUp();
  const hid_t mapped = H5Pcreate(H5P_DATASET_CREATE);
  const hsize_t two = 2;
  const hid_t space = H5Screate_simple(1, &two, nullptr);
  H5Pset_virtual(mapped, space, "other.h5", "/x", space);
  replace("shapes/rounding", H5T_IEEE_F64LE, {2}, nullptr, -1, mapped);
  EXPECT_TELLS(told(), "shapes/rounding: is a virtual dataset");
  H5Pclose(mapped), H5Sclose(space);
}

TEST_F(Hdf5Damage, OtherObjectsAndNamesAreRefused) {
  change([](hid_t file) { H5Gclose(H5Gcreate2(file, "more", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT)); });
  EXPECT_TELLS(told(), "unknown group more, allowed are the groups shapes, bodies, pairs");
  SetUp();
  change([](hid_t file) {
    const hid_t type = H5Tcopy(H5T_IEEE_F64LE);
    H5Tcommit2(file, "shapes/type", type, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    H5Tclose(type);
  });
  EXPECT_TELLS(told(), "shapes/type: is neither a group nor a dataset");
  SetUp();
  replace("bodies/colour\n", H5T_STD_U8LE, {1}, std::vector<std::uint8_t>(1).data());
  EXPECT_TELLS(told(), "unknown dataset bodies/colour?, allowed are bodies/position");
  SetUp();
  change([](hid_t file) { H5Lcreate_hard(file, "/", file, "shapes/again", H5P_DEFAULT, H5P_DEFAULT); });  // a circle
  EXPECT_TELLS(told(), "unknown group shapes/again");
}

TEST_F(Hdf5Damage, AnotherFilterIsRefused) {
  const hid_t packed = H5Pcreate(H5P_DATASET_CREATE);
  const hsize_t two = 2;
  H5Pset_chunk(packed, 1, &two);
  H5Pset_nbit(packed);
  replace("shapes/rounding", H5T_IEEE_F64LE, {2}, std::vector<double>(2).data(), -1, packed);
  EXPECT_TELLS(told(), "shapes/rounding: is packed by filter 5, allowed are deflate, shuffle and fletcher32");
  H5Pclose(packed);
}

TEST_F(Hdf5Damage, AttributesAreChecked) {
  const auto set = [&](const char* name, hid_t type, const void* value, hsize_t count = 1) {
    change([&](hid_t file) {
      H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
      H5Adelete(file, name);
      const hid_t space = H5Screate_simple(1, &count, nullptr);
      const hid_t attribute = H5Acreate2(file, name, type, space, H5P_DEFAULT, H5P_DEFAULT);
      ASSERT_GE(attribute, 0);
      H5Awrite(attribute, type, value);
      H5Aclose(attribute), H5Sclose(space);
    });
  };
  const double half = 0.5, two[2] = {1, 1};
  const std::int32_t version = 2;
  set("alert_distance", H5T_NATIVE_DOUBLE, two, 2);
  EXPECT_TELLS(told(), "attribute alert_distance: a value of type list");
  set("alert_distance", H5T_NATIVE_DOUBLE, &half);
  EXPECT_EQ(told(), "accepted");
  set("speed", H5T_NATIVE_DOUBLE, &half);
  EXPECT_TELLS(told(), "unknown attribute speed");
  set("version", H5T_NATIVE_INT32, &version);
  EXPECT_TELLS(told(), "attribute version: 2 is not a version");
  set("format", H5T_NATIVE_INT32, &version);
  EXPECT_TELLS(told(), "attribute format: is of type int32, allowed is a text");
}

TEST_F(Hdf5Damage, TruncatedFilesAreRefused) {
  const std::string whole = test::content(path());
  for (std::size_t bytes = 0; bytes < whole.size(); bytes += whole.size() / 23) {
    std::ofstream(path(), std::ios::binary).write(whole.data(), static_cast<std::streamsize>(bytes));
    EXPECT_NE(told(), "accepted") << bytes;
  }
}

TEST_F(Hdf5Damage, ABrokenChecksumIsTold) {
  const hid_t checked = H5Pcreate(H5P_DATASET_CREATE);
  const hsize_t chunk[2] = {3, 3};
  H5Pset_chunk(checked, 2, chunk);
  H5Pset_fletcher32(checked);
  const double position[9] = {0, 0, 0, 1, 0.25, 0, 0, 0, 123.456};
  replace("bodies/position", H5T_IEEE_F64LE, {3, 3}, position, -1, checked);
  H5Pclose(checked);
  ASSERT_EQ(told(), "accepted");
  std::string bytes = test::content(path());
  const std::string last(reinterpret_cast<const char*>(&position[8]), 8);
  ASSERT_NE(bytes.find(last), std::string::npos);
  bytes[bytes.find(last)] ^= 1;
  std::ofstream(path(), std::ios::binary) << bytes;
  EXPECT_TELLS(told(), "bodies/position: cannot be read: ");
}

/// Any byte may be wrong: the file is read, as another scene, or refused in one line.
TEST_F(Hdf5Damage, NoSingleWrongByteOfWhatWeWriteIsMoreThanRefused) {
  const std::string whole = test::content(path());
  std::size_t refused = 0;
  for (std::size_t at = 0; at < whole.size(); at += 7) {
    std::string bytes = whole;
    bytes[at] ^= static_cast<char>(0x41);
    std::ofstream(path(), std::ios::binary) << bytes;
    refused += told() != "accepted";
  }
  EXPECT_GT(refused, 50u);
}

}  // namespace
}  // namespace abut
#endif
