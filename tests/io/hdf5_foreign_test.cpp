// HDF5 scenes as other programs write them: types, texts, attributes and storage that docs/reference/hdf5-format.md
// allows and the project itself does not write, made through HDF5's own interface.
#if ABUT_HAVE_HDF5
#include <gtest/gtest.h>
#include <hdf5.h>

#include <cmath>
#include <limits>

#include "abut/core/error.h"
#include "abut/hdf5.h"
#include "host/io/data_source.h"
#include "tests/io/scene_files.h"
#include "tests/support/complaint.h"

namespace abut::test {
namespace {

/// A file that is filled by hand.
class Hdf5Foreign : public testing::Test {
 protected:
  std::string path() const { return folder_ / "f.h5"; }

  void SetUp() override {
    H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
    convert_scene(folder_.write("s.json", scene_text(R"({"name": "a", "sphere": {"radius": 1}})",
                                                     R"({"shape": 0, "position": [1, 2, 3]},
                                                        {"shape": 0, "position": [4, 5, 6]})")),
                  path());
  }

  /// Puts a dataset in the place of one.
  void put(const char* name, hid_t type, std::vector<hsize_t> shape, hid_t memory, const void* data,
           hid_t creation = H5P_DEFAULT) const {
    const hid_t file = H5Fopen(path().c_str(), H5F_ACC_RDWR, H5P_DEFAULT);
    H5Ldelete(file, name, H5P_DEFAULT);
    const hid_t space = H5Screate_simple(static_cast<int>(shape.size()), shape.data(), nullptr);
    const hid_t set = H5Dcreate2(file, name, type, space, H5P_DEFAULT, creation, H5P_DEFAULT);
    ASSERT_GE(set, 0) << name;
    ASSERT_GE(H5Dwrite(set, memory, H5S_ALL, H5S_ALL, H5P_DEFAULT, data), 0) << name;
    H5Dclose(set), H5Sclose(space), H5Fclose(file);
  }
  void put_attribute(const char* name, hid_t type, hid_t memory, const void* value) const {
    const hid_t file = H5Fopen(path().c_str(), H5F_ACC_RDWR, H5P_DEFAULT), space = H5Screate(H5S_SCALAR);
    H5Adelete(file, name);
    const hid_t attribute = H5Acreate2(file, name, type, space, H5P_DEFAULT, H5P_DEFAULT);
    ASSERT_GE(attribute, 0) << name;
    ASSERT_GE(H5Awrite(attribute, memory, value), 0) << name;
    H5Aclose(attribute), H5Sclose(space), H5Fclose(file);
  }
  std::string told() const {
    const std::string message = complaint([&] { read_scene(path()); });
    return message.empty() ? message : message.substr(path().size() + 2);
  }
  std::vector<double> positions() const {
    const Scene scene = read_scene(path());
    std::vector<double> all;
    for (std::uint32_t i = 0; i < scene.bodies.size(); ++i) {
      const Vec3<double> p = scene.bodies.pose(i).position;
      all.insert(all.end(), {p.x, p.y, p.z});
    }
    return all;
  }

  TemporaryFolder folder_;
};

/// A text type of its own; the caller closes it.
hid_t text_type(std::size_t bytes, H5T_str_t pad, H5T_cset_t letters) {
  const hid_t type = H5Tcopy(H5T_C_S1);
  H5Tset_size(type, bytes);
  H5Tset_strpad(type, pad);
  H5Tset_cset(type, letters);
  return type;
}

/// A floating-point type of 16 bits.
hid_t small_float(std::size_t exponent_bits, std::size_t bias) {
  const hid_t type = H5Tcopy(H5T_IEEE_F32LE);
  const std::size_t mantissa_bits = 15 - exponent_bits;
  H5Tset_fields(type, 15, mantissa_bits, exponent_bits, 0, mantissa_bits);
  H5Tset_size(type, 2);
  H5Tset_ebias(type, bias);
  return type;
}

TEST_F(Hdf5Foreign, FloatsOf16BitsAreExact) {
  const std::vector<double> values{1, -0.5, 1.0009765625, 65504, 0x1p-14, 0};
  const hid_t half = small_float(5, 15), brain = small_float(8, 127);
  put("bodies/position", half, {2, 3}, H5T_NATIVE_DOUBLE, values.data());
  EXPECT_EQ(positions(), values);
  EXPECT_EQ(io::open_hdf5(path())->info("bodies/position").type, "float16");
  const std::vector<double> rounded{1, -0.5, 1.0078125, 0x1p127, 0x1p-126, 0};
  put("bodies/position", brain, {2, 3}, H5T_NATIVE_DOUBLE, rounded.data());
  EXPECT_EQ(positions(), rounded);
  H5Tclose(half), H5Tclose(brain);
}

TEST_F(Hdf5Foreign, IntegersOfUpTo32BitsAreCoordinates) {
  struct Type {
    hid_t id;
    double least, most;
  };
  for (const Type& type : {Type{H5T_STD_I8BE, -128, 127}, Type{H5T_STD_U8LE, 0, 255},
                           Type{H5T_STD_I16BE, -32768, 32767}, Type{H5T_STD_U16LE, 0, 65535},
                           Type{H5T_STD_I32LE, -2147483648.0, 2147483647}, Type{H5T_STD_U32BE, 0, 4294967295.0}}) {
    const std::vector<double> values{type.least, type.most, 1, 0, 5, 6};
    put("bodies/position", type.id, {2, 3}, H5T_NATIVE_DOUBLE, values.data());
    EXPECT_EQ(positions(), values);
  }
  const std::int64_t values[6] = {};
  for (const hid_t type : {H5T_STD_I64LE, H5T_STD_U64BE}) {
    put("bodies/position", type, {2, 3}, H5T_NATIVE_INT64, values);
    EXPECT_NE(told().find("int64, allowed are floating-point numbers of up to 64 bits and integers of up to 32"),
              std::string::npos);
  }
}

/// An integer that does not fill its bytes is none of those that are promised to be exact.
TEST_F(Hdf5Foreign, IntegersWithSpareBitsAreRefused) {
  const hid_t packed = H5Tcopy(H5T_STD_I32LE);
  H5Tset_precision(packed, 24);
  const std::int32_t shapes[2] = {0, 0};
  put("bodies/shape", packed, {2}, H5T_NATIVE_INT32, shapes);
  EXPECT_EQ(told(), "bodies/shape: has elements of type int32, allowed are integers of 8 to 64 bits");
  H5Tclose(packed);
}

TEST_F(Hdf5Foreign, TextsMayBeOfAnyKindOfTheirs) {
  for (const H5T_str_t pad : {H5T_STR_NULLPAD, H5T_STR_SPACEPAD, H5T_STR_NULLTERM}) {
    const hid_t type = text_type(5, pad, H5T_CSET_UTF8);
    put("bodies/name", type, {2}, type, pad == H5T_STR_SPACEPAD ? "\xc3\xa4   bcd  " : "\xc3\xa4\0\0\0bcd\0\0");
    EXPECT_EQ(read_scene(path()).body_names, (std::vector<std::string>{"\xc3\xa4", "bcd"})) << pad;
    H5Tclose(type);
  }
  for (const H5T_cset_t letters_of : {H5T_CSET_ASCII, H5T_CSET_UTF8}) {
    const hid_t type = text_type(H5T_VARIABLE, H5T_STR_NULLTERM, letters_of);
    const std::string longest(4096, 'x');
    const char* const texts[2] = {longest.c_str(), ""};
    put("bodies/name", type, {2}, type, texts);
    EXPECT_EQ(read_scene(path()).body_names, (std::vector<std::string>{longest, ""}));
    const std::string longer(4097, 'x');
    const char* const too_long[2] = {"", longer.c_str()};
    put("bodies/name", type, {2}, type, too_long);
    EXPECT_EQ(told(), "bodies/name[1]: has 4097 bytes, allowed are 4096");
    const char* const unset[2] = {nullptr, "b"};
    put("bodies/name", type, {2}, type, unset);
    EXPECT_EQ(read_scene(path()).body_names, (std::vector<std::string>{"", "b"}));
    H5Tclose(type);
  }
}

/// As h5py writes them: texts of variable length, whole numbers of the machine's size.
TEST_F(Hdf5Foreign, AttributesMayBeOfOtherTypes) {
  const hid_t text = text_type(H5T_VARIABLE, H5T_STR_NULLTERM, H5T_CSET_UTF8);
  const char *const format = "abut-scene", *const unit = "\xc2\xb5m", *const nothing = nullptr;
  put_attribute("format", text, text, &format);
  put_attribute("length_unit", text, text, &unit);
  EXPECT_EQ(told(), "");
  EXPECT_EQ(read_scene(path()).length_unit, "\xc2\xb5m");
  put_attribute("length_unit", text, text, &nothing);
  EXPECT_EQ(read_scene(path()).length_unit, "");
  const std::int64_t one = 1, minus = -1;
  for (const hid_t type : {H5T_STD_I8LE, H5T_STD_U16BE, H5T_STD_I32BE, H5T_STD_U32LE, H5T_STD_I64BE}) {
    put_attribute("version", type, H5T_NATIVE_INT64, &one);
    EXPECT_EQ(told(), "");
  }
  put_attribute("version", H5T_STD_I8LE, H5T_NATIVE_INT64, &minus);
  EXPECT_EQ(told(), "attribute version: -1 is not a version that this program reads, allowed is 1");
  const double one_as_real = 1;
  put_attribute("version", H5T_IEEE_F32BE, H5T_NATIVE_DOUBLE, &one_as_real);
  EXPECT_EQ(told(), "");
  put_attribute("alert_distance", H5T_STD_U8LE, H5T_NATIVE_INT64, &one);
  EXPECT_EQ(read_scene(path()).alert_distance, 1);
  const double huge = std::numeric_limits<double>::infinity();
  put_attribute("alert_distance", H5T_IEEE_F64BE, H5T_NATIVE_DOUBLE, &huge);
  EXPECT_EQ(told(), "attribute alert_distance: inf is not allowed, it must be a finite number from 0");
  put_attribute("precision", H5T_STD_U8LE, H5T_NATIVE_INT64, &one);
  EXPECT_EQ(told(), "attribute precision: is of type uint8, allowed is a text");
  H5Tclose(text);
}

/// Contiguous, compact, or in chunks that divide nothing, by each filter of HDF5's own.
TEST_F(Hdf5Foreign, DatasetsMayBeStoredInEveryWayThatStaysInTheFile) {
  constexpr std::size_t rows = 101;
  std::vector<double> places(3 * rows);
  for (std::size_t i = 0; i < places.size(); ++i) places[i] = std::sin(static_cast<double>(i));
  const std::vector<std::uint32_t> shapes(rows, 0);
  const auto expect_same = [&](const char* how, hid_t of_places, hid_t of_shapes) {
    put("bodies/position", H5T_IEEE_F64BE, {rows, 3}, H5T_NATIVE_DOUBLE, places.data(), of_places);
    put("bodies/shape", H5T_STD_U32BE, {rows}, H5T_NATIVE_UINT32, shapes.data(), of_shapes);
    EXPECT_EQ(told(), "") << how;
    EXPECT_EQ(positions(), places) << how;
  };
  const hid_t compact = H5Pcreate(H5P_DATASET_CREATE);
  H5Pset_layout(compact, H5D_COMPACT);
  expect_same("compact", compact, compact);
  H5Pclose(compact);
  for (int filters = 0; filters < 8; ++filters) {
    const hid_t chunked[2] = {H5Pcreate(H5P_DATASET_CREATE), H5Pcreate(H5P_DATASET_CREATE)};
    const hsize_t chunk[2] = {7, 2}, row[1] = {13};
    H5Pset_chunk(chunked[0], 2, chunk), H5Pset_chunk(chunked[1], 1, row);
    for (const hid_t p : chunked) {
      if ((filters & 1) != 0) H5Pset_shuffle(p);
      if ((filters & 2) != 0) H5Pset_deflate(p, 6);
      if ((filters & 4) != 0) H5Pset_fletcher32(p);
    }
    expect_same(("filters " + std::to_string(filters)).c_str(), chunked[0], chunked[1]);
    H5Pclose(chunked[0]), H5Pclose(chunked[1]);
  }
}

/// Chunks that grow: what is stored and what is claimed are told apart by elements, not by chunks.
TEST_F(Hdf5Foreign, RowsThatWereAddedLaterCount) {
  const hid_t creation = H5Pcreate(H5P_DATASET_CREATE);
  const hsize_t chunk = 4, now = 1, most = H5S_UNLIMITED, later = 2;
  H5Pset_chunk(creation, 1, &chunk);
  const hid_t file = H5Fopen(path().c_str(), H5F_ACC_RDWR, H5P_DEFAULT);
  H5Ldelete(file, "bodies/shape", H5P_DEFAULT);
  const hid_t space = H5Screate_simple(1, &now, &most);
  const hid_t set = H5Dcreate2(file, "bodies/shape", H5T_STD_I16LE, space, H5P_DEFAULT, creation, H5P_DEFAULT);
  H5Dset_extent(set, &later);
  const std::int64_t shapes[2] = {0, 0};
  ASSERT_GE(H5Dwrite(set, H5T_NATIVE_INT64, H5S_ALL, H5S_ALL, H5P_DEFAULT, shapes), 0);
  H5Dclose(set), H5Sclose(space), H5Pclose(creation), H5Fclose(file);
  EXPECT_EQ(told(), "");
  EXPECT_EQ(positions(), (std::vector<double>{1, 2, 3, 4, 5, 6}));
}

}  // namespace
}  // namespace abut::test
#endif
