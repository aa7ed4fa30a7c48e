// Contact history on a device: which of the last step's each pair and contact is, and what is carried along.
#include "abut/contacts/history.h"

#include <optional>
#include <string>
#include <vector>

#include "host/python/device_scene.h"
#include "host/python/overlap.h"

namespace abut::python {
namespace {

using nb::literals::operator""_a;

/// A list on a device: pairs, and how many of them there are where that is told.
class DeviceList {
 public:
  DeviceList(const Cuda& cuda, nb::handle pairs, nb::handle count, const std::string& name)
      : array_(pairs, name, Array::Use::read, cuda.stream),
        pairs_(pairs_of(array_.require_device())),
        listed_(listed_count(cuda, count, (name + "_count").c_str())) {}
  std::span<const Pair> pairs() const { return pairs_; }
  const Array& array() const { return array_; }
  /// Null where all of them are.
  const std::uint64_t* count() const { return listed_ ? listed_->get() : nullptr; }
  void require_apart_from(const Array& written) const {
    require_apart(written, array_);
    if (listed_) require_apart(written, *listed_->array());
  }

 private:
  Array array_;
  std::span<const Pair> pairs_;
  std::optional<DeviceCount> listed_;
};

/// A number in memory of the device, for a call that wants one.
class OwnCount {
 public:
  OwnCount(const Cuda& cuda, std::uint64_t number) : memory_(cuda, sizeof(number)) {
    backend::copy_to_device(cuda.stream, memory_.data(), &number, sizeof(number));
  }
  std::uint64_t* get() const { return static_cast<std::uint64_t*>(memory_.data()); }

 private:
  host::DeviceMemory memory_;
};

PairList list_of(const DeviceList& list, const std::optional<OwnCount>& own) {
  std::uint64_t* const count = own ? own->get() : const_cast<std::uint64_t*>(list.count());
  return {const_cast<Pair*>(list.pairs().data()), list.pairs().size(), count};
}

/// Places, one of each of `now`, and how many are not new.
class Places {
 public:
  Places(const Cuda& cuda, nb::handle out, nb::handle matched, std::size_t count)
      : out_(out, "out", Array::Use::write, cuda.stream) {
    places_ = out_.require({{Scalar::u32}, {static_cast<std::int64_t>(count)}})
                  .require_device()
                  .elements<std::uint32_t>()
                  .data();
    if (matched.is_none()) return;
    matched_.emplace(cuda, matched, "matched", Array::Use::write);
    require_apart(*matched_->array(), out_);
  }
  std::uint32_t* get() const { return places_; }
  std::uint64_t* matched() const { return matched_ ? matched_->get() : nullptr; }
  /// Calls `check(array)` with what is written.
  template <class Check>
  void each(Check&& check) const {
    check(out_);
    if (matched_) check(*matched_->array());
  }

 private:
  Array out_;
  std::uint32_t* places_ = nullptr;
  std::optional<DeviceCount> matched_;
};

void match_pairs(nb::handle before, nb::handle before_count, nb::handle now, nb::handle now_count, nb::handle out,
                 nb::handle matched, std::uintptr_t stream) {
  const Cuda cuda = cuda_of(stream);
  const DeviceList old_pairs(cuda, before, before_count, "before"), pairs(cuda, now, now_count, "now");
  const Places places(cuda, out, matched, pairs.pairs().size());
  places.each([&](const Array& array) { old_pairs.require_apart_from(array), pairs.require_apart_from(array); });
  without_lock([&] {
    std::optional<OwnCount> old_own, own;
    if (old_pairs.count() == nullptr) old_own.emplace(cuda, old_pairs.pairs().size());
    if (pairs.count() == nullptr) own.emplace(cuda, pairs.pairs().size());
    abut::match_pairs(cuda, list_of(old_pairs, old_own), list_of(pairs, own), places.get(), places.matched());
  });
}

/// What contacts on a device are told from each other by: (feature_a, feature_b, key, status).
class DeviceIds {
 public:
  DeviceIds(const Cuda& cuda, const std::string& name, nb::handle pairs, nb::handle count, const nb::tuple& fields)
      : list_(cuda, pairs, count, name + "_pairs") {
    held_.reserve(4);
    const auto rows = static_cast<std::int64_t>(list_.pairs().size());
    const auto take = [&](std::size_t i, const char* field, Scalar scalar) -> const Array& {
      return held_.emplace_back(fields[i], name + "." + field, Array::Use::read, cuda.stream)
          .require({{scalar}, {rows}})
          .require_device();
    };
    ids_.pairs = list_.pairs().data();
    ids_.feature_a = take(0, "feature_a", Scalar::u64).elements<const Feature>().data();
    ids_.feature_b = take(1, "feature_b", Scalar::u64).elements<const Feature>().data();
    ids_.key = take(2, "key", Scalar::u64).elements<const std::uint64_t>().data();
    const nb::handle status = fields[3];
    if (!status.is_none()) ids_.status = take(3, "status", Scalar::u8).elements<const std::uint8_t>().data();
    ids_.capacity = list_.pairs().size();
    ids_.count = list_.count();
  }
  const ContactIds& get() const { return ids_; }
  void require_apart_from(const Array& written) const {
    list_.require_apart_from(written);
    for (const Array& array : held_) require_apart(written, array);
  }

