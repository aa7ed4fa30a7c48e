// DataSource over an HDF5 file. What leads out of the file, or to code from elsewhere, is refused before it is
// followed: soft and external links, external storage, virtual datasets, filters that are not HDF5's own.
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "abut/core/error.h"
#include "host/hdf5/storage.h"
#include "host/hdf5/types.h"

namespace abut::io {
namespace {

constexpr std::uint64_t most_text_bytes = std::uint64_t{16} << 20;  // of the texts that are read at a time
constexpr std::size_t most_attribute_bytes = std::size_t{1} << 20;

/// A name that may not be what a person can read.
std::string shown(std::string name) {
  for (char& c : name) {
    if (static_cast<unsigned char>(c) < 0x20 || static_cast<unsigned char>(c) >= 0x7f) c = '?';
  }
  if (name.size() > 60) name = name.substr(0, 57) + "...";
  return name;
}

class FileSource final : public DataSource {
 public:
  explicit FileSource(const std::string& path) : path_(path) {
    set_up_hdf5();
    struct stat info {};
    if (::stat(path.c_str(), &info) != 0) throw FileError(path + ": cannot be opened: " + std::strerror(errno));
    if (!S_ISREG(info.st_mode)) throw FileError(path + ": is not a file");
    bytes_ = static_cast<std::uint64_t>(info.st_size);
    file_ = Handle(H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose);
    if (!file_.is_valid()) fail_hdf5(path_, "cannot be opened as an HDF5 file");
  }

  const std::string& file() const override { return path_; }

  std::vector<DataEntry> entries() override {
    std::vector<DataEntry> found;
    list(file_, "", found);
    const std::size_t roots = found.size();
    for (std::size_t i = 0; i < roots; ++i) {
      if (!found[i].is_group) continue;
      const Handle group(H5Gopen2(file_, found[i].path.c_str(), H5P_DEFAULT), H5Gclose);
      if (!group.is_valid()) fail(found[i].path, "cannot be opened");
      list(group, found[i].path + "/", found);
    }
    return found;
  }

  std::vector<std::string> attributes() override {
    std::vector<std::string> names;
    const auto take = [](hid_t, const char* name, const H5A_info_t*, void* into) -> herr_t {
      static_cast<std::vector<std::string>*>(into)->emplace_back(shown(name));
      return 0;
    };
    hsize_t at = 0;
    if (H5Aiterate2(file_, H5_INDEX_NAME, H5_ITER_INC, &at, take, &names) < 0)
      fail_hdf5(path_, "its attributes cannot be read");
    return names;
  }

  DataAttribute attribute(const std::string& name) override {
    const Handle attribute(H5Aopen(file_, name.c_str(), H5P_DEFAULT), H5Aclose);
    if (!attribute.is_valid()) fail_hdf5(path_, "the attribute " + name + " cannot be read");
    const Handle space(H5Aget_space(attribute), H5Sclose), type(H5Aget_type(attribute), H5Tclose);
    DatasetInfo info;
    describe_type(type, info);
    DataAttribute result{{}, info.type};
    if (H5Sget_simple_extent_npoints(space) != 1) {
      result.type = "list";
      return result;
    }
    const auto read = [&](hid_t as, void* into) {
      if (H5Aread(attribute, as, into) < 0) fail_hdf5(path_, "the attribute " + name + " cannot be read");
    };
    if (info.kind == DatasetInfo::Kind::real) {
      read(H5T_NATIVE_DOUBLE, &result.value.emplace<double>());
    } else if (info.kind == DatasetInfo::Kind::integer && (info.is_signed || info.bits < 64)) {
      read(H5T_NATIVE_INT64, &result.value.emplace<std::int64_t>());
    } else if (info.kind == DatasetInfo::Kind::text) {
      result.value = attribute_text(attribute, type, space, read);
    }
    return result;
  }

  DatasetInfo info(const std::string& dataset) override {
    const Opened& opened = open(dataset);
    return opened.info;
  }

  void read(const std::string& d, std::uint64_t first, std::uint64_t count, std::span<double> out) override {
    read_as(H5T_NATIVE_DOUBLE, d, first, count, out.data());
  }
  void read(const std::string& d, std::uint64_t first, std::uint64_t count, std::span<std::uint32_t> out) override {
    read_as(H5T_NATIVE_UINT32, d, first, count, out.data());
  }
  void read(const std::string& d, std::uint64_t first, std::uint64_t count, std::span<std::uint64_t> out) override {
    read_as(H5T_NATIVE_UINT64, d, first, count, out.data());
  }
  void read(const std::string& d, std::uint64_t first, std::uint64_t count, std::span<std::int64_t> out) override {
    read_as(H5T_NATIVE_INT64, d, first, count, out.data());
  }

