// DataSink that makes an HDF5 file under a partial name.
#include <fcntl.h>

#include <algorithm>

#include "abut/core/error.h"
#include "host/hdf5/types.h"
#include "host/io/output_file.h"

namespace abut::io {
namespace {

class FileSink final : public DataSink {
 public:
  FileSink(const std::string& path, int deflate, std::uint64_t chunk_rows)
      : name_(path), path_(path), deflate_(deflate), chunk_rows_(chunk_rows) {
    set_up_hdf5();
    const Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose), creation(H5Pcreate(H5P_FILE_CREATE), H5Pclose);
    // Metadata of this version have checksums, those of the ones before have none.
    H5Pset_libver_bounds(access, H5F_LIBVER_V18, H5F_LIBVER_V18);
    H5Pset_obj_track_times(creation, false);
    file_ = Handle(H5Fcreate(name_.partial().c_str(), H5F_ACC_TRUNC, creation, access), H5Fclose);
    if (!file_.is_valid()) fail("cannot be written");
  }

  void attribute(const std::string& name, const std::string& value) override {
    check_text("attribute " + name, value);
    const Handle type = text_type(value.size());
    std::string padded = value;
    padded.resize(H5Tget_size(type));
    write_attribute(name, type, type, padded.data());
  }
  void attribute(const std::string& name, double value) override {
    write_attribute(name, H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, &value);
  }
  void attribute(const std::string& name, std::int64_t value) override {
    write_attribute(name, H5T_STD_I64LE, H5T_NATIVE_INT64, &value);
  }

  void create(const std::string& dataset, Element type, std::vector<std::uint64_t> shape) override {
    types_.emplace_back(dataset, type);
    created_.emplace_back(create_typed(dataset, stored_type(type), shape, chunk_rows_));
  }

  void write(const std::string& dataset, std::uint64_t first, std::uint64_t count, const void* rows) override {
    if (count == 0) return;
    const std::size_t at = index(dataset);
    const std::uint64_t elements = write_rows(created_[at], native_type(types_[at].second), first, count, rows);
    start_writeback(elements * bytes_of(types_[at].second));
  }

  void write_texts(const std::string& dataset, std::span<const std::string> texts) override {
    std::size_t longest = 0;
    for (std::size_t i = 0; i < texts.size(); ++i) {
      check_text(dataset + '[' + std::to_string(i) + ']', texts[i]);
      longest = std::max(longest, texts[i].size());
    }
    const Handle type = text_type(longest);
    const std::size_t width = H5Tget_size(type);
    constexpr std::size_t step = 1024;
    const Handle set = create_typed(dataset, type, {texts.size()}, step);
    std::string rows;
    for (std::size_t first = 0; first < texts.size(); first += step) {
      const std::size_t count = std::min(step, texts.size() - first);
      rows.assign(width * count, '\0');
      for (std::size_t i = 0; i < count; ++i) texts[first + i].copy(&rows[width * i], width);
      write_rows(set, type, first, count, rows.data());
    }
  }

  void finish() override {
    if (!file_.is_valid()) return;
    created_.clear();
    if (H5Fflush(file_, H5F_SCOPE_GLOBAL) < 0 || file_.reset() < 0) fail("cannot be written");
    name_.finish();
  }

  void publish() override {
    finish();
    name_.publish();
  }

 private:
  [[noreturn]] void fail(const std::string& doing) const { fail_hdf5(path_, doing); }

  /// A text ends at its first zero byte when it is read: what follows would be lost, and names be the same.
  void check_text(const std::string& place, const std::string& text) const {
    if (const std::size_t zero = text.find('\0'); zero != std::string::npos) {
      throw InvalidInput(path_ + ": " + place + ": has a zero byte as its character " + std::to_string(zero) +
                         ", allowed in an HDF5 file are texts without");
    }
  }

  /// The disk begins with what was written while more comes, or all of it would wait for the end.
  void start_writeback(std::uint64_t bytes) {
    constexpr std::uint64_t step = std::uint64_t{32} << 20;
    waiting_ += bytes;
    if (waiting_ < step) return;
    waiting_ = 0;
#ifdef __linux__
    void* descriptor = nullptr;
    if (H5Fget_vfd_handle(file_, H5P_DEFAULT, &descriptor) < 0 || descriptor == nullptr) return;
    static_cast<void>(::sync_file_range(*static_cast<int*>(descriptor), 0, 0, SYNC_FILE_RANGE_WRITE));
#endif
  }

