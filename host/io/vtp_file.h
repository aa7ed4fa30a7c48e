// VTK XML PolyData, arrays inline: compressed by zlib, then in base64. Small, exact, and still plain XML.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "host/io/output_file.h"
#include "host/number_text.h"

namespace abut::io {

/// Writes one piece. Tags are opened and closed by the caller; of an array what is compressed stays in memory to its
/// end.
class VtpFile {
 public:
  struct Counts {
    std::uint64_t points = 0, vertices = 0, lines = 0, polygons = 0;
  };

  VtpFile(OutputFile& file, const Counts& counts);
  void open(std::string_view tag);
  void close(std::string_view tag);

  /// `fill(put)` calls `put(value)` for each value in order, `components` of them for each point or cell.
  template <class V, class Fill>
  void array(const char* name, int components, Fill fill) {
    begin_array(type_name<V>(), name, components);
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
    if constexpr (std::is_same_v<V, std::uint64_t>) return "UInt64";
    if constexpr (std::is_same_v<V, std::int64_t>) return "Int64";
  }
  void begin_array(const char* type, const char* name, int components);
  void put(const void* data, std::size_t size) {
    const auto* const bytes = static_cast<const unsigned char*>(data);
    raw_.insert(raw_.end(), bytes, bytes + size);
    if (raw_.size() >= batch_) compress();
  }
  void compress();
  void encode(const std::string& bytes);
  void end_array();

  OutputFile& file_;
  // What VTK takes apart again: blocks of one size, each compressed by itself, so that cores share them.
  static constexpr std::size_t block_ = std::size_t{1} << 18, batch_ = 32 * block_;
  std::vector<unsigned char> raw_;    ///< not yet compressed
  std::string compressed_;            ///< blocks of the array so far
  std::vector<std::uint64_t> sizes_;  ///< of these
  std::uint64_t last_ = 0;            ///< how much the last block holds, if it is not full
};

}  // namespace abut::io