  void read(const std::string& d, std::uint64_t first, std::uint64_t count, std::span<std::string> out) override {
    const Opened& opened = open(d);
    constexpr std::uint64_t step = 1024;
    for (std::uint64_t i = 0; i < count; i += step) {
      read_texts(d, opened, first + i, out.subspan(i, std::min(step, count - i)));
    }
  }

 private:
  struct Opened {
    std::string name;
    Handle dataset, space, type;
    DatasetInfo info;
  };

  std::string place(const std::string& name) const { return path_ + ": " + name; }
  [[noreturn]] void refuse(const std::string& place, const std::string& problem) const {
    throw InvalidInput(path_ + ": " + place + ": " + problem);
  }
  [[noreturn]] void fail(const std::string& place, const std::string& doing) const {
    fail_hdf5(path_ + ": " + place, doing);
  }

  /// Adds the children of a group. Links are looked at before what they lead to.
  void list(hid_t group, const std::string& prefix, std::vector<DataEntry>& found) {
    H5G_info_t info{};
    if (H5Gget_info(group, &info) < 0) fail_hdf5(path_, "cannot be read");
    for (hsize_t i = 0; i < info.nlinks; ++i) {
      const ssize_t length = H5Lget_name_by_idx(group, ".", H5_INDEX_NAME, H5_ITER_INC, i, nullptr, 0, H5P_DEFAULT);
      if (length < 0) fail_hdf5(path_, "cannot be read");
      std::string name(static_cast<std::size_t>(length), '\0');
      H5Lget_name_by_idx(group, ".", H5_INDEX_NAME, H5_ITER_INC, i, name.data(), name.size() + 1, H5P_DEFAULT);
      const std::string place = prefix + name;
      H5L_info_t link{};
      if (H5Lget_info(group, name.c_str(), &link, H5P_DEFAULT) < 0) fail(shown(place), "cannot be read");
      if (link.type != H5L_TYPE_HARD) {
        const char* kind = link.type == H5L_TYPE_SOFT       ? "a soft link"
                           : link.type == H5L_TYPE_EXTERNAL ? "a link into another file"
                                                            : "a link of an unknown kind";
        refuse(shown(place), std::string("is ") + kind + ", allowed are groups and datasets of this file");
      }
      const Handle object(H5Oopen(group, name.c_str(), H5P_DEFAULT), H5Oclose);
      if (!object.is_valid()) fail(shown(place), "cannot be read");
      const H5I_type_t kind = H5Iget_type(object);
      if (kind != H5I_GROUP && kind != H5I_DATASET) refuse(shown(place), "is neither a group nor a dataset");
      found.push_back({shown(place), kind == H5I_GROUP});
    }
  }

  template <class Read>
  std::string attribute_text(hid_t attribute, hid_t type, hid_t space, const Read& read) {
    if (H5Tis_variable_str(type) > 0) {
      char* text = nullptr;
      const Handle memory = text_type(type, H5T_VARIABLE);
      read(memory, &text);
      const std::string result = text != nullptr ? text : "";
      H5Dvlen_reclaim(memory, space, H5P_DEFAULT, &text);
      return result;
    }
    if (H5Aget_storage_size(attribute) > most_attribute_bytes) return {};
    std::string result(H5Tget_size(type) + 1, '\0');
    read(text_type(type, result.size()), result.data());
    result.resize(std::strlen(result.c_str()));
    return result;
  }

  /// C strings in the character set of the file's, between which HDF5 does not convert.
  static Handle text_type(hid_t stored, std::size_t bytes) {
    Handle type(H5Tcopy(H5T_C_S1), H5Tclose);
    H5Tset_size(type, bytes);
    H5Tset_cset(type, H5Tget_cset(stored));
    return type;
  }

