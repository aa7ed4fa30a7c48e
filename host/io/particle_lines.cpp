#include "host/io/particle_lines.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>

#include "abut/core/error.h"
#include "host/io/text_lines.h"

namespace abut::io {
namespace {

constexpr std::size_t longest_line = 65536;

std::string_view without_blanks(std::string_view word) {
  while (!word.empty() && is_blank(word.front())) word.remove_prefix(1);
  while (!word.empty() && is_blank(word.back())) word.remove_suffix(1);
  return word;
}

}  // namespace

ParticleLines::ParticleLines(const std::string& path) : name_{path, {}} {
  std::error_code error;
  const auto status = std::filesystem::status(path, error);
  if (status.type() == std::filesystem::file_type::directory) throw FileError(path_in_line(path) + ": is a directory");
  errno = 0;
  stream_.open(path, std::ios::binary);
  if (!stream_) throw FileError(path_in_line(path) + ": cannot be opened: " + std::strerror(errno));
}

bool ParticleLines::next() {
  text_.clear();
  // By hand: getline would put a file without line ends into memory as a whole.
  std::streambuf& in = *stream_.rdbuf();
  int c = in.sbumpc();
  if (c == std::char_traits<char>::eof()) return false;
  ++number_;
  for (; c != std::char_traits<char>::eof() && c != '\n'; c = in.sbumpc()) {
    if (text_.size() == longest_line) {
      fail("has more than " + std::to_string(longest_line) + " characters; a text file with lines is needed");
    }
    text_ += static_cast<char>(c);
  }
  if (number_ == 1 && text_.starts_with("\xef\xbb\xbf")) text_.erase(0, 3);
  if (!text_.empty() && text_.back() == '\r') text_.pop_back();
  return true;
}

bool ParticleLines::next_with_words() {
  while (next()) {
    if (!Words(text_).at_end()) return true;
  }
  return false;
}

void ParticleLines::fail(const std::string& what) const { fail_at_line(name_, number_ == 0 ? 1 : number_, what); }

void split_words(std::string_view line, char separator, std::vector<std::string_view>& words) {
  words.clear();
  if (separator == '\0') {
    Words rest(line);
    for (std::string_view word = rest.next(); !word.empty(); word = rest.next()) words.push_back(word);
    return;
  }
  for (;;) {
    const std::size_t end = line.find(separator);
    words.push_back(without_blanks(line.substr(0, end)));
    if (end == std::string_view::npos) return;
    line.remove_prefix(end + 1);
  }
}

}  // namespace abut::io
