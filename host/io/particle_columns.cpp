#include "host/io/particle_columns.h"

#include <algorithm>
#include <initializer_list>

namespace abut::io {
namespace {

using Names = std::vector<std::string_view>;
using Family = std::array<const char*, 4>;

// Names that say what they are, w first; and names that only count.
constexpr Family named[] = {{"quatw", "quati", "quatj", "quatk"}, {"qw", "qx", "qy", "qz"}};
constexpr Family counted[] = {{"quat1", "quat2", "quat3", "quat4"}, {"q0", "q1", "q2", "q3"}, {"q1", "q2", "q3", "q4"}};

std::string join(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : ", ") + in_quotes(word);
  return text;
}

class ColumnFinder {
 public:
  ColumnFinder(const ParticleLines& lines, const Names& names, const ParticleListOptions& options)
      : lines_(lines), options_(options) {
    out_.names.assign(names.begin(), names.end());
    used_.resize(names.size());
  }

  ParticleColumns find() {
    check_names();
    out_.id = one_of({"id"});
    out_.shape = one_of({"shape", "type", "shape_id"});
    out_.radius = one_of({"radius", "r"});
    position();
    orientation();
    for (std::size_t i = 0; i < out_.names.size(); ++i) {
      if (!used_[i]) out_.unused.push_back(out_.names[i]);
    }
    return std::move(out_);
  }

 private:
  void check_names() const {
    for (std::size_t i = 0; i < out_.names.size(); ++i) {
      if (out_.names[i].empty()) lines_.fail("column " + std::to_string(i + 1) + " has no name");
      const auto first = std::find(out_.names.begin(), out_.names.end(), out_.names[i]);
      const auto at = static_cast<std::size_t>(first - out_.names.begin());
      if (at < i) {
        lines_.fail("columns " + std::to_string(at + 1) + " and " + std::to_string(i + 1) + " are both " +
                    in_quotes(out_.names[i]) + "; each name is allowed once");
      }
    }
  }

  std::optional<std::size_t> place(std::string_view name) {
    const auto found = std::find(out_.names.begin(), out_.names.end(), name);
    if (found == out_.names.end()) return std::nullopt;
    return static_cast<std::size_t>(found - out_.names.begin());
  }

  /// The column that has one of these names; the others of them, if there are any, are passed over.
  std::optional<std::size_t> one_of(std::initializer_list<const char*> names) {
    for (const char* name : names) {
      const auto at = place(name);
      if (!at) continue;
      used_[*at] = true;
      return at;
    }
    return std::nullopt;
  }

  void position() {
    const char* const axes[3][2] = {{"x", "xu"}, {"y", "yu"}, {"z", "zu"}};
    const char* const scaled[3] = {"xs", "ys", "zs"};
    for (std::size_t k = 0; k < 3; ++k) {
      const auto at = one_of({axes[k][0], axes[k][1]});
      if (at) {
        out_.position[k] = *at;
        continue;
      }
      if (place(scaled[k])) {
        lines_.fail(std::string("column ") + in_quotes(scaled[k]) +
                    " is scaled by the box; allowed are x, y, z or xu, yu, zu");
      }
      lines_.fail("no column " + in_quotes(axes[k][0]) + " among " + join(out_.names) +
                  "; columns x, y, z (or xu, yu, zu) are needed, named in this line");
    }
  }

  /// The places of four names; none if the first is missing.
  template <class Four>
  std::optional<std::array<std::size_t, 4>> four(const Four& names) {
    std::array<std::size_t, 4> places{};
    if (!place(names[0])) return std::nullopt;
    for (std::size_t k = 0; k < 4; ++k) {
      const auto at = place(names[k]);
      if (!at) lines_.fail("column " + in_quotes(names[k]) + " is missing beside " + in_quotes(names[0]));
      places[k] = *at;
    }
    return places;
  }

  void orientation() {
    std::optional<std::array<std::size_t, 4>> by_name, by_count;
    for (const Family& family : named) {
      if (!by_name) by_name = four(family);
    }
    if (!options_.quaternion_columns.empty()) {
      by_name.reset();  // the caller's word counts
      by_count = four(options_.quaternion_columns);
      if (!by_count) {
        lines_.fail("no column " + in_quotes(options_.quaternion_columns[0]) + " among " + join(out_.names));
      }
    }
    for (const Family& family : counted) {
      if (!by_count && !by_name) by_count = four(family);
    }
    if (by_name) {
      if (options_.quaternion != QuaternionOrder::by_name) {
        lines_.fail("the quaternion's columns say their order by their names; no order may be given besides");
      }
      use(*by_name);
    } else if (by_count) {
      use(in_order(*by_count));
    } else if (options_.quaternion != QuaternionOrder::by_name) {
      lines_.fail("a quaternion's order is given and there is no quaternion among " + join(out_.names));
    }
  }

  std::array<std::size_t, 4> in_order(const std::array<std::size_t, 4>& at) const {
    if (options_.quaternion == QuaternionOrder::wxyz) return at;
    if (options_.quaternion == QuaternionOrder::xyzw) return {at[3], at[0], at[1], at[2]};
    lines_.fail("columns " + in_quotes(out_.names[at[0]]) + " to " + in_quotes(out_.names[at[3]]) +
                " do not say the quaternion's order; give it: wxyz (scalar first) or xyzw (scalar last)");
  }

  void use(const std::array<std::size_t, 4>& places) {
    for (const std::size_t at : places) used_[at] = true;
    out_.quaternion = places;
  }

  const ParticleLines& lines_;
  const ParticleListOptions& options_;
  ParticleColumns out_;
  std::vector<bool> used_;
};

}  // namespace

ParticleColumns find_columns(const ParticleLines& lines, const Names& names, const ParticleListOptions& options) {
  return ColumnFinder(lines, names, options).find();
}

}  // namespace abut::io
