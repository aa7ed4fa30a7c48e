// Files of named arrays that lie in memory: a DataSource and a DataSink that need no HDF5.
#pragma once

#include <cstring>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include "host/io/data_source.h"

namespace abut::test {

struct MemoryDataset {
  io::DatasetInfo info;
  std::vector<double> reals;            ///< of kind real
  std::vector<std::uint64_t> integers;  ///< of kind integer; negative ones wrap
  std::vector<std::string> texts;
};

struct MemoryData {
  std::vector<std::pair<std::string, io::DataAttribute>> attributes;
  std::map<std::string, MemoryDataset> datasets;
  std::vector<std::string> more_groups;

  void set(const std::string& name, io::DataAttribute value) {
    for (auto& [known, old] : attributes) {
      if (known == name) {
        old = std::move(value);
        return;
      }
    }
    attributes.emplace_back(name, std::move(value));
  }
};

class MemorySource final : public io::DataSource {
 public:
  explicit MemorySource(const MemoryData& data, std::string name = "memory.h5") : data_(data), name_(std::move(name)) {}

  const std::string& file() const override { return name_; }
  std::vector<io::DataEntry> entries() override {
    std::vector<io::DataEntry> found;
    std::map<std::string, bool> groups;
    for (const std::string& group : data_.more_groups) groups[group] = true;
    for (const auto& [path, set] : data_.datasets) {
      if (path.find('/') != std::string::npos) groups[path.substr(0, path.find('/'))] = true;
    }
    for (const auto& [group, there] : groups) found.push_back({group, there});
    for (const auto& [path, set] : data_.datasets) found.push_back({path, false});
    return found;
  }
  std::vector<std::string> attributes() override {
    std::vector<std::string> names;
    for (const auto& [name, value] : data_.attributes) names.push_back(name);
    return names;
  }
  io::DataAttribute attribute(const std::string& name) override {
    for (const auto& [known, value] : data_.attributes) {
      if (known == name) return value;
    }
    throw std::logic_error("asked for an attribute that is not there: " + name);
  }
  io::DatasetInfo info(const std::string& dataset) override { return find(dataset).info; }

  void read(const std::string& d, std::uint64_t first, std::uint64_t count, std::span<double> out) override {
    const MemoryDataset& set = find(d);
    const auto at = begin(set, first, count, out.size());
    for (std::size_t i = 0; i < out.size(); ++i) {
      if (set.info.kind == io::DatasetInfo::Kind::integer) {
        const std::uint64_t value = get(set.integers, at + i);
        out[i] =
            set.info.is_signed ? static_cast<double>(static_cast<std::int64_t>(value)) : static_cast<double>(value);
      } else {
        out[i] = get(set.reals, at + i);
      }
    }
  }
  void read(const std::string& d, std::uint64_t first, std::uint64_t count, std::span<std::uint32_t> out) override {
    read_integers(d, first, count, out);
  }
  void read(const std::string& d, std::uint64_t first, std::uint64_t count, std::span<std::uint64_t> out) override {
    read_integers(d, first, count, out);
  }
  void read(const std::string& d, std::uint64_t first, std::uint64_t count, std::span<std::int64_t> out) override {
    read_integers(d, first, count, out);
  }
  void read(const std::string& d, std::uint64_t first, std::uint64_t count, std::span<std::string> out) override {
    const MemoryDataset& set = find(d);
    const auto at = begin(set, first, count, out.size());
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = get(set.texts, at + i);
  }

