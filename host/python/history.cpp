// Contact history: which of the last step's each pair and contact is.
#include "abut/contacts/history.h"

#include <string>
#include <vector>

#include "host/python/array.h"
#include "host/python/contact_arrays.h"
#include "host/python/held.h"
#include "host/python/module.h"
#include "host/python/numpy.h"

namespace abut::python {
namespace {

using nb::literals::operator""_a;

nb::object match_pairs(nb::handle before, nb::handle now, int threads) {
  const Array before_array(before, "before"), now_array(now, "now");
  const auto old_pairs = pairs_of(before_array.require_host()), pairs = pairs_of(now_array.require_host());
  return numpy_of<std::uint32_t>(without_lock([&] { return abut::match_pairs(Cpu{threads}, old_pairs, pairs); }));
}

/// The arrays that contacts are told from each other by. Data only but for that.
class Ids {
 public:
  Ids(const std::string& name, nb::handle pairs, nb::handle feature_a, nb::handle feature_b, nb::handle key,
      nb::handle status) {
    arrays_.reserve(5);
    const auto pairs_span = pairs_of(arrays_.emplace_back(pairs, name + "_pairs").require_host());
    const auto count = static_cast<std::int64_t>(pairs_span.size());
    const auto words = [&](nb::handle object, const char* field) {
      return arrays_.emplace_back(object, name + "." + field)
          .require({{Scalar::u64}, {count}})
          .require_host()
          .elements<const std::uint64_t>()
          .data();
    };
    ids_.pairs = pairs_span.data();
    ids_.feature_a = reinterpret_cast<const Feature*>(words(feature_a, "feature_a"));
    ids_.feature_b = reinterpret_cast<const Feature*>(words(feature_b, "feature_b"));
    ids_.key = words(key, "key");
    if (!status.is_none()) {
      ids_.status = arrays_.emplace_back(status, name + ".status")
                        .require({{Scalar::u8}, {count}})
                        .require_host()
                        .elements<const std::uint8_t>()
                        .data();
    }
    ids_.capacity = pairs_span.size();
  }
  const ContactIds& get() const { return ids_; }

 private:
  std::vector<Array> arrays_;
  ContactIds ids_;
};

nb::object match_contacts(nb::handle before_pairs, const nb::tuple& before, nb::handle now_pairs, const nb::tuple& now,
                          int threads) {
  const Ids old_ids("before", before_pairs, before[0], before[1], before[2], before[3]);
  const Ids ids("now", now_pairs, now[0], now[1], now[2], now[3]);
  return numpy_of<std::uint32_t>(
      without_lock([&] { return abut::match_contacts(Cpu{threads}, old_ids.get(), ids.get()); }));
}

void carry_rows(nb::handle places, nb::handle before, nb::handle now, std::size_t row_bytes, int threads) {
  const Array place_array(places, "places"), old_array(before, "before"), array(now, "now", Array::Use::write);
  const auto numbers =
      place_array.require({{Scalar::u32}, {any_extent}}).require_host().elements<const std::uint32_t>();
  const auto from = old_array.require({{Scalar::u8}, {any_extent}}).require_host().elements<const std::byte>();
  const auto to = array.require({{Scalar::u8}, {any_extent}}).require_host().elements<std::byte>();
  without_lock([&] { history_detail::carry_bytes(Cpu{threads}, numbers, from, to, row_bytes); });
}

}  // namespace

void bind_history(nb::module_& m) {
  m.attr("NO_MATCH") = no_match;
  m.def(
      "match_pairs", &match_pairs, "before"_a, "now"_a, nb::kw_only(), "threads"_a = 0,
      nb::sig("def match_pairs(before: numpy.typing.NDArray[numpy.uint32], now: numpy.typing.NDArray[numpy.uint32], *, "
              "threads: int = 0) -> numpy.typing.NDArray[numpy.uint32]"),
      "The place of each pair of `now` in `before`, NO_MATCH for what is new.\n\n"
      "Both (M, 2) uint32, sorted by column 0, then 1, as searches make them. Returns (M,) uint32.");
  m.def("_match_contacts", &match_contacts, "before_pairs"_a, "before"_a, "now_pairs"_a, "now"_a, "threads"_a,
        nb::sig(
            "def _match_contacts(before_pairs: typing.Any, before: tuple[typing.Any, ...], now_pairs: typing.Any, now: "
            "tuple[typing.Any, ...], threads: int) -> numpy.typing.NDArray[numpy.uint32]"),
        "Of (feature_a, feature_b, key, status).");
  m.def(
      "_carry", &carry_rows, "places"_a, "before"_a, "now"_a, "row_bytes"_a, "threads"_a,
      nb::sig(
          "def _carry(places: typing.Any, before: typing.Any, now: typing.Any, row_bytes: int, threads: int) -> None"),
      "Of the arrays' bytes.");
}

}  // namespace abut::python
