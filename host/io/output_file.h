// A file that appears under its name only when it is complete. POSIX.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace abut::io {

/// Writes to NAME.partial in the same folder; `publish` renames it. Unless published, the partial file is removed by
/// the destructor, and by `remove_partial_files`. A name that stands for a device or a pipe is written directly.
/// Everything throws `FileError` naming the path and the operating system's reason.
class OutputFile {
 public:
  explicit OutputFile(const std::string& path);
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  void write(std::string_view text);
  /// All bytes are on the disk after this, still under the partial name.
  void finish();
  /// Gives the file its name, replacing what has it; finishes it first.
  void publish();

 private:
  void flush();
  [[noreturn]] void fail(const char* doing) const;
  void release() noexcept;

  std::string path_, partial_;  // partial_ is empty for a device or a pipe
  std::string buffer_;
  int descriptor_ = -1;
  int slot_ = -1;  // in the table that remove_partial_files reads
};

/// The file that a symbolic link stands for, so that it is replaced and not the link; it need not be there yet. Throws
/// `FileError` where links go round.
std::string file_behind(const std::string& path);

/// The names of a file that something else writes under `partial()`: with the destructor, `publish` and
/// `remove_partial_files` as above. Devices and pipes are refused.
class PartialName {
 public:
  explicit PartialName(const std::string& path);
  ~PartialName();
  PartialName(const PartialName&) = delete;
  PartialName& operator=(const PartialName&) = delete;

  const std::string& partial() const { return partial_; }
  /// What was written under the partial name is on the disk after this.
  void finish();
  void publish();

 private:
  std::string path_, partial_;
  int slot_ = -1;
};

/// Removes the partial files of this process. Safe to call from a signal handler, after which the
/// process must end.
void remove_partial_files() noexcept;

/// Makes `folder` and its parents if missing. Throws `FileError`, also where the name is that of a file.
void make_folder(const std::string& folder);

/// The whole content of a file. Throws `FileError`.
std::string read_text(const std::string& path);

}  // namespace abut::io
