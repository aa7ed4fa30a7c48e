#include "host/brep/cad/iges_text.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <optional>
#include <vector>

#include "host/brep/cad/shown.h"

namespace abut::cad {
namespace {

constexpr std::size_t text_width = 64;  // of parameters; behind it stands whose they are
constexpr std::size_t section_column = 72, sequence_column = 73, width = 80, field = 8;

std::string without_blanks(std::string text) {
  text.erase(std::remove(text.begin(), text.end(), ' '), text.end());
  return text;
}

/// Blank is 0; none where there is another text.
std::optional<long> whole(const std::string& from) {
  std::string text = without_blanks(from);
  if (text.empty()) return 0;
  if (text[0] == '+') text.erase(0, 1);
  long out = 0;
  const auto end = std::from_chars(text.data(), text.data() + text.size(), out);
  if (end.ec != std::errc() || end.ptr != text.data() + text.size()) return std::nullopt;
  return out;
}

bool is_number(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](char c) { return c == 'D' || c == 'd'; }, 'E');
  char* end = nullptr;
  std::strtod(text.c_str(), &end);
  return !text.empty() && *end == '\0';
}

/// The lines of a file by section.
struct Sections {
  std::vector<std::string> global, directory, parameters;
};

/// What is wrong, or nothing. Sections S and G, which are text, may be out of shape: writers have them so.
std::string read_lines(std::istream& text, Sections& out) {
  const std::string order = "SGDPT";
  constexpr std::size_t global = 1, directory = 2, parameters = 3, end = 4;
  std::size_t at = 0;
  long counted = 0, named = 0;
  for (std::string line; at != end && std::getline(text, line);) {
    while (!line.empty() && (line.back() == '\r' || line.back() == ' ')) line.pop_back();
    if (line.empty()) continue;
    line.resize(std::max(line.size(), width), ' ');
    std::size_t section = order.find(line[section_column]);
    if (section == std::string::npos && at < directory) section = at;
    if (section == std::string::npos || section < at) return "a line has no section in column 73";
    if (section != at) {
      if (at >= directory && counted != named) return std::string("lines of section ") + order[at] + " are missing";
      at = section, counted = 0;
    }
    const std::optional<long> number = whole(line.substr(sequence_column, width - sequence_column));
    if (!number && at >= directory) return "a line has no number in columns 74 to 80";
    ++counted, named = number.value_or(0);
    if (section == global) out.global.push_back(line.substr(0, section_column));
    if (section == directory) out.directory.push_back(line);
    if (section == parameters) out.parameters.push_back(line.substr(0, section_column));
  }
  if (at != end) return "its last line, that of section T, is missing";
  return out.directory.size() % 2 == 0 ? "" : "a line of section D is missing";
}

/// Between parameters, and behind the last.
struct Delimiters {
  char between = ',', last = ';';
};

Delimiters delimiters_of(const std::vector<std::string>& global) {
  Delimiters out;
  std::string text;
  for (const std::string& line : global) text += line;
  std::size_t at = 0;
  if (text.compare(0, 2, "1H") == 0 && text.size() > 3) {
    out.between = text[2];
    at = 3;
  }
  if (text.size() > at && text[at] == out.between) ++at;
  if (text.compare(at, 2, "1H") == 0 && text.size() > at + 2) out.last = text[at + 2];
  return out;
}

class Entities {
 public:
  explicit Entities(const Sections& lines) : lines_(lines), delimiters_(delimiters_of(lines.global)) {}

  std::string fault() const {
    for (std::size_t d = 0; d < lines_.directory.size(); d += 2) {
      const std::string what = fault_of(d);
      if (!what.empty()) return "entity " + std::to_string(d + 1) + what;
    }
    return {};
  }

 private:
  static constexpr long spline_curve = 126, spline_surface = 128, plane = 108, view = 410;

  std::optional<long> kind(std::size_t d) const { return whole(lines_.directory[d].substr(0, field)); }

