#include "host/io/ply_header.h"

#include <optional>

namespace abut::io {
namespace {

struct TypeName {
  std::string_view name;
  PlyType type;
};

constexpr TypeName type_names[] = {
    {"char", PlyType::int8},      {"uchar", PlyType::uint8},    {"short", PlyType::int16},
    {"ushort", PlyType::uint16},  {"int", PlyType::int32},      {"uint", PlyType::uint32},
    {"float", PlyType::float32},  {"double", PlyType::float64}, {"int8", PlyType::int8},
    {"uint8", PlyType::uint8},    {"int16", PlyType::int16},    {"uint16", PlyType::uint16},
    {"int32", PlyType::int32},    {"uint32", PlyType::uint32},  {"float32", PlyType::float32},
    {"float64", PlyType::float64}};

PlyType type_of(const Lines& lines, std::string_view word) {
  for (const TypeName& t : type_names) {
    if (t.name == word) return t.type;
  }
  lines.fail("property type " + in_quotes(word) +
             "; allowed: char, uchar, short, ushort, int, uint, float, double, and int8 to float64");
}

std::string needed_name(const Lines& lines, Words& words, const char* what) {
  const std::string_view word = words.next();
  if (word.empty()) lines.fail(std::string(what) + " is missing");
  return std::string(word);
}

PlyFormat read_format(const Lines& lines, Words& words) {
  const std::string_view word = words.next();
  const std::string_view version = words.next();
  if (version != "1.0") lines.fail("format version " + in_quotes(version) + "; allowed: 1.0");
  if (word == "ascii") return PlyFormat::ascii;
  if (word == "binary_little_endian") return PlyFormat::little_endian;
  if (word == "binary_big_endian") return PlyFormat::big_endian;
  lines.fail("format " + in_quotes(word) + "; allowed: ascii, binary_little_endian, binary_big_endian");
}

PlyElement read_element(const Lines& lines, Words& words) {
  PlyElement element;
  element.name = needed_name(lines, words, "the element's name");
  element.count = whole(lines, words.next(), "the element's count", 0, ~std::uint64_t{0} >> 1);
  element.line = lines.number();
  return element;
}

PlyProperty read_property(const Lines& lines, Words& words) {
  PlyProperty property{};
  std::string_view word = words.next();
  if (word == "list") {
    property.is_list = true;
    property.count_type = type_of(lines, words.next());
    if (!ply_is_integer(property.count_type)) lines.fail("the count of a list is not of a whole-number type");
    word = words.next();
  }
  property.type = type_of(lines, word);
  property.name = needed_name(lines, words, "the property's name");
  return property;
}

}  // namespace

std::size_t ply_size(PlyType type) {
  switch (type) {
    case PlyType::int8:
    case PlyType::uint8: return 1;
    case PlyType::int16:
    case PlyType::uint16: return 2;
    case PlyType::float64: return 8;
    default: return 4;
  }
}

std::size_t PlyElement::find(std::string_view property) const {
  std::size_t k = 0;
  while (k < properties.size() && properties[k].name != property) ++k;
  return k;
}

PlyHeader read_ply_header(Lines& lines) {
  lines.next();  // "ply"
  PlyHeader header;
  std::optional<PlyFormat> format;
  while (lines.next()) {
    Words words(lines.text());
    const std::string_view keyword = words.next();
    if (keyword.empty() || keyword == "comment" || keyword == "obj_info") continue;
    if (keyword == "end_header") {
      if (!format) lines.fail("the header has no line \"format\"");
      header.format = *format;
      return header;
    }
    if (keyword == "format") {
      format = read_format(lines, words);
    } else if (keyword == "element") {
      header.elements.push_back(read_element(lines, words));
    } else if (keyword == "property") {
      if (header.elements.empty()) lines.fail("a property before the first element");
      header.elements.back().properties.push_back(read_property(lines, words));
    } else {
      lines.fail("found " + in_quotes(keyword) +
                 " in the header; allowed: format, element, property, comment, obj_info, end_header");
    }
    if (!words.at_end()) lines.fail("found " + in_quotes(words.next()) + "; the line should end before it");
  }
  lines.fail_at_end("end_header is needed");
}

}  // namespace abut::io
