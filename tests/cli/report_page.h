// What is in a page of `abut report`: its columns of numbers, as base64, and its facts, as JSON.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace abut::test {

inline std::vector<unsigned char> decoded(const std::string& text) {
  const std::string digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::vector<unsigned char> bytes;
  std::uint32_t word = 0;
  int bits = 0;
  for (const char c : text) {
    if (c == '=') break;
    word = word << 6 | static_cast<std::uint32_t>(digits.find(c));
    if ((bits += 6) >= 8) bytes.push_back(static_cast<unsigned char>(word >> (bits -= 8)));
  }
  return bytes;
}

template <class N>
std::vector<N> column(const std::string& page, const std::string& name, const std::string& type) {
  const std::string mark = "data-name=\"" + name + "\" data-type=\"" + type + "\">";
  const std::size_t at = page.find(mark);
  EXPECT_NE(at, std::string::npos) << name << " " << type;
  if (at == std::string::npos) return {};
  const std::size_t begin = at + mark.size();
  const std::vector<unsigned char> bytes = decoded(page.substr(begin, page.find('<', begin) - begin));
  std::vector<N> values(bytes.size() / sizeof(N));
  std::memcpy(values.data(), bytes.data(), values.size() * sizeof(N));
  return values;
}

inline nlohmann::json facts_of(const std::string& page) {
  const std::string mark = "<script type=\"application/json\" id=\"facts\">";
  const std::size_t begin = page.find(mark) + mark.size();
  return nlohmann::json::parse(page.substr(begin, page.find("</script>", begin) - begin));
}

}  // namespace abut::test
