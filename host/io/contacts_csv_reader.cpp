// Reads contacts.csv back: the same numbers that were written, checked against the parts of the scene.
#include <charconv>
#include <cmath>
#include <limits>
#include <string_view>
#include <vector>

#include "abut/core/error.h"
#include "abut/facet_contacts.h"
#include "host/io/result_files.h"

namespace abut::io {
namespace {

/// One line of the file, and where it is for who complains.
class CsvLine {
 public:
  CsvLine(const std::string& path, std::uint64_t number, std::string_view line, const std::vector<std::string>& columns)
      : path_(path), number_(number), columns_(columns) {
    for (std::size_t begin = 0;;) {
      const std::size_t comma = line.find(',', begin);
      fields_.push_back(line.substr(begin, comma == std::string_view::npos ? comma : comma - begin));
      if (comma == std::string_view::npos) break;
      begin = comma + 1;
    }
    if (fields_.size() != columns.size()) {
      fail("has " + std::to_string(fields_.size()) + " fields; allowed are " + std::to_string(columns.size()));
    }
  }

  /// The next field as a number.
  template <class N>
  N next(N most, int base = 10) {
    const std::string_view text = fields_[at_];
    N value{};
    std::from_chars_result result{};
    if constexpr (std::is_floating_point_v<N>) {
      static_cast<void>(base);
      result = std::from_chars(text.data(), text.data() + text.size(), value);
    } else {
      result = std::from_chars(text.data(), text.data() + text.size(), value, base);
    }
    const bool whole = result.ec == std::errc() && result.ptr == text.data() + text.size() && !text.empty();
    if constexpr (std::is_floating_point_v<N>) {
      if (!whole || !std::isfinite(value)) fail_field("allowed are finite numbers");
    } else {
      if (!whole || value > most) fail_field("allowed are 0 to " + std::to_string(most));
    }
    ++at_;
    return value;
  }
  template <class T>
  T number() {
    return next<T>(T(0));
  }
  std::uint64_t key() {
    const std::string_view text = fields_[at_];
    if (text.size() != 16) fail_field("allowed are 16 hexadecimal digits");
    return next<std::uint64_t>(std::numeric_limits<std::uint64_t>::max(), 16);
  }
  Feature feature() {
    const std::string_view text = fields_[at_];
    if (text == "-") return ++at_, Feature{0};
    const std::size_t kind = text.empty() ? std::string_view::npos : std::string_view("vef").find(text[0]);
    if (kind == std::string_view::npos) fail_field("allowed are '-' and v, e or f with a number");
    fields_[at_].remove_prefix(1);
    return make_feature(static_cast<FeatureKind>(kind + 1), next<std::uint32_t>(0xffffffffu));
  }
  std::uint8_t status() {
    for (int i = 0; i < status_count; ++i) {
      for (const std::uint8_t flag : {std::uint8_t{0}, std::uint8_t{normal_undefined_flag}}) {
        const auto byte = static_cast<std::uint8_t>(i | flag);
        if (fields_[at_] == status_text(byte)) return ++at_, byte;
      }
    }
    fail_field("allowed is a status, as docs/reference/scene-format.md lists them");
  }

  void facets(ContactFacets& out) {
    if (fields_[at_] == "-") {
      none("facet_a", 3);
      out.facet_a.push_back(ContactFacets::none), out.facet_b.push_back(ContactFacets::none);
      out.kind.push_back(FacetContactKind::apart);
      return;
    }
    out.facet_a.push_back(next<std::uint32_t>(ContactFacets::none - 1));
    out.facet_b.push_back(next<std::uint32_t>(ContactFacets::none - 1));
    for (const FacetContactKind kind : {FacetContactKind::apart, FacetContactKind::below, FacetContactKind::crossing,
                                        FacetContactKind::touching, FacetContactKind::part}) {
      if (fields_[at_] == facet_kind_name(kind)) return ++at_, out.kind.push_back(kind);
    }
    fail_field("allowed are apart, below, crossing, touching, part");
  }
  void knots(ContactKnots& out) {
    if (fields_[at_] == "-") {
      none("u", 2);
      out.u.push_back(std::numeric_limits<double>::quiet_NaN());
      out.v.push_back(std::numeric_limits<double>::quiet_NaN());
      return;
    }
    out.u.push_back(number<double>()), out.v.push_back(number<double>());
  }

  /// For a value that was read last.
  [[noreturn]] void fail_last(const std::string& allowed) {
    --at_;
    fail_field(allowed);
  }

