// Particle lists: a table with a header line, or a text dump of LAMMPS and LIGGGHTS ("ITEM: ATOMS id type x ...").
// Source of the dump's form: the page "dump" of either manual.
#include <algorithm>
#include <cmath>
#include <unordered_set>

#include "abut/core/error.h"
#include "abut/particles.h"
#include "host/io/particle_columns.h"
#include "host/io/text_lines.h"

namespace abut {
namespace io {
namespace {

constexpr double norm_tolerance = 1e-3;  // a quaternion printed with four digits; a wrong column is farther off
constexpr std::string_view item = "ITEM: ";

class ParticleList {
 public:
  ParticleList(const std::string& path, const ParticleListOptions& options,
               const std::function<void(const Particle&)>& take)
      : lines_(path), options_(options), take_(take) {}

  ParticleListReport read() {
    if (!lines_.next_with_words()) lines_.fail_at_end("a header line that names the columns is needed");
    if (lines_.text().starts_with(item)) {
      read_dump();
    } else {
      read_table();
    }
    return std::move(report_);
  }

 private:
  // --- a table ---

  void read_table() {
    if (options_.frame) lines_.fail("is a table and has no frames; a frame may be chosen of a dump only");
    const std::string header = names_of_table();
    separator_ = header.find(',') != std::string::npos ? ',' : '\0';
    split_words(header, separator_, words_);
    set_columns(words_);
    while (lines_.next_with_words()) {
      if (!is_comment()) read_particle();
    }
  }

  /// The names stand in the first line, after a "#" if there is one; "#format x_y_z_r" is YADE's way to say them.
  std::string names_of_table() const {
    std::string header(lines_.text());
    const std::size_t mark = header.find('#');
    if (mark == std::string::npos || !Words(std::string_view(header).substr(0, mark)).at_end()) return header;
    header.erase(0, mark + 1);
    Words words(header);
    if (words.next() != "format") return header;
    std::string names(words.next());
    std::replace(names.begin(), names.end(), '_', ' ');
    return names;
  }

  bool is_comment() const {
    const std::size_t first = lines_.text().find_first_not_of(" \t");
    return first != std::string::npos && lines_.text()[first] == '#';
  }

  // --- a dump ---

  void read_dump() {
    std::uint64_t frame = 0;
    bool found = false, more = true;
    for (; more; ++frame) {
      const bool wanted = !options_.frame || *options_.frame == frame;
      if (found && !options_.frame) {
        lines_.fail("a second snapshot begins here; choose one, counted from 0 (--frame)");
      }
      more = read_frame(wanted);
      found = found || wanted;
      if (found && options_.frame) return;
    }
    if (!found) {
      lines_.fail_at_end("it has " + std::to_string(frame) + " snapshots, chosen is number " +
                         std::to_string(*options_.frame) + "; allowed: 0 to " + std::to_string(frame - 1));
    }
  }

  /// From its first "ITEM:" line on; whether another snapshot follows.
  bool read_frame(bool wanted) {
    std::optional<std::uint64_t> count;
    for (;;) {
      const std::string title(lines_.text().substr(0, std::min<std::size_t>(lines_.text().size(), 200)));
      if (title.starts_with("ITEM: ATOMS")) break;
      if (title.starts_with("ITEM: NUMBER OF ATOMS")) {
        count = one_number("the number of atoms");
        next_item();
      } else if (title.starts_with("ITEM: BOX BOUNDS")) {
        if (wanted) report_.periodic = report_.periodic || title.find('p') != std::string::npos;
        for (int k = 0; k < 3; ++k) next_line("the bounds of the box");
        next_item();
      } else if (title.starts_with("ITEM: TIMESTEP") || title.starts_with("ITEM: TIME") ||
                 title.starts_with("ITEM: UNITS") || title.starts_with("ITEM: LABEL")) {
        next_line("the value of " + in_quotes(title));
        next_item();
      } else {
        lines_.fail("begins with " + in_quotes(title) +
                    "; allowed: ITEM: TIMESTEP, NUMBER OF ATOMS, BOX BOUNDS, UNITS, TIME, LABEL or ATOMS");
      }
    }
    if (!count) lines_.fail("ITEM: ATOMS before ITEM: NUMBER OF ATOMS, which is needed");
    if (wanted) {
      split_words(lines_.text().substr(std::string_view("ITEM: ATOMS").size()), '\0', words_);
      set_columns(words_);
    }
    for (std::uint64_t i = 0; i < *count; ++i) {
      if (!lines_.next()) {
        lines_.fail_at_end("atom " + std::to_string(i + 1) + " of " + std::to_string(*count) + " is missing");
      }
      if (wanted) read_particle();
    }
    if (!lines_.next_with_words()) return false;
    if (!lines_.text().starts_with(item)) {
      lines_.fail("found a line after the " + std::to_string(*count) +
                  " atoms that were announced; the file should end before it, or a line ITEM: TIMESTEP begin");
    }
    return true;
  }

