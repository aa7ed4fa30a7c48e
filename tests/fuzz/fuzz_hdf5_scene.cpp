// What is checked of an HDF5 file above HDF5 itself: a source in memory that holds a scene is changed as the bytes say,
// in what it claims and in what it holds. It is read, or refused in one line; nothing is asked of the source that it
// does not have; a scene of few parts is answered, and its pairs come in pieces.
#include <array>

#include "host/io/columns_reader.h"
#include "host/io/pair_feed.h"
#include "tests/fuzz/byte_numbers.h"
#include "tests/fuzz/read_or_refuse.h"
#include "tests/support/memory_source.h"

namespace {

using namespace abut;
using test::MemoryData;
using test::MemoryDataset;
using Kind = io::DatasetInfo::Kind;

const std::string file_name = "memory.h5";

/// Shapes of every kind; bodies of one part each, or of several; pairs of bodies, parts or shapes.
MemoryData base(bool with_parts, int pairs) {
  io::SceneColumns c;
  const std::array<Vec3<double>, 5> v{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0.1, 0.1, 0.1}}};
  const std::span<const Vec3<double>> all(v);
  c.add({.kind = io::ShapeCode::hull, .vertices = all});
  c.add({.kind = io::ShapeCode::point, .rounding = 1, .vertices = all.first(1)});
  c.add({.kind = io::ShapeCode::segment, .vertices = all.first(2)});
  c.add({.kind = io::ShapeCode::triangle, .vertices = all.first(3)});
  c.add({.kind = io::ShapeCode::box, .size = {1, 2, 3}});
  c.add({.kind = io::ShapeCode::sphere, .size = {1, 0, 0}});
  c.add({.kind = io::ShapeCode::capsule, .size = {1, 2, 0}});
  c.add({.kind = io::ShapeCode::ellipsoid, .size = {1, 2, 3}});
  c.add({.kind = io::ShapeCode::cylinder, .size = {1, 2, 0}});
  c.add({.kind = io::ShapeCode::cone, .size = {1, 2, 0}});
  c.add({.kind = io::ShapeCode::minkowski_sum, .terms = {4, 5}, .pose = {{1, 0, 0}, {{0, -1, 0, 1, 0, 0, 0, 0, 1}}}});
  for (std::uint32_t i = 0; i < 11; ++i) c.shape_names.push_back("s" + std::to_string(i));
  for (std::uint32_t i = 0; i < 3; ++i) {
    std::vector<Part> parts{{i, {}}};
    if (with_parts) parts.push_back({i + 4, {{0, 0, 1}, {{1, 0, 0, 0, 0, -1, 0, 1, 0}}}});
    c.add_body({{0.5 * i, 0, 0}, {{0, -1, 0, 1, 0, 0, 0, 0, 1}}}, parts, {.groups = i + 1, .meets = ~i});
    c.body_names.push_back("b" + std::to_string(i));
  }
  c.alert_distance = 0.5;
  c.precision = "f32";
  c.length_unit = "mm";
  MemoryData data;
  test::MemorySink sink(data);
  if (pairs == 1 || pairs == 2) {
    c.pair_kind = pairs == 1 ? io::PairKind::bodies : io::PairKind::parts;
    c.pairs = {{0, 1}, {2, 1}, {0, 2}};
  }
  io::write_columns(c, sink);
  if (pairs == 3) {
    const std::uint32_t shapes[4] = {0, 10, 3, 3};
    const double poses[24] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 1, 0, -1, 0, 2, 1, 0, 0, 0, 0, 0, 1, 0};
    sink.write_all("pairs/shapes", io::Element::u32, {2, 2}, shapes);
    sink.write_all("pairs/pose", io::Element::f64, {2, 3, 4}, poses);
  }
  return data;
}

/// A number of rows or columns: near what is there, or anything.
std::uint64_t changed_size(std::uint64_t size, fuzz::ByteNumbers& bytes) {
  const std::uint32_t how = bytes.below(8);
  if (how == 7) return std::uint64_t{1} << bytes.below(64);
  if (how == 6) return ~std::uint64_t{0} - bytes.byte();
  return size + how - 2;
}

void change_element(MemoryDataset& set, fuzz::ByteNumbers& bytes) {
  const std::uint32_t at = bytes.byte();
  if (!set.reals.empty()) set.reals[at % set.reals.size()] = bytes.number();
  if (!set.texts.empty()) set.texts[at % set.texts.size()] = std::string(bytes.byte() * 20u, 'x');
  if (set.integers.empty()) return;
  std::uint64_t value = bytes.byte();
  if (value >= 240) value = (std::uint64_t{1} << (value - 240 + 30)) - bytes.below(3);
  const bool fits = set.info.bits >= 64 || value >> (set.info.bits - (set.info.is_signed ? 1 : 0)) == 0;
  if (fits) set.integers[at % set.integers.size()] = value;
  if (!fits && set.info.is_signed) set.integers[at % set.integers.size()] = ~std::uint64_t{0};
}

