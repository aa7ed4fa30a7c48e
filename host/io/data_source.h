// What the readers see of a file of named arrays, and the writers of one that they make
// (docs/reference/hdf5-format.md). HDF5 is behind these, in host/hdf5/; tests and the fuzz target fill them from
// memory.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <variant>
#include <vector>

namespace abut::io {

/// What a dataset holds. Data only.
struct DatasetInfo {
  enum class Kind { real, integer, text, other };
  Kind kind = Kind::other;  ///< real: a double holds every value; integer: of 8 to 64 bits
  unsigned bits = 0;        ///< of an element
  bool is_signed = false;
  std::string type;                  ///< as a person would say it: "float32", "int64", "compound"
  std::vector<std::uint64_t> shape;  ///< empty: one value
  std::uint64_t most_bytes = 0;      ///< what is stored can stand for no more bytes of elements than this
};

/// A child of the root or of one of its groups. Data only.
struct DataEntry {
  std::string path;  ///< "shapes", "shapes/kind"
  bool is_group = false;
};

/// Of the root. monostate: of another type, which `type` names.
struct DataAttribute {
  std::variant<std::monostate, std::int64_t, double, std::string> value;
  std::string type;
};

/// Throws `FileError` when the file cannot be read, `InvalidInput` where it leads out of itself; both begin with its
/// name. To be used by one thread at a time.
class DataSource {
 public:
  virtual ~DataSource() = default;
  virtual const std::string& file() const = 0;
  virtual std::vector<DataEntry> entries() = 0;
  virtual std::vector<std::string> attributes() = 0;
  virtual DataAttribute attribute(const std::string& name) = 0;
  virtual DatasetInfo info(const std::string& dataset) = 0;

  /// All elements of `count` rows from row `first`. `double`: of real datasets, and integers of up to 32 bits; the
  /// others: of integers, where every value fits.
  virtual void read(const std::string& dataset, std::uint64_t first, std::uint64_t count, std::span<double> out) = 0;
  virtual void read(const std::string& dataset, std::uint64_t first, std::uint64_t count,
                    std::span<std::uint32_t> out) = 0;
  virtual void read(const std::string& dataset, std::uint64_t first, std::uint64_t count,
                    std::span<std::uint64_t> out) = 0;
  virtual void read(const std::string& dataset, std::uint64_t first, std::uint64_t count,
                    std::span<std::int64_t> out) = 0;
  virtual void read(const std::string& dataset, std::uint64_t first, std::uint64_t count,
                    std::span<std::string> out) = 0;
};

/// Types that are written.
enum class Element { u8, u32, u64, f32, f64 };

/// A file that appears under its name only when it is complete. Throws `FileError`. To be used by one thread at a time.
class DataSink {
 public:
  virtual ~DataSink() = default;
  virtual void attribute(const std::string& name, const std::string& value) = 0;
  virtual void attribute(const std::string& name, double value) = 0;
  virtual void attribute(const std::string& name, std::int64_t value) = 0;
  /// A dataset to be filled; its groups are made with it.
  virtual void create(const std::string& dataset, Element type, std::vector<std::uint64_t> shape) = 0;
  virtual void write(const std::string& dataset, std::uint64_t first, std::uint64_t count, const void* rows) = 0;
  virtual void write_texts(const std::string& dataset, std::span<const std::string> texts) = 0;
  /// All is on the disk after this, still under the partial name. Nothing may be written after that.
  virtual void finish() = 0;
  /// Gives the file its name; finishes it first.
  virtual void publish() = 0;

  void write_all(const std::string& dataset, Element type, const std::vector<std::uint64_t>& shape, const void* rows) {
    create(dataset, type, shape);
    if (shape[0] > 0) write(dataset, 0, shape[0], rows);
  }
};

/// Whether this build has HDF5. Without, the functions below throw `InvalidInput`.
bool has_hdf5();
/// Whether the file begins as HDF5 files do. Throws `FileError` when it cannot be read.
bool is_hdf5(const std::string& path);
std::unique_ptr<DataSource> open_hdf5(const std::string& path);
/// `deflate`: 0 for none, to 9. Datasets are contiguous, or, deflated, in chunks of up to `chunk_rows` rows.
std::unique_ptr<DataSink> create_hdf5(const std::string& path, int deflate = 0, std::uint64_t chunk_rows = 65536);

}  // namespace abut::io
