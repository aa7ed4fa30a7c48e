#include "host/io/scene_source.h"
#include "host/is_distance.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "abut/core/error.h"

namespace abut::io {
namespace {

constexpr double rotation_tolerance = 1e-6;  // as of JSON scenes
constexpr std::int64_t format_version = 1;
constexpr const char* format_name = "abut-scene";

constexpr const char* known_attributes[] = {"format", "version", "length_unit", "alert_distance", "precision"};
constexpr const char* known_groups[] = {"shapes", "bodies", "pairs"};
constexpr const char* known_datasets[] = {
    "shapes/kind",          "shapes/size",         "shapes/rounding",     "shapes/vertex_offsets",
    "shapes/vertices",      "shapes/sum_terms",    "shapes/sum_position", "shapes/sum_rotation",
    "shapes/name",          "bodies/position",     "bodies/rotation",     "bodies/quaternion",
    "bodies/shape",         "bodies/part_offsets", "bodies/part_shape",   "bodies/part_position",
    "bodies/part_rotation", "bodies/groups",       "bodies/meets",        "bodies/name",
    "pairs/bodies",         "pairs/parts",         "pairs/shapes",        "pairs/pose"};

template <class List>
std::string in_words(const List& list) {
  std::string text;
  for (const char* name : list) text += (text.empty() ? "" : ", ") + std::string(name);
  return text;
}

template <class List>
bool has(const List& list, const std::string& name) {
  return std::find(std::begin(list), std::end(list), name) != std::end(list);
}

double number_of(const DataAttribute& a) {
  if (const auto* real = std::get_if<double>(&a.value)) return *real;
  if (const auto* integer = std::get_if<std::int64_t>(&a.value)) return static_cast<double>(*integer);
  return std::numeric_limits<double>::quiet_NaN();
}

/// The number, or where it is none the type.
std::string shown(const DataAttribute& a) {
  const bool is_number = a.value.index() == 1 || a.value.index() == 2;
  return is_number ? shown_number(number_of(a)) : "a value of type " + a.type;
}

}  // namespace

SceneSource::SceneSource(DataSource& source, SceneColumns& columns) : source_(source), c_(columns) {
  read_attributes();
  read_entries();
}

void SceneSource::fail(const std::string& problem) const { throw InvalidInput(source_.file() + ": " + problem); }

bool SceneSource::has_any(const std::string& group) const {
  return std::any_of(there_.begin(), there_.end(),
                     [&](const std::string& name) { return name.starts_with(group + "/"); });
}

std::string SceneSource::text_attribute(const std::string& name) {
  const DataAttribute a = source_.attribute(name);
  const std::string* text = std::get_if<std::string>(&a.value);
  if (text == nullptr) fail("attribute " + name + ": is of type " + a.type + ", allowed is a text");
  return *text;
}

void SceneSource::read_attributes() {
  const std::vector<std::string> names = source_.attributes();
  if (!has(names, "format") || text_attribute("format") != format_name) {
    fail(std::string("is not a scene: allowed is a file with the attribute format = \"") + format_name + "\"");
  }
  if (!has(names, "version")) fail("the attribute version is missing");
  const DataAttribute version = source_.attribute("version");
  if (number_of(version) != format_version) {
    fail("attribute version: " + shown(version) + " is not a version that this program reads, allowed is 1");
  }
  for (const std::string& name : names) {
    if (!has(known_attributes, name)) fail("unknown attribute " + name + ", allowed are " + in_words(known_attributes));
  }
  if (has(names, "length_unit")) c_.length_unit = text_attribute("length_unit");
  if (has(names, "precision")) {
    c_.precision = text_attribute("precision");
    if (c_.precision != "f32" && c_.precision != "f64") {
      fail("attribute precision: is not a precision, allowed are f32 and f64");
    }
  }
  if (has(names, "alert_distance")) read_alert_distance();
}

void SceneSource::read_alert_distance() {
  const DataAttribute a = source_.attribute("alert_distance");
  c_.alert_distance = number_of(a);
  if (host::is_distance(*c_.alert_distance)) return;
  fail("attribute alert_distance: " + shown(a) + " is not allowed, it must be a finite number from 0");
}

void SceneSource::read_entries() {
  for (const DataEntry& entry : source_.entries()) {
    const bool known = entry.is_group ? has(known_groups, entry.path) : has(known_datasets, entry.path);
    if (known && !entry.is_group) there_.insert(entry.path);
    if (known) continue;
    const std::string group = entry.path.substr(0, entry.path.find('/'));
    std::string allowed;
    for (const char* name : known_datasets) {
      if (std::string(name).starts_with(group + "/")) allowed += (allowed.empty() ? "" : ", ") + std::string(name);
    }
    fail("unknown " + std::string(entry.is_group ? "group " : "dataset ") + entry.path + ", allowed are " +
         (allowed.empty() || group == entry.path ? "the groups " + in_words(known_groups) : allowed));
  }
}

Dataset SceneSource::required(const char* name, std::initializer_list<std::uint64_t> row, const char* why) {
  if (!is_there(name)) fail("the dataset " + std::string(name) + " is missing" + why);
  return Dataset(source_, name, row);
}

std::vector<Vec3<double>> SceneSource::vectors(const Dataset& set) {
  const std::vector<double> numbers = set.all_numbers();
  std::vector<Vec3<double>> out(set.rows());
  if (!out.empty()) std::memcpy(static_cast<void*>(out.data()), numbers.data(), numbers.size() * sizeof(double));
  return out;
}

void SceneSource::read_rotations(const Dataset& set, std::vector<Pose>& poses) {
  const std::vector<double> numbers = set.all_numbers();
  for (std::size_t i = 0; i < poses.size(); ++i) {
    Mat3<double>& r = poses[i].rotation;
    std::copy_n(&numbers[9 * i], 9, r.m);
    if (const char* fault = rotation_fault(r, rotation_tolerance)) {
      set.fail(set.name() + "[" + std::to_string(i) + "]", fault + std::string("1e-6"));
    }
  }
}

std::vector<Pose> SceneSource::read_poses(const char* position, const char* rotation, std::uint64_t count,
                                          const std::string& as) {
  std::vector<Pose> poses(count);
  if (is_there(position)) {
    const Dataset set(source_, position, {3});
    set.require_rows(count, as);
    const std::vector<Vec3<double>> positions = vectors(set);
    for (std::size_t i = 0; i < poses.size(); ++i) poses[i].position = positions[i];
  }
  if (is_there(rotation)) {
    const Dataset set(source_, rotation, {3, 3});
    set.require_rows(count, as);
    read_rotations(set, poses);
  }
  return poses;
}

std::vector<std::string> SceneSource::read_names(const char* dataset, std::uint64_t count, const std::string& as,
                                                 bool may_be_empty) {
  const Dataset set(source_, dataset, {});
  set.require_rows(count, as);
  std::vector<std::string> names = set.texts();
  std::unordered_set<std::string> seen;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (names[i].empty() && !may_be_empty) set.fail(set.place(i), "is empty, allowed is a name");
    if (!names[i].empty() && !seen.insert(names[i]).second) set.fail(set.place(i), "is the name of an earlier row too");
  }
  return names;
}

void check_lengths(const Dataset& set, std::span<const double> lengths) {
  for (std::size_t i = 0; i < lengths.size(); ++i) {
    if (lengths[i] < 0) set.fail(set.place(i), shown_number(lengths[i]) + " is negative, allowed is 0 or more");
  }
}

}  // namespace abut::io