/// Another type, in which the values that are there have room.
void change_type(MemoryDataset& set, fuzz::ByteNumbers& bytes) {
  set.info.is_signed = set.info.kind == Kind::integer && bytes.below(2) == 1;
  set.info.bits = set.info.kind == Kind::integer ? 64 : 8u << bytes.below(5);
  if (bytes.below(8) == 7) set.info.kind = Kind::other;
  set.info.type = "another";
  const std::uint64_t elements = set.reals.size() + set.integers.size() + set.texts.size();
  set.info.most_bytes = elements * std::max(1u, set.info.bits / 8);
}

void change_attribute(MemoryData& data, fuzz::ByteNumbers& bytes) {
  static const char* const names[] = {"format", "version", "length_unit", "alert_distance", "precision", "more"};
  const char* const name = names[bytes.below(6)];
  switch (bytes.below(5)) {
    case 0: return data.set(name, {bytes.number(), "float64"});
    case 1: return data.set(name, {std::int64_t{bytes.byte()} - 3, "int64"});
    case 2: return data.set(name, {std::string(bytes.below(2) == 0 ? "f64" : "abut-contacts"), "text"});
    case 3: return data.set(name, {{}, "list"});
    default: std::erase_if(data.attributes, [&](const auto& attribute) { return attribute.first == name; });
  }
}

void change(MemoryData& data, fuzz::ByteNumbers& bytes) {
  const std::uint32_t what = bytes.below(10);
  if (what == 9) return change_attribute(data, bytes);
  if (data.datasets.empty()) return;
  auto at = data.datasets.begin();
  std::advance(at, bytes.below(static_cast<std::uint32_t>(data.datasets.size())));
  MemoryDataset& set = at->second;
  switch (what) {
    case 5:
      if (!set.info.shape.empty()) {
        std::uint64_t& size = set.info.shape[bytes.below(static_cast<std::uint32_t>(set.info.shape.size()))];
        size = changed_size(size, bytes);
      }
      return;
    case 6: return bytes.below(2) == 0 ? set.info.shape.push_back(bytes.byte()) : set.info.shape.clear();
    case 7: return change_type(set, bytes);
    case 8: {
      static const char* const names[] = {"bodies/shape", "bodies/quaternion", "pairs/parts", "pairs/bodies",
                                          "more",         "pairs/pose"};
      MemoryDataset moved = std::move(set);
      data.datasets.erase(at);
      if (const std::uint32_t name = bytes.below(8); name < 6) data.datasets[names[name]] = std::move(moved);
      return;
    }
    default: change_element(set, bytes);
  }
}

template <class T>
void answer(const Scene& scene) {
  if (scene.bodies.part_count() > 24) return;
  detect<T>(Cpu{1}, scene.shapes, scene.bodies, {scene.alert_distance});
}

/// What was read is written and read again as the same.
void check_round(const io::SceneColumns& columns) {
  MemoryData again;
  test::MemorySink sink(again);
  io::write_columns(columns, sink);
  test::MemorySource source(again, file_name);
  const io::SceneColumns read = io::read_columns(source);
  if (read.vertices.size() != columns.vertices.size() || read.part_shape != columns.part_shape ||
      read.pairs.size() != columns.pairs.size() || read.kind != columns.kind) {
    fuzz::finding("what was written is read as something else", file_name);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::ByteNumbers bytes({data, size});
  const bool with_parts = bytes.below(2) == 1;
  MemoryData file = base(with_parts, static_cast<int>(bytes.below(4)));
  for (int i = 0; i < 8 && !bytes.at_end(); ++i) change(file, bytes);
  test::MemorySource source(file, file_name);
  fuzz::read_or_refuse(file_name, [&] {
    const io::SceneColumns columns = io::read_columns(source);
    const Scene scene = io::scene_of(columns, file_name);
    check_round(columns);
    answer<float>(scene);
    answer<double>(scene);
  });
  fuzz::read_or_refuse(file_name, [&] {
    const io::SceneColumns columns = io::read_columns(source, io::PairsWanted::kind_only);
    io::PairFeed feed(&source, columns, file_name);
    const std::uint64_t count = feed.count();
    std::uint64_t given = 0;
    io::PairPiece piece;
    while (feed.next(2, piece)) given += piece.pairs.size();
    if (given != count) fuzz::finding("another number of pairs than was said", file_name);
  });
  return 0;
}