  std::string fault_of(std::size_t d) const {
    const std::optional<long> type = kind(d), again = kind(d + 1);
    const std::optional<long> first = whole(lines_.directory[d].substr(field, field));
    const std::optional<long> count = whole(lines_.directory[d + 1].substr(3 * field, field));
    if (!type || !again || !first || !count || *type != *again) return " has no kind";
    if (*type == 0) return {};  // of no meaning
    const auto all = static_cast<long>(lines_.parameters.size());
    if (*first < 1 || *count < 0 || *first > all || *count > all - *first + 1) return " has no parameters";
    if (*type != spline_curve && *type != spline_surface && *type != view) return {};
    // Lines name the entity that they belong to, which is where OpenCASCADE has them from.
    for (long i = *first - 1; i < *first - 1 + *count; ++i) {
      const std::string& line = lines_.parameters[static_cast<std::size_t>(i)];
      if (whole(line.substr(text_width)) != static_cast<long>(d) + 1) return " has parameters of another one";
    }
    const std::vector<std::string> words = parameters(*first, *count);
    if (*type == view) return fault_of_view(d, words);
    return *type == spline_curve ? fault_of_curve(words) : fault_of_surface(words);
  }

  std::vector<std::string> parameters(long first, long count) const {
    std::vector<std::string> out(1);
    for (long i = first - 1; i < first - 1 + std::max(count, 1L); ++i) {
      for (const char c : lines_.parameters[static_cast<std::size_t>(i)].substr(0, text_width)) {
        if (c == delimiters_.last) return out;
        if (c == delimiters_.between) {
          out.emplace_back();
        } else if (c != ' ') {
          out.back().push_back(c);
        }
      }
    }
    return out;
  }

  /// One and the degrees: those of a spline with `last` + 1 poles; none where there are no such.
  static std::optional<long> knots(long last, long degree) {
    constexpr long most = 1 << 20, largest_degree = 25;
    if (degree < 1 || degree > largest_degree || last < degree || last > most) return std::nullopt;
    return last + degree + 2;
  }

  static std::string fault_of_numbers(const char* what, const std::vector<std::string>& words, std::size_t first,
                                      long count) {
    const auto needed = static_cast<std::size_t>(count);
    if (words.size() < first + needed) {
      return std::string(" is a spline ") + what + " with " +
             std::to_string(words.size() - std::min(words.size(), first)) + " numbers instead of " +
             std::to_string(needed);
    }
    for (std::size_t i = first; i < first + needed; ++i) {
      if (!is_number(words[i]))
        return std::string(" is a spline ") + what + " with '" + shown(words[i]) + "', which is no number";
    }
    return {};
  }

  static std::optional<long> word(const std::vector<std::string>& words, std::size_t i) {
    return i < words.size() ? whole(words[i]) : std::nullopt;
  }

  /// Knots, weights, poles, and where it begins and ends.
  static std::string fault_of_curve(const std::vector<std::string>& words) {
    const std::optional<long> last = word(words, 1), degree = word(words, 2);
    const std::optional<long> k = last && degree ? knots(*last, *degree) : std::nullopt;
    if (!k) return " is a spline curve without a degree or without poles";
    return fault_of_numbers("curve", words, 7, *k + 4 * (*last + 1) + 2);
  }

  static std::string fault_of_surface(const std::vector<std::string>& words) {
    const std::optional<long> last_u = word(words, 1), last_v = word(words, 2);
    const std::optional<long> degree_u = word(words, 3), degree_v = word(words, 4);
    const std::optional<long> u = last_u && degree_u ? knots(*last_u, *degree_u) : std::nullopt;
    const std::optional<long> v = last_v && degree_v ? knots(*last_v, *degree_v) : std::nullopt;
    if (!u || !v) return " is a spline surface without degrees or without poles";
    return fault_of_numbers("surface", words, 10, *u + *v + 4 * (*last_u + 1) * (*last_v + 1) + 4);
  }

  /// OpenCASCADE asks the planes that bound it for their form.
  std::string fault_of_view(std::size_t d, const std::vector<std::string>& words) const {
    if (whole(lines_.directory[d + 1].substr(4 * field, field)).value_or(-1) != 0) return {};  // in perspective
    for (std::size_t i = 3; i < std::min<std::size_t>(words.size(), 9); ++i) {
      const long at = word(words, i).value_or(-1);
      if (at == 0) continue;
      const bool is_there = at > 0 && at % 2 == 1 && at < static_cast<long>(lines_.directory.size());
      if (!is_there || kind(static_cast<std::size_t>(at - 1)) != plane) return " is a view that no planes bound";
    }
    return {};
  }

  const Sections& lines_;
  Delimiters delimiters_;
};

}  // namespace

std::string fault_of_iges(std::istream& text) {
  Sections lines;
  const std::string fault = read_lines(text, lines);
  return fault.empty() ? Entities(lines).fault() : fault;
}

}  // namespace abut::cad