  void next_line(const std::string& what) {
    if (!lines_.next()) lines_.fail_at_end(what + " is needed");
  }
  void next_item() {
    if (!lines_.next_with_words()) lines_.fail_at_end("ITEM: ATOMS is needed");
  }
  std::uint64_t one_number(const char* what) {
    next_line(what);
    Words words(lines_.text());
    const std::string_view word = words.next();
    std::uint64_t value = 0;
    if (word.empty() || parse_integer(word, value) != Parsed::good || !words.at_end() || word[0] == '-') {
      lines_.fail(std::string(what) + " is " + in_quotes(lines_.text()) + "; a whole number, 0 or more, is needed");
    }
    return value;
  }

  // --- particles ---

  void set_columns(const std::vector<std::string_view>& names) {
    columns_ = find_columns(lines_, names, options_);
    report_.unused_columns = columns_.unused;
    report_.oriented = columns_.quaternion.has_value();
  }

  std::string column(std::size_t at) const {
    return "column " + std::to_string(at + 1) + " " + in_quotes(columns_.names[at]);
  }

  double number(std::size_t at) const {
    double value = 0;
    const Parsed parsed = parse_real(words_[at], value);
    if (parsed == Parsed::good) return value;
    lines_.fail(column(at) + " is " + in_quotes(words_[at]) +
                (parsed == Parsed::not_a_number ? "; a number is needed" : "; only finite numbers are allowed"));
  }

  std::uint64_t id(std::size_t at) {
    std::uint64_t value = 0;
    if (words_[at].empty() || parse_integer(words_[at], value) != Parsed::good || words_[at][0] == '-') {
      lines_.fail(column(at) + " is " + in_quotes(words_[at]) + "; a whole number, 0 or more, is needed");
    }
    if (!ids_.insert(value).second) {
      lines_.fail(column(at) + " is " + in_quotes(words_[at]) + ", which an earlier line has; each is allowed once");
    }
    return value;
  }

  void read_particle() {
    split_words(lines_.text(), separator_, words_);
    if (words_.size() != columns_.names.size()) {
      lines_.fail("has " + std::to_string(words_.size()) + " values; " + std::to_string(columns_.names.size()) +
                  " are needed, one for each column");
    }
    Particle out;
    if (columns_.id) out.id = id(*columns_.id);
    if (columns_.shape) {
      out.shape = words_[*columns_.shape];
      if (out.shape.empty()) lines_.fail(column(*columns_.shape) + " is empty; a shape's name or number is needed");
    }
    out.position = {number(columns_.position[0]), number(columns_.position[1]), number(columns_.position[2])};
    if (columns_.radius) {
      out.radius = number(*columns_.radius);
      if (!(out.radius > 0)) {
        lines_.fail(column(*columns_.radius) + " is " + in_quotes(words_[*columns_.radius]) +
                    "; a number greater than 0 is needed");
      }
    }
    if (columns_.quaternion) out.quaternion = quaternion(*columns_.quaternion);
    take(out);
  }

  std::array<double, 4> quaternion(const std::array<std::size_t, 4>& places) const {
    std::array<double, 4> q{};
    double square = 0;
    for (std::size_t k = 0; k < 4; ++k) {
      q[k] = number(places[k]);
      square += q[k] * q[k];
    }
    const double norm = std::sqrt(square);
    if (std::abs(norm - 1) <= norm_tolerance) return q;
    std::string values;
    for (const std::size_t at : places) values += (values.empty() ? "" : " ") + std::string(words_[at]);
    lines_.fail("the quaternion (" + column(places[0]) + " and three more), " + in_quotes(values) +
                ", has not length 1; allowed is 1 within 0.001");
  }

  void take(const Particle& particle) {
    try {
      take_(particle);
    } catch (const InvalidInput& error) {
      lines_.fail((columns_.shape ? column(*columns_.shape) + ": " : std::string()) + error.what());
    }
    ++report_.particles;
  }

  ParticleLines lines_;
  const ParticleListOptions& options_;
  const std::function<void(const Particle&)>& take_;
  ParticleColumns columns_;
  ParticleListReport report_;
  std::unordered_set<std::uint64_t> ids_;
  std::vector<std::string_view> words_;
  char separator_ = '\0';
};

}  // namespace
}  // namespace io

ParticleListReport read_particles(const std::string& path, const ParticleListOptions& options,
                                  const std::function<void(const Particle&)>& take) {
  if (!options.quaternion_columns.empty() && options.quaternion_columns.size() != 4) {
    throw InvalidInput("the quaternion has " + std::to_string(options.quaternion_columns.size()) +
                       " columns, allowed are 4");
  }
  return io::ParticleList(path, options, take).read();
}

std::vector<Particle> read_particles(const std::string& path, const ParticleListOptions& options) {
  std::vector<Particle> all;
  read_particles(path, options, [&](const Particle& particle) { all.push_back(particle); });
  return all;
}

}  // namespace abut
