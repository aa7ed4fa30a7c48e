// What the test and its two programs hand each other: arrays of plain values in a file, in an order that both know.
#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

namespace abut::test {

class ArrayFile {
 public:
  ArrayFile(const std::string& path, const char* mode) : file_(std::fopen(path.c_str(), mode)) {
    if (!file_) std::abort();
  }
  template <class E>
  void put(const E* data, std::uint64_t count) {
    if (std::fwrite(&count, sizeof(count), 1, file_.get()) != 1) std::abort();
    if (count > 0 && std::fwrite(data, sizeof(E), count, file_.get()) != count) std::abort();
  }
  template <class E>
  void put(const std::vector<E>& values) {
    put(values.data(), values.size());
  }
  template <class E>
  std::vector<E> get() {
    std::uint64_t count = 0;
    if (std::fread(&count, sizeof(count), 1, file_.get()) != 1) std::abort();
    std::vector<E> values(count);
    if (count > 0 && std::fread(values.data(), sizeof(E), count, file_.get()) != count) std::abort();
    return values;
  }

 private:
  struct Close {
    void operator()(std::FILE* file) const { (void)std::fclose(file); }
  };
  std::unique_ptr<std::FILE, Close> file_;
};

/// Numbers of a record, as the program writes them: separation, normal, witness points, point, lower bound, gap.
inline constexpr int record_numbers = 15;
/// Factors of a case of the predicates: of each of four points three coordinates, each a product of two.
inline constexpr int case_factors = 24;

}  // namespace abut::test