 private:
  const MemoryDataset& find(const std::string& name) const {
    const auto at = data_.datasets.find(name);
    if (at == data_.datasets.end()) throw std::logic_error("asked for a dataset that is not there: " + name);
    return at->second;
  }
  /// The first element of a row. What a reader should have looked at before it asked is a fault of the reader.
  static std::uint64_t begin(const MemoryDataset& set, std::uint64_t first, std::uint64_t count, std::size_t room) {
    std::uint64_t row = 1;
    for (std::size_t i = 1; i < set.info.shape.size(); ++i) row *= set.info.shape[i];
    if (set.info.shape.empty() || count > set.info.shape[0] || first > set.info.shape[0] - count) {
      throw std::logic_error("asked for rows that are not there");
    }
    if (room != count * row) throw std::logic_error("room for another number of elements than were asked for");
    return first * row;
  }
  template <class E>
  static const E& get(const std::vector<E>& all, std::uint64_t i) {
    if (i >= all.size()) throw std::logic_error("asked for elements that are not stored");
    return all[i];
  }
  template <class N>
  void read_integers(const std::string& d, std::uint64_t first, std::uint64_t count, std::span<N> out) {
    const MemoryDataset& set = find(d);
    const auto at = begin(set, first, count, out.size());
    for (std::size_t i = 0; i < out.size(); ++i) {
      const std::uint64_t value = get(set.integers, at + i);
      out[i] = static_cast<N>(value);
      if (static_cast<std::uint64_t>(out[i]) != value) throw std::logic_error("asked for a type that does not hold it");
    }
  }

  const MemoryData& data_;
  std::string name_;
};

class MemorySink final : public io::DataSink {
 public:
  explicit MemorySink(MemoryData& data) : data_(data) {}

  void attribute(const std::string& name, const std::string& value) override { data_.set(name, {value, "text"}); }
  void attribute(const std::string& name, double value) override { data_.set(name, {value, "float64"}); }
  void attribute(const std::string& name, std::int64_t value) override { data_.set(name, {value, "int64"}); }

  void create(const std::string& dataset, io::Element type, std::vector<std::uint64_t> shape) override {
    MemoryDataset& set = data_.datasets[dataset];
    const bool is_real = type == io::Element::f32 || type == io::Element::f64;
    set.info.kind = is_real ? io::DatasetInfo::Kind::real : io::DatasetInfo::Kind::integer;
    set.info.bits = static_cast<unsigned>(8 * bytes(type));
    set.info.type = (is_real ? "float" : "uint") + std::to_string(set.info.bits);
    std::uint64_t elements = 1;
    for (const std::uint64_t n : shape) elements *= n;
    set.info.most_bytes = elements * bytes(type);
    set.info.shape = std::move(shape);
    is_real ? set.reals.resize(elements) : set.integers.resize(elements);
    types_[dataset] = type;
  }
  void write(const std::string& dataset, std::uint64_t first, std::uint64_t count, const void* rows) override {
    MemoryDataset& set = data_.datasets.at(dataset);
    std::uint64_t row = 1;
    for (std::size_t i = 1; i < set.info.shape.size(); ++i) row *= set.info.shape[i];
    for (std::uint64_t i = first * row; i < (first + count) * row; ++i) {
      const auto take = [&](auto number) {
        std::memcpy(&number, static_cast<const char*>(rows) + (i - first * row) * sizeof number, sizeof number);
        return number;
      };
      switch (types_.at(dataset)) {
        case io::Element::u8: set.integers.at(i) = take(std::uint8_t{}); break;
        case io::Element::u32: set.integers.at(i) = take(std::uint32_t{}); break;
        case io::Element::u64: set.integers.at(i) = take(std::uint64_t{}); break;
        case io::Element::f32: set.reals.at(i) = static_cast<double>(take(float{})); break;
        case io::Element::f64: set.reals.at(i) = take(double{}); break;
      }
    }
  }
  void write_texts(const std::string& dataset, std::span<const std::string> texts) override {
    MemoryDataset& set = data_.datasets[dataset];
    set.info.kind = io::DatasetInfo::Kind::text;
    set.info.type = "text";
    set.info.shape = {texts.size()};
    set.info.bits = 8;
    set.info.most_bytes = texts.size();
    set.texts.assign(texts.begin(), texts.end());
  }
  void finish() override {}
  void publish() override {}

 private:
  static std::uint64_t bytes(io::Element type) {
    return type == io::Element::u8 ? 1 : type == io::Element::u32 || type == io::Element::f32 ? 4 : 8;
  }
  MemoryData& data_;
  std::map<std::string, io::Element> types_;
};

}  // namespace abut::test