 private:
  DeviceList list_;
  std::vector<Array> held_;
  ContactIds ids_;
};

void match_contacts(nb::handle before_pairs, nb::handle before_count, const nb::tuple& before, nb::handle now_pairs,
                    nb::handle now_count, const nb::tuple& now, nb::handle out, nb::handle matched,
                    std::uintptr_t stream) {
  const Cuda cuda = cuda_of(stream);
  const DeviceIds old_ids(cuda, "before", before_pairs, before_count, before);
  const DeviceIds ids(cuda, "now", now_pairs, now_count, now);
  const Places places(cuda, out, matched, ids.get().capacity);
  places.each([&](const Array& array) { old_ids.require_apart_from(array), ids.require_apart_from(array); });
  without_lock([&] {
    const host::DeviceMemory working(cuda, match_contacts_workspace(cuda, old_ids.get().capacity));
    abut::match_contacts(cuda.with(working), old_ids.get(), ids.get(), places.get(), places.matched());
  });
}

/// (N,) or (N, K), as `like` has it.
void require_rows(const Array& array, const Array& like, std::int64_t rows) {
  if (like.dimensions() == 1) {
    array.require({{like.scalar()}, {rows}});
  } else {
    array.require({{like.scalar()}, {rows, like.extent(1)}});
  }
}

void carry(nb::handle places, nb::handle before, nb::handle out, nb::handle count, std::uintptr_t stream) {
  const Cuda cuda = cuda_of(stream);
  const Array which(places, "places", Array::Use::read, cuda.stream);
  const auto numbers = which.require({{Scalar::u32}, {any_extent}}).require_device().elements<const std::uint32_t>();
  const Array from(before, "before", Array::Use::read, cuda.stream), to(out, "out", Array::Use::write, cuda.stream);
  const std::optional<DeviceCount> listed = listed_count(cuda, count, "count");
  from.require_device(), to.require_device();
  if (from.scalar() == Scalar::other) from.refuse_type("an array of numbers");
  if (from.dimensions() != 1 && from.dimensions() != 2) from.refuse("an array of shape (N,) or (N, K)");
  require_rows(from, from, any_extent);
  require_rows(to, from, static_cast<std::int64_t>(numbers.size()));
  const std::size_t row = from.item_bytes() * (from.dimensions() == 2 ? static_cast<std::size_t>(from.extent(1)) : 1);
  if (row % 4 != 0) from.refuse("an array whose rows are a multiple of 4 bytes");
  const auto old_bytes = from.elements<const std::byte>();
  const auto bytes = to.elements<std::byte>();
  require_apart(to, from), require_apart(to, which);
  if (listed) require_apart(to, *listed->array());
  without_lock([&] {
    const Carried carried{numbers.data(), numbers.size(), listed ? listed->get() : nullptr};
    abut::carry(cuda, carried, old_bytes.data(), bytes.data(), row);
  });
}

}  // namespace

void bind_device_history(nb::module_& m) {
  m.def("_device_match_pairs", &match_pairs, "before"_a, "before_count"_a.none(), "now"_a, "now_count"_a.none(),
        "out"_a, "matched"_a.none(), "stream"_a,
        nb::sig("def _device_match_pairs(before: typing.Any, before_count: typing.Any, now: typing.Any, now_count: "
                "typing.Any, out: typing.Any, matched: typing.Any, stream: int) -> None"));
  m.def("_device_match_contacts", &match_contacts, "before_pairs"_a, "before_count"_a.none(), "before"_a, "now_pairs"_a,
        "now_count"_a.none(), "now"_a, "out"_a, "matched"_a.none(), "stream"_a,
        nb::sig("def _device_match_contacts(before_pairs: typing.Any, before_count: typing.Any, before: "
                "tuple[typing.Any, ...], now_pairs: typing.Any, now_count: typing.Any, now: tuple[typing.Any, ...], "
                "out: typing.Any, matched: typing.Any, stream: int) -> None"));
  m.def("_device_carry", &carry, "places"_a, "before"_a, "out"_a, "count"_a.none(), "stream"_a,
        nb::sig("def _device_carry(places: typing.Any, before: typing.Any, out: typing.Any, count: typing.Any, stream: "
                "int) -> None"));
}

}  // namespace abut::python