 private:
  /// So many fields that have nothing, of which `first` is the first one.
  void none(const char* first, int count) {
    for (int k = 0; k < count; ++k, ++at_) {
      if (fields_[at_] != "-") fail_field(std::string("allowed is '-', as in ") + first);
    }
  }
  [[noreturn]] void fail(const std::string& problem) const {
    throw InvalidInput(path_ + ": line " + std::to_string(number_) + " " + problem);
  }
  [[noreturn]] void fail_field(const std::string& allowed) const {
    std::string shown(fields_[at_].substr(0, 40));
    for (char& c : shown) c = static_cast<unsigned char>(c) < 0x20 || static_cast<unsigned char>(c) > 0x7e ? '?' : c;
    fail(columns_[at_] + " is '" + shown + "'; " + allowed);
  }

  const std::string& path_;
  std::uint64_t number_;
  const std::vector<std::string>& columns_;
  std::vector<std::string_view> fields_;
  std::size_t at_ = 0;
};

template <class T>
void read_line(CsvLine& line, const PartsView& parts, Detection<T>& out) {
  const std::uint32_t most = parts.count - 1;
  Pair pair{};
  pair.a = line.next<std::uint32_t>(most);
  pair.b = line.next<std::uint32_t>(most);
  if (line.next<std::uint32_t>(0xffffffffu) != parts.body[pair.a]) {
    line.fail_last("part " + std::to_string(pair.a) + " of the scene is of body " + std::to_string(parts.body[pair.a]));
  }
  if (line.next<std::uint32_t>(0xffffffffu) != parts.body[pair.b]) {
    line.fail_last("part " + std::to_string(pair.b) + " of the scene is of body " + std::to_string(parts.body[pair.b]));
  }
  out.pairs.push_back(pair);
  Contacts<T>& c = out.contacts;
  std::vector<T>* const numbers[] = {&c.separation,  &c.normal_x,    &c.normal_y,    &c.normal_z,    &c.witness_a_x,
                                     &c.witness_a_y, &c.witness_a_z, &c.witness_b_x, &c.witness_b_y, &c.witness_b_z,
                                     &c.point_x,     &c.point_y,     &c.point_z};
  for (std::vector<T>* const column : numbers) column->push_back(line.number<T>());
  c.feature_a.push_back(line.feature());
  c.feature_b.push_back(line.feature());
  c.lower_bound.push_back(line.number<T>());
  c.bound_gap.push_back(line.number<T>());
  c.status.push_back(line.status());
  c.gjk_iterations.push_back(static_cast<std::uint8_t>(line.next<std::uint32_t>(255)));
  c.epa_iterations.push_back(static_cast<std::uint8_t>(line.next<std::uint32_t>(255)));
  c.key.push_back(line.key());
  if (out.facets) line.facets(*out.facets);
  if (out.knots) line.knots(*out.knots);
}

/// What the header says that there is.
template <class T>
void read_header(const std::string& path, const std::string& header, Detection<T>& out) {
  for (const bool facets : {false, true}) {
    for (const bool knots : {false, true}) {
      if (header != contacts_header(facets, knots)) continue;
      if (facets) out.facets.emplace();
      if (knots) out.knots.emplace();
      return;
    }
  }
  throw InvalidInput(path + ": line 1 is not the header of contacts.csv (docs/reference/scene-format.md)");
}

}  // namespace

template <class T>
Detection<T> read_contacts_csv(const std::string& path, const PartsView& parts) {
  const std::string text = read_text(path);
  Detection<T> out;
  std::uint64_t number = 0;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = text.find('\n', begin);
    ++number;
    if (end == std::string::npos)
      throw InvalidInput(path + ": line " + std::to_string(number) + " has no end: the file is cut off");
    const std::string_view line(text.data() + begin, end - begin);
    begin = end + 1;
    if (number == 1) {
      read_header(path, std::string(line) + '\n', out);
      continue;
    }
    if (parts.count == 0) throw InvalidInput(path + ": line 2: the scene has no parts, and no contact is allowed");
    CsvLine fields(path, number, line, contacts_columns(out.facets.has_value(), out.knots.has_value()));
    read_line(fields, parts, out);
  }
  if (number == 0) throw InvalidInput(path + ": is empty; allowed is what `abut detect --out` writes");
  return out;
}

template Detection<float> read_contacts_csv(const std::string&, const PartsView&);
template Detection<double> read_contacts_csv(const std::string&, const PartsView&);

}  // namespace abut::io
