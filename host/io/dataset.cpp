#include "host/io/dataset.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "abut/core/error.h"
#include "host/number_text.h"

namespace abut::io {
namespace {

constexpr std::uint64_t most_rows = std::numeric_limits<std::uint32_t>::max();
constexpr std::uint64_t block_rows = 65536;
constexpr std::size_t most_name_bytes = 4096;

std::string shape_text(std::span<const std::uint64_t> shape) {
  std::string text = "(";
  for (std::size_t i = 0; i < shape.size(); ++i) text += (i > 0 ? ", " : "") + std::to_string(shape[i]);
  return text + ")";
}

std::string wanted_shape(std::initializer_list<std::uint64_t> row) {
  std::string text = "(N";
  for (const std::uint64_t n : row) text += ", " + std::to_string(n);
  return text + ")";
}

}  // namespace

Dataset::Dataset(DataSource& source, std::string name, std::initializer_list<std::uint64_t> row)
    : source_(&source), name_(std::move(name)), info_(source.info(name_)) {
  const bool fits = info_.shape.size() == row.size() + 1 && std::equal(row.begin(), row.end(), info_.shape.begin() + 1);
  if (!fits) fail(name_, "has the shape " + shape_text(info_.shape) + ", allowed is " + wanted_shape(row));
  const std::uint64_t row_bytes = row_elements() * std::max(1u, info_.bits / 8);
  if (rows() > info_.most_bytes / row_bytes) {
    fail(name_, "claims " + std::to_string(rows()) + " rows, but no more than " +
                    std::to_string(info_.most_bytes / row_bytes) + " can be stored in it");
  }
}

void Dataset::fail(const std::string& place, const std::string& problem) const {
  throw InvalidInput(source_->file() + ": " + place + ": " + problem);
}

std::uint64_t Dataset::row_elements() const {
  std::uint64_t elements = 1;
  for (std::size_t i = 1; i < info_.shape.size(); ++i) elements *= info_.shape[i];
  return elements;
}

std::string Dataset::place(std::uint64_t element) const {
  std::string text;
  for (std::size_t i = info_.shape.size(); i-- > 1;) {
    text = "[" + std::to_string(element % info_.shape[i]) + "]" + text;
    element /= info_.shape[i];
  }
  return name_ + "[" + std::to_string(element) + "]" + text;
}

void Dataset::require_rows(std::uint64_t rows, const std::string& as) const {
  if (this->rows() == rows) return;
  fail(name_, "has " + std::to_string(this->rows()) + " rows, allowed are " + std::to_string(rows) + ", as " + as);
}

std::uint32_t Dataset::counted_rows() const {
  if (rows() >= most_rows) {
    fail(name_, "has " + std::to_string(rows()) + " rows, allowed are less than " + std::to_string(most_rows));
  }
  return static_cast<std::uint32_t>(rows());
}

void Dataset::unchecked_numbers(std::uint64_t first, std::uint64_t count, std::span<double> out) const {
  const bool is_exact =
      info_.kind == DatasetInfo::Kind::real || (info_.kind == DatasetInfo::Kind::integer && info_.bits <= 32);
  if (!is_exact) {
    fail(name_,
         "has elements of type " + info_.type +
             ", allowed are floating-point numbers of up to 64 bits and integers of up to 32, which a double holds");
  }
  source_->read(name_, first, count, out);
}

void Dataset::check_finite(std::uint64_t first, std::span<const double> rows) const {
  const auto bad = std::find_if_not(rows.begin(), rows.end(), [](double x) { return std::isfinite(x); });
  if (bad == rows.end()) return;
  const std::uint64_t element = first * row_elements() + static_cast<std::uint64_t>(bad - rows.begin());
  fail(place(element), host::number_text(*bad) + " is not a finite number");
}

void Dataset::numbers(std::uint64_t first, std::uint64_t count, std::span<double> out) const {
  unchecked_numbers(first, count, out);
  check_finite(first, out);
}

std::vector<double> Dataset::all_numbers() const {
  std::vector<double> out(rows() * row_elements());
  numbers(0, rows(), out);
  return out;
}

void Dataset::require_integers() const {
  if (info_.kind == DatasetInfo::Kind::integer) return;
  fail(name_, "has elements of type " + info_.type + ", allowed are integers of 8 to 64 bits");
}

template <class Wide>
void Dataset::wide_indices(std::uint64_t first, std::uint64_t count, std::uint64_t end, const char* what,
                           std::span<std::uint32_t> out) const {
  const std::uint64_t elements = row_elements();
  std::vector<Wide> block(std::min(count, block_rows) * elements);
  for (std::uint64_t i = 0; i < count; i += block_rows) {
    const std::uint64_t rows = std::min(block_rows, count - i);
    source_->read(name_, first + i, rows, std::span(block).first(rows * elements));
    for (std::uint64_t k = 0; k < rows * elements; ++k) {
      const Wide value = block[k];
      if (value < Wide(0) || static_cast<std::uint64_t>(value) >= end) {
        fail(place((first + i) * elements + k),
             std::to_string(value) + (end == 0 ? " is out of range: there is no " + std::string(what) + " to name"
                                               : " is out of range, allowed is a " + std::string(what) + " from 0 to " +
                                                     std::to_string(end - 1)));
      }
      out[i * elements + k] = static_cast<std::uint32_t>(value);
    }
  }
}

void Dataset::indices(std::uint64_t first, std::uint64_t count, std::uint64_t end, const char* what,
                      std::span<std::uint32_t> out) const {
  require_integers();
  if (info_.is_signed) return wide_indices<std::int64_t>(first, count, end, what, out);
  if (info_.bits > 32) return wide_indices<std::uint64_t>(first, count, end, what, out);
  source_->read(name_, first, count, out);
  const auto bad = std::find_if(out.begin(), out.end(), [&](std::uint32_t i) { return i >= end; });
  if (bad != out.end()) wide_indices<std::uint64_t>(first, count, end, what, out);  // which complains
}

std::vector<std::uint32_t> Dataset::all_indices(std::uint64_t end, const char* what) const {
  std::vector<std::uint32_t> out(rows() * row_elements());
  indices(0, rows(), end, what, out);
  return out;
}

std::vector<std::uint64_t> Dataset::offsets(std::uint64_t last, const std::string& of) const {
  require_integers();
  std::vector<std::uint64_t> out(rows());
  if (info_.is_signed) {
    std::vector<std::int64_t> all(rows());
    source_->read(name_, 0, rows(), all);
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (all[i] < 0) fail(place(i), std::to_string(all[i]) + " is negative, allowed is 0 or more");
      out[i] = static_cast<std::uint64_t>(all[i]);
    }
  } else {
    source_->read(name_, 0, rows(), out);
  }
  for (std::size_t i = 0; i < out.size(); ++i) {
    if (i == 0 && out[0] != 0) fail(place(0), std::to_string(out[0]) + " is not 0, with which offsets begin");
    if (i > 0 && out[i] < out[i - 1]) {
      fail(place(i), std::to_string(out[i]) + " is less than the offset before it, " + std::to_string(out[i - 1]));
    }
  }
  if (out.back() != last) {
    fail(place(out.size() - 1),
         std::to_string(out.back()) + " is not the number of rows of " + of + ", " + std::to_string(last));
  }
  return out;
}

std::vector<std::string> Dataset::texts() const {
  if (info_.kind != DatasetInfo::Kind::text) fail(name_, "has elements of type " + info_.type + ", allowed are texts");
  std::vector<std::string> out(rows());
  source_->read(name_, 0, rows(), out);
  for (std::size_t i = 0; i < out.size(); ++i) {
    if (out[i].size() <= most_name_bytes) continue;
    fail(place(i), "has " + std::to_string(out[i].size()) + " bytes, allowed are " + std::to_string(most_name_bytes));
  }
  return out;
}

}  // namespace abut::io