  /// The dataset, opened once and looked at before anything of it is read.
  const Opened& open(const std::string& name) {
    for (const Opened& known : opened_) {
      if (known.name == name) return known;
    }
    Handle creation_order(H5Pcreate(H5P_DATASET_ACCESS), H5Pclose);
    Handle dataset(H5Dopen2(file_, name.c_str(), creation_order), H5Dclose);
    if (!dataset.is_valid()) fail(name, "cannot be opened");
    Handle creation(H5Dget_create_plist(dataset), H5Pclose);
    check_storage(place(name), creation);
    if (const std::uint64_t chunk = chunk_bytes(place(name), dataset, creation); chunk > (std::uint64_t{1} << 20)) {
      // A chunk that the cache has no room for would be inflated for every piece that is read of it.
      H5Pset_chunk_cache(creation_order, 521, chunk, 1);
      dataset = Handle(H5Dopen2(file_, name.c_str(), creation_order), H5Dclose);
      if (!dataset.is_valid()) fail(name, "cannot be opened");
    }
    Opened opened{name, std::move(dataset), {}, {}, {}};
    opened.space = Handle(H5Dget_space(opened.dataset), H5Sclose);
    opened.type = Handle(H5Dget_type(opened.dataset), H5Tclose);
    if (!opened.space.is_valid() || !opened.type.is_valid()) fail(name, "cannot be read");
    describe_type(opened.type, opened.info);
    if (H5Sget_simple_extent_type(opened.space) == H5S_NULL) refuse(name, "holds no values");
    const int rank = H5Sget_simple_extent_ndims(opened.space);
    hsize_t shape[H5S_MAX_RANK];
    H5Sget_simple_extent_dims(opened.space, shape, nullptr);
    opened.info.shape.assign(shape, shape + std::max(rank, 0));
    opened.info.most_bytes = most_bytes(place(name), opened.dataset, creation, opened.info.shape, bytes_);
    opened_.push_back(std::move(opened));
    return opened_.back();
  }

  /// The rows in the file, and as many in memory.
  std::pair<Handle, Handle> select(const std::string& name, const Opened& opened, std::uint64_t first,
                                   std::uint64_t count) const {
    Handle from(H5Scopy(opened.space), H5Sclose);
    if (opened.info.shape.empty()) return {std::move(from), Handle(H5Screate(H5S_SCALAR), H5Sclose)};
    hsize_t start[H5S_MAX_RANK] = {}, size[H5S_MAX_RANK];
    std::copy(opened.info.shape.begin(), opened.info.shape.end(), size);
    start[0] = first;
    size[0] = count;
    const int rank = static_cast<int>(opened.info.shape.size());
    Handle to(H5Screate_simple(rank, size, nullptr), H5Sclose);
    if (H5Sselect_hyperslab(from, H5S_SELECT_SET, start, nullptr, size, nullptr) < 0) fail(name, "cannot be read");
    return {std::move(from), std::move(to)};
  }

  void read_as(hid_t type, const std::string& name, std::uint64_t first, std::uint64_t count, void* out) {
    if (count == 0) return;
    const Opened& opened = open(name);
    const auto [from, to] = select(name, opened, first, count);
    if (H5Dread(opened.dataset, type, to, from, H5P_DEFAULT, out) < 0) fail(name, "cannot be read");
  }

  void read_texts(const std::string& name, const Opened& opened, std::uint64_t first, std::span<std::string> out) {
    const auto [from, to] = select(name, opened, first, out.size());
    const auto check = [&](std::uint64_t bytes) {
      if (bytes > most_text_bytes)
        refuse(name, "has texts of more than " + std::to_string(most_text_bytes >> 20) + " MiB");
    };
    if (H5Tis_variable_str(opened.type) > 0) {
      const Handle memory = text_type(opened.type, H5T_VARIABLE);
      hsize_t bytes = 0;
      if (H5Dvlen_get_buf_size(opened.dataset, memory, from, &bytes) < 0) fail(name, "cannot be read");
      check(bytes);
      std::vector<char*> texts(out.size(), nullptr);
      if (H5Dread(opened.dataset, memory, to, from, H5P_DEFAULT, texts.data()) < 0) fail(name, "cannot be read");
      for (std::size_t i = 0; i < out.size(); ++i) out[i] = texts[i] != nullptr ? texts[i] : "";
      H5Dvlen_reclaim(memory, to, H5P_DEFAULT, texts.data());
      return;
    }
    const std::size_t width = H5Tget_size(opened.type) + 1;
    check(width > most_text_bytes ? width : width * out.size());
    std::vector<char> texts(width * out.size(), '\0');
    const Handle memory = text_type(opened.type, width);
    if (H5Dread(opened.dataset, memory, to, from, H5P_DEFAULT, texts.data()) < 0) fail(name, "cannot be read");
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = texts.data() + i * width;
  }

  std::string path_;
  std::uint64_t bytes_ = 0;
  Handle file_;
  std::vector<Opened> opened_;
};

}  // namespace

std::unique_ptr<DataSource> open_hdf5(const std::string& path) { return std::make_unique<FileSource>(path); }

}  // namespace abut::io
