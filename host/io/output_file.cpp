#include "host/io/output_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <system_error>

#include "abut/core/error.h"

namespace abut::io {
namespace {

constexpr std::size_t buffer_size = std::size_t{1} << 20;

// A signal handler may neither lock nor allocate, so the names of the partial files lie in a table of fixed size.
constexpr int slot_count = 16;
constexpr std::size_t path_size = 4096;
enum SlotState : int { free_slot, claimed_slot, armed_slot };
struct Slot {
  std::atomic<int> state{free_slot};
  char path[path_size];
};
Slot slots[slot_count];

int arm(const std::string& path) {
  for (int i = 0; i < slot_count; ++i) {
    int expected = free_slot;
    if (!slots[i].state.compare_exchange_strong(expected, claimed_slot)) continue;
    std::memcpy(slots[i].path, path.c_str(), path.size() + 1);
    slots[i].state.store(armed_slot, std::memory_order_release);
    return i;
  }
  return -1;  // more files at a time than this module ever writes: the destructor still removes it
}

std::string reason() { return std::generic_category().message(errno); }

}  // namespace

std::string file_behind(const std::string& path) {
  if (char* real = ::realpath(path.c_str(), nullptr)) {
    std::string result(real);
    std::free(real);
    return result;
  }
  constexpr int most_links = 40;  // as many as Linux follows
  std::filesystem::path at(path);
  std::error_code error;
  for (int k = 0; std::filesystem::is_symlink(at, error); ++k) {
    if (k == most_links) throw FileError(path + ": cannot be written: " + std::generic_category().message(ELOOP));
    const std::filesystem::path to = std::filesystem::read_symlink(at, error);
    if (error) break;
    at = at.parent_path() / to;  // `to` alone where it is absolute
  }
  return at.string();
}

OutputFile::OutputFile(const std::string& path) : path_(path) {
  if (path.empty()) throw FileError("the name of the file to write is empty");
  struct stat info {};
  const bool exists = ::stat(path.c_str(), &info) == 0;
  if (exists && S_ISDIR(info.st_mode)) throw FileError(path + ": is a folder, allowed is a file");
  if (exists && !S_ISREG(info.st_mode)) {
    descriptor_ = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
  } else {
    path_ = file_behind(path);
    partial_ = path_ + ".partial";
    if (partial_.size() >= path_size) {
      throw FileError(path + ": the name is too long, allowed are " + std::to_string(path_size - 16) + " bytes");
    }
    slot_ = arm(partial_);
    descriptor_ = ::open(partial_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  }
  if (descriptor_ < 0) {
    const int error = errno;
    partial_.clear();  // it was not made, so there is nothing to remove
    release();
    errno = error;
    fail("cannot be written");
  }
  buffer_.reserve(buffer_size);
}

OutputFile::~OutputFile() { release(); }

void OutputFile::release() noexcept {
  if (descriptor_ >= 0) ::close(descriptor_);
  descriptor_ = -1;
  if (!partial_.empty()) ::unlink(partial_.c_str());
  partial_.clear();
  if (slot_ >= 0) slots[slot_].state.store(free_slot, std::memory_order_release);
  slot_ = -1;
}

void OutputFile::fail(const char* doing) const { throw FileError(path_ + ": " + doing + ": " + reason()); }

void OutputFile::write(std::string_view text) {
  if (buffer_.size() + text.size() > buffer_size) flush();
  buffer_.append(text);
}

void OutputFile::flush() {
  const char* at = buffer_.data();
  std::size_t remaining = buffer_.size();
  while (remaining > 0) {
    const ssize_t written = ::write(descriptor_, at, remaining);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail("cannot be written");
    at += written;
    remaining -= static_cast<std::size_t>(written);
  }
  buffer_.clear();
}

void OutputFile::finish() {
  if (descriptor_ < 0) return;
  flush();
  if (!partial_.empty() && ::fsync(descriptor_) != 0) fail("cannot be written to the disk");
  const int descriptor = descriptor_;
  descriptor_ = -1;
  if (::close(descriptor) != 0) fail("cannot be closed");
}

void OutputFile::publish() {
  finish();
  if (partial_.empty()) return;
  if (std::rename(partial_.c_str(), path_.c_str()) != 0) fail("cannot be given its name");
  partial_.clear();
  release();
}

PartialName::PartialName(const std::string& path) : path_(path) {
  if (path.empty()) throw FileError("the name of the file to write is empty");
  struct stat info {};
  const bool exists = ::stat(path.c_str(), &info) == 0;
  if (exists && S_ISDIR(info.st_mode)) throw FileError(path + ": is a folder, allowed is a file");
  if (exists && !S_ISREG(info.st_mode)) throw FileError(path + ": is a device or a pipe, allowed is a file");
  path_ = file_behind(path);
  partial_ = path_ + ".partial";
  if (partial_.size() >= path_size) {
    throw FileError(path + ": the name is too long, allowed are " + std::to_string(path_size - 16) + " bytes");
  }
  slot_ = arm(partial_);
  const int made = ::open(partial_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (made >= 0) {
    ::close(made);
    return;
  }
  const std::string why = reason();
  if (slot_ >= 0) slots[slot_].state.store(free_slot, std::memory_order_release);
  throw FileError(path_ + ": cannot be written: " + why);
}

PartialName::~PartialName() {
  if (!partial_.empty()) ::unlink(partial_.c_str());
  if (slot_ >= 0) slots[slot_].state.store(free_slot, std::memory_order_release);
}

void PartialName::finish() {
  const int written = ::open(partial_.c_str(), O_WRONLY | O_CLOEXEC);
  const bool on_disk = written >= 0 && ::fsync(written) == 0;
  const std::string why = reason();
  if (written >= 0) ::close(written);
  if (!on_disk) throw FileError(path_ + ": cannot be written to the disk: " + why);
}

void PartialName::publish() {
  if (std::rename(partial_.c_str(), path_.c_str()) != 0) {
    throw FileError(path_ + ": cannot be given its name: " + reason());
  }
  partial_.clear();
}

void remove_partial_files() noexcept {
  for (Slot& slot : slots) {
    if (slot.state.load(std::memory_order_acquire) == armed_slot) ::unlink(slot.path);
  }
}

void make_folder(const std::string& folder) {
  if (folder.empty()) throw FileError("the name of the output folder is empty");
  std::error_code error;
  if (std::filesystem::is_directory(folder, error)) {
    if (::access(folder.c_str(), W_OK | X_OK) != 0) throw FileError(folder + ": cannot be written to: " + reason());
    return;
  }
  if (std::filesystem::exists(folder, error)) throw FileError(folder + ": is a file, allowed is a folder");
  std::filesystem::create_directories(folder, error);
  if (error) throw FileError(folder + ": the folder cannot be made: " + error.message());
}

std::string read_text(const std::string& path) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) throw FileError(path + ": cannot be opened: " + reason());
  std::string text;
  struct stat info {};
  if (::fstat(descriptor, &info) == 0 && info.st_size > 0) text.reserve(static_cast<std::size_t>(info.st_size) + 1);
  std::size_t used = 0;
  for (;;) {
    text.resize(used + buffer_size);
    const ssize_t got = ::read(descriptor, text.data() + used, buffer_size);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) {
      const std::string why = reason();
      ::close(descriptor);
      throw FileError(path + ": cannot be read: " + why);
    }
    if (got == 0) break;
    used += static_cast<std::size_t>(got);
  }
  ::close(descriptor);
  text.resize(used);
  return text;
}

}  // namespace abut::io
