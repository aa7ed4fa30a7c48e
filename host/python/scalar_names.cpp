#include "host/python/scalar_names.h"

#include <bit>

namespace abut::python {
namespace {

constexpr struct {
  Scalar scalar;
  char kind;  ///< b, u, i, f as in type strings
  std::size_t bytes;
  const char* name;
} scalars[] = {
    {Scalar::boolean, 'b', 1, "bool"}, {Scalar::u8, 'u', 1, "uint8"},    {Scalar::u16, 'u', 2, "uint16"},
    {Scalar::u32, 'u', 4, "uint32"},   {Scalar::u64, 'u', 8, "uint64"},  {Scalar::i8, 'i', 1, "int8"},
    {Scalar::i16, 'i', 2, "int16"},    {Scalar::i32, 'i', 4, "int32"},   {Scalar::i64, 'i', 8, "int64"},
    {Scalar::f16, 'f', 2, "float16"},  {Scalar::f32, 'f', 4, "float32"}, {Scalar::f64, 'f', 8, "float64"},
};

std::tuple<Scalar, std::string> find(char kind, std::size_t bytes, const std::string& otherwise) {
  for (const auto& entry : scalars) {
    if (entry.kind == kind && entry.bytes == bytes) return {entry.scalar, entry.name};
  }
  return {Scalar::other, otherwise};
}

constexpr bool little = std::endian::native == std::endian::little;

bool is_foreign(char order) { return little ? order == '>' || order == '!' : order == '<'; }

}  // namespace

const char* scalar_name(Scalar scalar) {
  for (const auto& entry : scalars) {
    if (entry.scalar == scalar) return entry.name;
  }
  return "unknown";
}

std::tuple<Scalar, std::string> scalar_of_format(const std::string& format, std::size_t item_bytes) {
  const bool prefixed = !format.empty() && std::string("@=<>!^").find(format[0]) != std::string::npos;
  const std::string letters = prefixed ? format.substr(1) : format;
  const auto kind_of = [](char letter) {
    if (letter == '?') return 'b';
    if (std::string("bhilqn").find(letter) != std::string::npos) return 'i';
    if (std::string("BHILQN").find(letter) != std::string::npos) return 'u';
    if (std::string("efdg").find(letter) != std::string::npos) return 'f';
    return '-';
  };
  const char kind = letters.size() == 1 ? kind_of(letters[0]) : '-';
  std::string otherwise = "of format '" + format + "'";
  if (letters.size() > 1 && letters[0] == 'Z') otherwise = "complex" + std::to_string(8 * item_bytes);
  if (letters.size() > 1 && letters[0] == 'T') otherwise = "a structure";
  auto [scalar, name] = find(kind, item_bytes, otherwise);
  if (prefixed && is_foreign(format[0]) && item_bytes > 1) return {Scalar::other, name + " in the other byte order"};
  return {scalar, name};
}

std::tuple<Scalar, std::string, std::size_t> scalar_of_typestr(const std::string& typestr) {
  const std::string otherwise = "of type '" + typestr + "'";
  if (typestr.size() < 3 || typestr.find_first_not_of("0123456789", 2) != std::string::npos || typestr.size() > 6) {
    return {Scalar::other, otherwise, 1};
  }
  const std::size_t bytes = std::stoul(typestr.substr(2));
  auto [scalar, name] = find(typestr[1], bytes, otherwise);
  if (is_foreign(typestr[0]) && bytes > 1) return {Scalar::other, name + " in the other byte order", bytes};
  return {scalar, name, bytes > 0 ? bytes : 1};
}

std::tuple<Scalar, std::string> scalar_of_dlpack(unsigned code, unsigned bits, unsigned lanes) {
  // DLDataTypeCode: int, uint, float, handle, bfloat, complex, bool.
  const char kind = code < 7 ? "iuf---b"[code] : '-';
  const std::string otherwise =
      "of DLPack's type code " + std::to_string(code) + " with " + std::to_string(bits) + " bits";
  if (lanes != 1 || bits % 8 != 0) return {Scalar::other, otherwise};
  return find(kind, bits / 8, otherwise);
}

}  // namespace abut::python
