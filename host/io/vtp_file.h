// VTK XML PolyData, arrays inline in base64: small, exact, and still plain XML.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>

#include "host/io/output_file.h"
#include "host/number_text.h"

namespace abut::io {

/// Writes one piece. Tags are opened and closed by the caller; arrays are streamed, their length is told first.
class VtpFile {
 public:
  struct Counts {
    std::uint64_t points = 0, vertices = 0, lines = 0, polygons = 0;
  };

  VtpFile(OutputFile& file, const Counts& counts);
  void open(std::string_view tag);
  void close(std::string_view tag);

  /// `fill(put)` calls `put(value)` for each of the `components * count` values in order.
  template <class V, class Fill>
  void array(const char* name, int components, std::uint64_t count, Fill fill) {
    begin_array(type_name<V>(), name, components, count * static_cast<std::uint64_t>(components) * sizeof(V));
    fill([this](V value) { put(&value, sizeof value); });
    end_array();
  }

  /// Ends the piece and the file.
  void end();

 private:
  template <class V>
  static constexpr const char* type_name() {
    if constexpr (std::is_same_v<V, float>) return "Float32";
    if constexpr (std::is_same_v<V, double>) return "Float64";
    if constexpr (std::is_same_v<V, std::uint8_t>) return "UInt8";
    if constexpr (std::is_same_v<V, std::uint32_t>) return "UInt32";
    if constexpr (std::is_same_v<V, std::int64_t>) return "Int64";
  }
  void begin_array(const char* type, const char* name, int components, std::uint64_t bytes);
  void put(const void* data, std::size_t size);
  void encode();
  void end_array();

  OutputFile& file_;
  // A multiple of 3, so that no padding stands inside an array; with room for one value more.
  static constexpr std::size_t chunk_ = 3 * 4096;
  unsigned char bytes_[chunk_ + 8];
  std::size_t used_ = 0;
  std::string text_;
};

}  // namespace abut::io
