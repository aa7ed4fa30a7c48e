// The header of a PLY file.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "host/io/text_lines.h"

namespace abut::io {

enum class PlyType { int8, uint8, int16, uint16, int32, uint32, float32, float64 };

std::size_t ply_size(PlyType type);
inline bool ply_is_integer(PlyType type) { return type != PlyType::float32 && type != PlyType::float64; }

struct PlyProperty {
  std::string name;
  PlyType type;
  bool is_list = false;
  PlyType count_type = PlyType::uint8;  ///< of a list
};

struct PlyElement {
  std::string name;
  std::uint64_t count = 0;
  std::vector<PlyProperty> properties;
  std::uint64_t line = 0;  ///< where it was announced

  /// Index of the property with that name; the number of properties if there is none.
  std::size_t find(std::string_view property) const;
};

enum class PlyFormat { ascii, little_endian, big_endian };

struct PlyHeader {
  PlyFormat format = PlyFormat::ascii;
  std::vector<PlyElement> elements;
};

/// Reads up to and with the line "end_header". Throws `InvalidInput` at the line of the fault.
PlyHeader read_ply_header(Lines& lines);

}  // namespace abut::io
