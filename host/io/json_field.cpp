#include "host/io/json_field.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "host/io/output_file.h"

namespace abut::io {
namespace {

using nlohmann::json;

// No place of a valid file is deeper; a file that is would exhaust the stack of a recursive search.
constexpr int deepest_place = 24;

bool find_place(const json& from, const json* wanted, int depth, std::string& place) {
  if (&from == wanted) return true;
  if (depth == deepest_place || !from.is_structured()) return false;
  const std::size_t length = place.size();
  std::size_t index = 0;
  for (auto it = from.begin(); it != from.end(); ++it, ++index) {
    if (from.is_array()) {
      place += '[' + std::to_string(index) + ']';
    } else {
      if (!place.empty()) place += '.';
      place += it.key();
    }
    if (find_place(*it, wanted, depth + 1, place)) return true;
    place.resize(length);
  }
  return false;
}

std::string shortened(std::string text) {
  if (text.size() > 60) {
    text.resize(57);
    text += "...";
  }
  return text;
}

/// A value as one short line.
std::string shown(const json& value, int depth = 0) {
  if (value.is_object()) return value.empty() ? "{}" : "{...}";
  if (!value.is_array()) return shortened(value.dump(-1, ' ', true, json::error_handler_t::replace));
  if (value.empty()) return "[]";
  if (depth == 2) return "[...]";
  std::string text = "[";
  for (std::size_t i = 0; i < value.size(); ++i) {
    if (i > 0) text += ", ";
    if (i == 4 && value.size() > 5) {
      text += "... " + std::to_string(value.size()) + " values";
      break;
    }
    text += shown(value[i], depth + 1);
  }
  return text + "]";
}

std::string in_quotes(const std::string& text) { return shown(json(text)); }

struct LineColumn {
  std::size_t line = 1, column = 1;
};
LineColumn line_column(const std::string& text, std::size_t byte) {
  LineColumn at;
  for (std::size_t i = 0; i + 1 < byte && i < text.size(); ++i) {
    ++at.column;
    if (text[i] == '\n') {
      ++at.line;
      at.column = 1;
    }
  }
  return at;
}

/// The parser's own explanation without its code and its place. The parser escapes control characters below the blank
/// in what it repeats of the file; what is left may be a DEL or end within a letter.
std::string explanation(std::string text) {
  for (const char* const mark : {"] ", "syntax error while parsing ", " - "}) {
    const auto at = text.find(mark);
    if (at != std::string::npos) text.erase(0, at + std::string(mark).size());
  }
  constexpr char digits[] = "0123456789abcdef";
  std::string plain;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x7f) {
      plain += c;
    } else {
      plain += {'\\', 'x', digits[byte >> 4], digits[byte & 15]};
    }
  }
  return plain;
}

/// Builds the value from the parser's events, and refuses a key that an object has already: the library's own handler
/// keeps the last of the two, and with a callback that could tell it takes quadratic time.
class Builder : public nlohmann::json_sax<json> {
 public:
  Builder(const std::string& path, const std::string& text) : path_(path), text_(text) {}
  json take() { return std::move(root_); }

  bool null() override { return add(nullptr); }
  bool boolean(bool value) override { return add(value); }
  bool number_integer(json::number_integer_t value) override { return add(value); }
  bool number_unsigned(json::number_unsigned_t value) override { return add(value); }
  bool number_float(json::number_float_t value, const std::string&) override { return add(value); }
  bool string(std::string& value) override { return add(std::move(value)); }
  bool binary(json::binary_t&) override { return false; }
  bool start_object(std::size_t) override { return open(json::object()); }
  bool start_array(std::size_t) override { return open(json::array()); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }

  bool key(std::string& name) override {
    const auto [at, is_new] = open_.back()->get_ref<json::object_t&>().emplace(name, nullptr);
    if (!is_new) throw InvalidJson(path_ + ": the key " + in_quotes(name) + " is given twice in one object");
    member_ = &at->second;
    return true;
  }

  bool parse_error(std::size_t byte, const std::string&, const nlohmann::detail::exception& error) override {
    const LineColumn at = line_column(text_, byte);
    throw InvalidJson(path_ + ": line " + std::to_string(at.line) + ", column " + std::to_string(at.column) +
                      ": not JSON: " + explanation(error.what()));
  }

