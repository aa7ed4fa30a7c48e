#include "host/brep/cad/step_text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace abut::cad {
namespace {

using Number = std::uint64_t;
using References = std::vector<Number>;

constexpr std::array<const char*, 10> shaped = {"POINT", "LINE", "CURVE",  "SURFACE", "SEGMENT",
                                                "EDGE",  "PATH", "VERTEX", "FACE",    "SHELL"};

bool is_shaped(std::string_view keywords) {
  const auto has = [&](const char* word) { return keywords.find(word) != std::string_view::npos; };
  return !has("REPRESENTATION") && (has("LOOP") || std::any_of(shaped.begin(), shaped.end(), has));
}

/// The next statement without its strings, comments and blanks; false where there is none.
bool next_statement(std::istream& text, std::string& out) {
  out.clear();
  std::streambuf& in = *text.rdbuf();
  constexpr int end = std::char_traits<char>::eof();
  for (int c = in.sbumpc(); c != end; c = in.sbumpc()) {
    if (c == ';') return true;
    if (c == '\'') {
      while (c = in.sbumpc(), c != end && c != '\'') {
      }
    } else if (c == '/' && in.sgetc() == '*') {
      in.sbumpc();
      for (int last = 0; c = in.sbumpc(), c != end && !(last == '*' && c == '/'); last = c) {
      }
    } else if (c > ' ') {
      out.push_back(static_cast<char>(c));
    }
  }
  return false;
}

/// Behind a '#' at `at`, which goes behind the digits; 0 where there are none.
Number number_at(const std::string& text, std::size_t& at) {
  Number out = 0;
  const auto end = std::from_chars(text.data() + at + 1, text.data() + text.size(), out);
  at = static_cast<std::size_t>(end.ptr - text.data());
  return end.ec == std::errc() ? out : 0;
}

void add(const std::string& statement, std::unordered_map<Number, References>& to) {
  if (statement.empty() || statement[0] != '#') return;
  std::size_t at = 0;
  const Number entity = number_at(statement, at);
  std::string keywords;
  References references;
  while (at < statement.size()) {
    if (statement[at] == '#') {
      references.push_back(number_at(statement, at));
    } else {
      keywords.push_back(statement[at++]);
    }
  }
  if (is_shaped(keywords)) to.emplace(entity, std::move(references));
}

/// One entity that leads to itself, or 0.
Number circle_in(const std::unordered_map<Number, References>& entities) {
  struct Step {
    Number entity;
    const References* to;
    std::size_t next = 0;
  };
  std::unordered_map<Number, bool> on_the_way;  // false: all that it leads to is known
  for (const auto& [entity, references] : entities) {
    if (!on_the_way.emplace(entity, true).second) continue;
    std::vector<Step> way{{entity, &references}};
    while (!way.empty()) {
      Step& step = way.back();
      if (step.next == step.to->size()) {
        on_the_way[step.entity] = false;
        way.pop_back();
        continue;
      }
      const auto found = entities.find((*step.to)[step.next++]);
      if (found == entities.end()) continue;
      const auto [known, is_new] = on_the_way.emplace(found->first, true);
      if (is_new) {
        way.push_back({found->first, &found->second});
      } else if (known->second) {
        return found->first;
      }
    }
  }
  return 0;
}

}  // namespace

std::string fault_of_step(std::istream& text) {
  std::unordered_map<Number, References> entities;
  for (std::string statement; next_statement(text, statement);) add(statement, entities);
  const Number entity = circle_in(entities);
  return entity == 0 ? "" : "entity #" + std::to_string(entity) + " is made of itself";
}

}  // namespace abut::cad
