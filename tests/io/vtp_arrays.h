// Reads an array of a VTK XML file as VTK does: base64, then blocks that zlib has compressed.
#pragma once

#include <gtest/gtest.h>
#include <zlib.h>

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

namespace abut::test {

inline std::string from_base64(std::string_view text) {
  std::string bytes;
  unsigned bits = 0, held = 0;
  for (const char c : text) {
    const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    if (c == '=') break;
    const char* const digit = std::strchr(digits, c);
    EXPECT_TRUE(digit != nullptr && c != '\0') << "no base64: " << c;
    if (digit == nullptr) return bytes;
    bits = (bits << 6 | static_cast<unsigned>(digit - digits)) & 0xffffff;
    held += 6;
    if (held < 8) continue;
    held -= 8;
    bytes += static_cast<char>(bits >> held & 0xff);
  }
  return bytes;
}

/// The bytes of one array: its header says how many blocks there are, how large they and the last one are before they
/// were compressed (0: as the others), and how large each is in the file.
inline std::string inflated(std::string_view text) {
  const auto number = [](const std::string& bytes, std::size_t i) {
    std::uint64_t n = 0;
    EXPECT_GE(bytes.size(), 8 * i + 8);
    if (bytes.size() >= 8 * i + 8) std::memcpy(&n, bytes.data() + 8 * i, 8);
    return n;
  };
  const std::uint64_t count = number(from_base64(text.substr(0, 32)), 0);
  const std::size_t header_text = (8 * (3 + count) + 2) / 3 * 4;
  const std::string header = from_base64(text.substr(0, header_text)), data = from_base64(text.substr(header_text));
  std::string bytes;
  std::size_t at = 0;
  for (std::uint64_t k = 0; k < count; ++k) {
    const bool is_last = k + 1 == count && number(header, 2) > 0;
    std::string block(is_last ? number(header, 2) : number(header, 1), '\0');
    uLongf length = block.size();
    const std::uint64_t size = number(header, 3 + k);
    EXPECT_LE(at + size, data.size());
    if (at + size > data.size()) return bytes;
    EXPECT_EQ(uncompress(reinterpret_cast<Bytef*>(block.data()), &length,
                         reinterpret_cast<const Bytef*>(data.data()) + at, static_cast<uLong>(size)),
              Z_OK);
    EXPECT_EQ(length, block.size());
    bytes += block;
    at += size;
  }
  EXPECT_EQ(at, data.size());
  return bytes;
}

/// The array `name` in the first element `tag` of a file.
template <class V>
std::vector<V> vtp_array(const std::string& text, const std::string& tag, const std::string& name) {
  const auto section = text.find("\n<" + tag);
  const auto head = text.find("Name=\"" + name + '"', section);
  EXPECT_NE(head, std::string::npos) << tag << ' ' << name;
  if (head == std::string::npos) return {};
  const auto begin = text.find(">\n", head) + 2;
  const auto end = text.find('\n', begin);
  const std::string bytes = inflated(std::string_view(text).substr(begin, end - begin));
  EXPECT_EQ(bytes.size() % sizeof(V), 0u) << name;
  std::vector<V> values(bytes.size() / sizeof(V));
  if (!values.empty()) std::memcpy(values.data(), bytes.data(), values.size() * sizeof(V));
  return values;
}

}  // namespace abut::test
