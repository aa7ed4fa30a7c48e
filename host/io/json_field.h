// Checked access to the values of a JSON file: every fault is one line that names file, place in it, value and what is
// allowed.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "abut/core/error.h"
#include "abut/core/vec3.h"

namespace abut::io {

/// An `InvalidInput` that already names file and place.
class InvalidJson : public InvalidInput {
 public:
  using InvalidInput::InvalidInput;
};

class JsonField;

/// A JSON file in memory. Throws `FileError` when it cannot be read, `InvalidJson` naming line and column when it is
/// not JSON or an object has a key twice.
class JsonDocument {
 public:
  explicit JsonDocument(const std::string& path);
  JsonField root() const;
  const std::string& path() const { return path_; }

  /// "shapes[2].sphere.radius": found by the value's address, and only when there is something to complain about.
  std::string place(const nlohmann::json& value) const;

 private:
  std::string path_;
  nlohmann::json root_;
};

/// One value of a document. The functions throw `InvalidJson` when the value is not what they ask for.
class JsonField {
 public:
  JsonField(const JsonDocument& document, const nlohmann::json& value) : document_(&document), value_(&value) {}

  /// An object that has no keys but these.
  void allow(std::initializer_list<const char*> keys) const;
  std::optional<JsonField> find(const char* key) const;
  JsonField member(const char* key) const;

  bool is_array() const { return value_->is_array(); }
  bool is_string() const { return value_->is_string(); }
  std::size_t array_size() const;
  JsonField operator[](std::size_t i) const { return {*document_, (*value_)[i]}; }

  double number() const;
  double positive() const;
  double not_negative() const;
  /// An integer in [0, end). `what`: "group number".
  std::uint32_t index(std::uint64_t end, const char* what) const;
  const std::string& string() const;
  bool boolean() const;
  Vec3<double> vec3() const;

  /// "FILE: PLACE: VALUE PROBLEM"
  [[noreturn]] void fail(const std::string& problem) const;
  /// "FILE: PLACE: PROBLEM"
  [[noreturn]] void fail_without_value(const std::string& problem) const;

 private:
  const JsonDocument* document_;
  const nlohmann::json* value_;
};

}  // namespace abut::io
