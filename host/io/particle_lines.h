// The lines of a long text file, read in pieces, and their errors.
#pragma once

#include <cstdint>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "host/io/mesh_formats.h"

namespace abut::io {

class ParticleLines {
 public:
  /// Throws `FileError`.
  explicit ParticleLines(const std::string& path);

  /// Goes to the next line, without its end and a mark of byte order; false at the end of the file. Refuses lines
  /// longer than 65,536 characters: such a file is none of text lines.
  bool next();
  /// To the next one that is not blank.
  bool next_with_words();

  std::string_view text() const { return text_; }
  std::uint64_t number() const { return number_; }
  [[noreturn]] void fail(const std::string& what) const;
  [[noreturn]] void fail_at_end(const std::string& what) const { fail("the file ends here; " + what); }

 private:
  FileText name_;  // without the text: what errors name
  std::ifstream stream_;
  std::string text_;
  std::uint64_t number_ = 0;
};

/// The words of a line between blanks, or, with a separator, what stands between it, without blanks around.
void split_words(std::string_view line, char separator, std::vector<std::string_view>& words);

}  // namespace abut::io