  std::size_t index(const std::string& dataset) const {
    std::size_t at = 0;
    while (at < types_.size() && types_[at].first != dataset) ++at;
    if (at == types_.size()) throw FileError(path_ + ": there is no dataset " + dataset);
    return at;
  }

  /// Of fixed length: those of variable length lie in a heap without checksums.
  static Handle text_type(std::size_t bytes) {
    Handle type(H5Tcopy(H5T_C_S1), H5Tclose);
    H5Tset_size(type, std::max<std::size_t>(bytes, 1));
    H5Tset_strpad(type, H5T_STR_NULLPAD);
    H5Tset_cset(type, H5T_CSET_UTF8);
    return type;
  }

  /// How many elements these are.
  std::uint64_t write_rows(hid_t set, hid_t type, std::uint64_t first, std::uint64_t count, const void* rows) const {
    const Handle to(H5Dget_space(set), H5Sclose);
    hsize_t start[H5S_MAX_RANK] = {}, size[H5S_MAX_RANK];
    const int rank = H5Sget_simple_extent_dims(to, size, nullptr);
    start[0] = first;
    size[0] = count;
    const Handle from(H5Screate_simple(rank, size, nullptr), H5Sclose);
    H5Sselect_hyperslab(to, H5S_SELECT_SET, start, nullptr, size, nullptr);
    if (H5Dwrite(set, type, from, to, H5P_DEFAULT, rows) < 0) fail("cannot be written");
    return static_cast<std::uint64_t>(H5Sget_select_npoints(to));
  }

  void write_attribute(const std::string& name, hid_t stored, hid_t memory, const void* value) {
    const Handle space(H5Screate(H5S_SCALAR), H5Sclose);
    const Handle attribute(H5Acreate2(file_, name.c_str(), stored, space, H5P_DEFAULT, H5P_DEFAULT), H5Aclose);
    if (!attribute.is_valid() || H5Awrite(attribute, memory, value) < 0) fail("cannot be written");
  }

  /// That of a dataset, where it is not there.
  void make_group(const std::string& dataset) const {
    const std::string name = dataset.substr(0, dataset.find('/'));
    if (name == dataset || H5Lexists(file_, name.c_str(), H5P_DEFAULT) > 0) return;
    const Handle creation(H5Pcreate(H5P_GROUP_CREATE), H5Pclose);
    H5Pset_obj_track_times(creation, false);
    const Handle group(H5Gcreate2(file_, name.c_str(), H5P_DEFAULT, creation, H5P_DEFAULT), H5Gclose);
    if (!group.is_valid()) fail("cannot be written");
  }

  /// No times of objects are kept, so that the same data make the same bytes.
  Handle create_typed(const std::string& dataset, hid_t type, const std::vector<std::uint64_t>& shape,
                      std::uint64_t chunk_rows) {
    make_group(dataset);
    const Handle creation(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
    H5Pset_obj_track_times(creation, false);
    H5Pset_fill_time(creation, H5D_FILL_TIME_NEVER);
    std::vector<hsize_t> size(shape.begin(), shape.end());
    if (deflate_ > 0 && std::find(shape.begin(), shape.end(), 0u) == shape.end()) {
      std::vector<hsize_t> chunk = size;
      chunk[0] = std::min<hsize_t>(chunk[0], chunk_rows);
      H5Pset_chunk(creation, static_cast<int>(chunk.size()), chunk.data());
      H5Pset_shuffle(creation);
      H5Pset_deflate(creation, static_cast<unsigned>(deflate_));
    }
    const Handle space(H5Screate_simple(static_cast<int>(size.size()), size.data(), nullptr), H5Sclose);
    Handle set(H5Dcreate2(file_, dataset.c_str(), type, space, H5P_DEFAULT, creation, H5P_DEFAULT), H5Dclose);
    if (!set.is_valid()) fail("cannot be written");
    return set;
  }

  PartialName name_;  // first, so that the file is closed before it is removed
  std::string path_;
  int deflate_;
  std::uint64_t chunk_rows_;
  Handle file_;
  std::uint64_t waiting_ = 0;  // bytes since the disk was told to begin
  std::vector<std::pair<std::string, Element>> types_;
  std::vector<Handle> created_;
};

}  // namespace

std::unique_ptr<DataSink> create_hdf5(const std::string& path, int deflate, std::uint64_t chunk_rows) {
  return std::make_unique<FileSink>(path, deflate, chunk_rows);
}

bool has_hdf5() { return true; }

}  // namespace abut::io
