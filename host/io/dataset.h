// Checked access to one dataset of a source: every fault is one line that names file, dataset, place in it, value and
// what is allowed.
#pragma once

#include <initializer_list>
#include <string>
#include <vector>

#include "abut/core/vec3.h"
#include "host/io/data_source.h"

namespace abut::io {

class Dataset {
 public:
  /// A dataset of rows of that shape. Throws `InvalidInput` for another rank or shape, and where it claims more values
  /// than are stored: nothing of its size is allocated before.
  Dataset(DataSource& source, std::string name, std::initializer_list<std::uint64_t> row);

  const std::string& name() const { return name_; }
  const DatasetInfo& info() const { return info_; }
  std::uint64_t rows() const { return info_.shape[0]; }
  /// Says what else has so many rows where this has another number: "shapes/kind has 3".
  void require_rows(std::uint64_t rows, const std::string& as) const;
  /// Throws where there are more rows than 32 bits can count.
  std::uint32_t counted_rows() const;

  /// As `numbers`, but for `check_finite`, which the caller owes.
  void unchecked_numbers(std::uint64_t first, std::uint64_t count, std::span<double> out) const;
  void check_finite(std::uint64_t first, std::span<const double> rows) const;
  /// Finite numbers of any floating-point or integer type that doubles hold.
  void numbers(std::uint64_t first, std::uint64_t count, std::span<double> out) const;
  std::vector<double> all_numbers() const;
  /// Integers of any type, 0 to `end` - 1. `what`: "shape".
  void indices(std::uint64_t first, std::uint64_t count, std::uint64_t end, const char* what,
               std::span<std::uint32_t> out) const;
  std::vector<std::uint32_t> all_indices(std::uint64_t end, const char* what) const;
  /// Integers that begin with 0, do not decrease, and end with `last`, which `of` has.
  std::vector<std::uint64_t> offsets(std::uint64_t last, const std::string& of) const;
  std::vector<std::string> texts() const;

  /// The place of an element by its number from the first row on: "shapes/vertices[7][2]".
  std::string place(std::uint64_t element) const;
  [[noreturn]] void fail(const std::string& place, const std::string& problem) const;

 private:
  std::uint64_t row_elements() const;
  void require_integers() const;
  template <class Wide>
  void wide_indices(std::uint64_t first, std::uint64_t count, std::uint64_t end, const char* what,
                    std::span<std::uint32_t> out) const;

  DataSource* source_;
  std::string name_;
  DatasetInfo info_;
};

}  // namespace abut::io
