// Long arrays in the page: base64 texts in script elements that the browser does not run, little endian.
#pragma once

#include <bit>
#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

namespace abut::cli {

static_assert(std::endian::native == std::endian::little);

inline std::string base64(const unsigned char* data, std::size_t size) {
  static const char* const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  text.reserve((size + 2) / 3 * 4);
  for (std::size_t i = 0; i < size; i += 3) {
    const std::size_t remaining = size - i;
    const unsigned word = unsigned{data[i]} << 16 | (remaining > 1 ? unsigned{data[i + 1]} << 8 : 0u) |
                          (remaining > 2 ? unsigned{data[i + 2]} : 0u);
    text += digits[word >> 18];
    text += digits[word >> 12 & 63];
    text += remaining > 1 ? digits[word >> 6 & 63] : '=';
    text += remaining > 2 ? digits[word & 63] : '=';
  }
  return text;
}

template <class N>
constexpr const char* type_name() {
  if constexpr (std::is_same_v<N, double>) return "f64";
  if constexpr (std::is_same_v<N, float>) return "f32";
  if constexpr (std::is_same_v<N, std::uint32_t>) return "u32";
  if constexpr (std::is_same_v<N, std::uint16_t>) return "u16";
  if constexpr (std::is_same_v<N, std::int16_t>) return "i16";
  if constexpr (std::is_same_v<N, std::uint8_t>) return "u8";
}

class Columns {
 public:
  template <class N>
  void add(const std::string& name, const std::vector<N>& values) {
    text_ +=
        "<script type=\"text/plain\" class=\"column\" data-name=\"" + name + "\" data-type=\"" + type_name<N>() + "\">";
    text_ += base64(reinterpret_cast<const unsigned char*>(values.data()), values.size() * sizeof(N));
    text_ += "</script>\n";
  }
  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

}  // namespace abut::cli