 private:
  json* place(json&& value) {
    if (open_.empty()) {
      root_ = std::move(value);
      return &root_;
    }
    if (open_.back()->is_array()) {
      auto& list = open_.back()->get_ref<json::array_t&>();
      list.push_back(std::move(value));
      return &list.back();
    }
    *member_ = std::move(value);
    return member_;
  }
  bool add(json&& value) {
    place(std::move(value));
    return true;
  }
  bool open(json&& value) {
    open_.push_back(place(std::move(value)));
    return true;
  }
  bool close() {
    open_.pop_back();
    return true;
  }

  const std::string& path_;
  const std::string& text_;
  json root_;
  std::vector<json*> open_;  // a parent does not grow while its child is open, so these stay valid
  json* member_ = nullptr;   // of the innermost object, the value that comes next
};

json parse(const std::string& path, const std::string& text) {
  const std::size_t nul = text.find('\0');  // the parser would take it for the end
  if (nul != std::string::npos) {
    const LineColumn at = line_column(text, nul + 1);
    throw InvalidJson(path + ": line " + std::to_string(at.line) + ", column " + std::to_string(at.column) +
                      ": not JSON: a zero byte, allowed is text");
  }
  Builder builder(path, text);
  json::sax_parse(text, &builder);
  return builder.take();
}

}  // namespace

JsonDocument::JsonDocument(const std::string& path) : path_(path), root_(parse(path, read_text(path))) {}

JsonField JsonDocument::root() const { return {*this, root_}; }

std::string JsonDocument::place(const json& value) const {
  std::string place;
  find_place(root_, &value, 0, place);
  return place;
}

void JsonField::fail_without_value(const std::string& problem) const {
  const std::string place = document_->place(*value_);
  throw InvalidJson(document_->path() + ": " + (place.empty() ? "" : place + ": ") + problem);
}

void JsonField::fail(const std::string& problem) const { fail_without_value(shown(*value_) + " " + problem); }

void JsonField::allow(std::initializer_list<const char*> keys) const {
  if (!value_->is_object()) fail("is not an object");
  for (const auto& [key, unused] : value_->items()) {
    if (std::find(keys.begin(), keys.end(), key) != keys.end()) continue;
    std::string allowed;
    for (const char* name : keys) allowed += (allowed.empty() ? "\"" : ", \"") + std::string(name) + '"';
    fail_without_value("unknown key " + in_quotes(key) + ", allowed are " + allowed);
  }
}

std::optional<JsonField> JsonField::find(const char* key) const {
  if (!value_->is_object()) fail("is not an object");
  const auto at = value_->find(key);
  if (at == value_->end()) return std::nullopt;
  return JsonField(*document_, *at);
}

JsonField JsonField::member(const char* key) const {
  const std::optional<JsonField> found = find(key);
  if (!found) fail_without_value("the key \"" + std::string(key) + "\" is missing");
  return *found;
}

std::size_t JsonField::array_size() const {
  if (!value_->is_array()) fail("is not a list");
  return value_->size();
}

double JsonField::number() const {
  if (!value_->is_number()) fail("is not a number");
  const double number = value_->get<double>();
  if (!std::isfinite(number)) fail("is not a finite number");
  return number;
}

double JsonField::positive() const {
  const double value = number();
  if (!(value > 0)) fail("is not allowed, it must be greater than 0");
  return value;
}

double JsonField::not_negative() const {
  const double value = number();
  if (!(value >= 0)) fail("is negative, allowed is 0 or more");
  return value;
}

std::uint32_t JsonField::index(std::uint64_t end, const char* what) const {
  if (!value_->is_number_integer()) fail("is not a " + std::string(what) + " (an integer from 0)");
  const bool fits = value_->is_number_unsigned() && value_->get<std::uint64_t>() < end;
  if (!fits && end == 0) fail("is out of range: there is no " + std::string(what) + " to name");
  if (!fits) fail("is out of range, allowed is a " + std::string(what) + " from 0 to " + std::to_string(end - 1));
  return value_->get<std::uint32_t>();
}

const std::string& JsonField::string() const {
  if (!value_->is_string()) fail("is not a text");
  return value_->get_ref<const std::string&>();
}

bool JsonField::boolean() const {
  if (!value_->is_boolean()) fail("is not true or false");
  return value_->get<bool>();
}

Vec3<double> JsonField::vec3() const {
  if (!value_->is_array() || value_->size() != 3) fail("is not a list of 3 numbers");
  return {(*this)[0].number(), (*this)[1].number(), (*this)[2].number()};
}

}  // namespace abut::io
