// Options of a benchmark. What is not known, or not allowed, is refused in one line before anything is measured; --help
// prints the options with their ranges and defaults.
#pragma once

#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

namespace abut::bench {

class Options {
 public:
  /// `program`: as it is called; `question`: what it measures, in a line.
  Options(std::string program, std::string question) : program_(std::move(program)), question_(std::move(question)) {}

  /// A whole number. Variables hold the defaults and are written to by `read`.
  template <class N>
  Options& number(const std::string& name, N& value, N least, N most) {
    const std::string range = std::to_string(least) + " to " + std::to_string(most);
    return add(name, "N", "whole numbers from " + range, std::to_string(value),
               [&value, least, most](const std::string& given) {
                 N parsed{};
                 const auto [end, error] = std::from_chars(given.data(), given.data() + given.size(), parsed);
                 if (error != std::errc() || end != given.data() + given.size() || parsed < least || parsed > most)
                   return false;
                 value = parsed;
                 return true;
               });
  }

  /// One of these words.
  Options& choice(const std::string& name, std::string& value, const std::vector<std::string>& words) {
    std::string allowed;
    for (const std::string& word : words) allowed += (allowed.empty() ? "" : ", ") + word;
    return add(name, "NAME", allowed, value, [&value, words](const std::string& given) {
      for (const std::string& word : words) {
        if (given == word) value = word;
      }
      return value == given;
    });
  }

  /// Any text that is not empty.
  Options& text(const std::string& name, std::string& value, const std::string& what) {
    return add(name, what, "texts that are not empty", value, [&value](const std::string& given) {
      value = given;
      return !given.empty();
    });
  }

  /// No value follows it.
  Options& flag(const std::string& name, bool& value, const std::string& meaning) {
    options_.push_back({name, "", meaning, "", [&value](const std::string&) { return value = true; }});
    return *this;
  }

  std::string usage() const {
    std::string out = "usage: " + program_ + " [OPTION]...\n" + question_ + "\n\n";
    for (const Option& o : options_) {
      std::string line = "  " + o.name + (o.value.empty() ? "" : " " + o.value);
      line.resize(line.size() < 24 ? 24 : line.size() + 1, ' ');
      out += line + o.allowed + (o.preset.empty() ? "" : " [" + o.preset + "]") + "\n";
    }
    return out + "  --help                print this\n";
  }

  /// One line about the first argument that is not allowed; empty if all are. `help` becomes true where it is asked
  /// for.
  std::string read(const std::vector<std::string>& arguments, bool& help) const {
    for (std::size_t i = 0; i < arguments.size(); ++i) {
      if (arguments[i] == "--help" || arguments[i] == "-h") {
        help = true;
        return "";
      }
      const Option* option = nullptr;
      std::string names;
      for (const Option& o : options_) {
        names += o.name + ", ";
        if (o.name == arguments[i]) option = &o;
      }
      if (option == nullptr) return "'" + arguments[i] + "' is no option; allowed are " + names + "--help";
      const bool takes = !option->value.empty();
      if (takes && i + 1 == arguments.size()) return option->name + " has no value; allowed are " + option->allowed;
      const std::string given = takes ? arguments[++i] : "";
      if (!option->take(given)) return option->name + " is '" + given + "'; allowed are " + option->allowed;
    }
    return "";
  }

  /// Ends the process with status 2 after that line, with 0 after the usage.
  void read_or_exit(int argc, char** argv) const {
    bool help = false;
    const std::string fault = read({argv + (argc > 0 ? 1 : 0), argv + argc}, help);
    if (help) {
      std::fputs(usage().c_str(), stdout);
      std::exit(0);
    }
    if (fault.empty()) return;
    std::fprintf(stderr, "%s: %s\n", program_.c_str(), fault.c_str());
    std::exit(2);
  }

 private:
  struct Option {
    std::string name, value, allowed, preset;
    std::function<bool(const std::string&)> take;
  };

  Options& add(const std::string& name, const std::string& value, const std::string& allowed, const std::string& preset,
               std::function<bool(const std::string&)> take) {
    options_.push_back({name, value, allowed, preset, std::move(take)});
    return *this;
  }

  std::string program_, question_;
  std::vector<Option> options_;
};

}  // namespace abut::bench
