// The program `abut`.
#include <algorithm>
#include <cstdio>
#include <exception>
#include <string>
#include <vector>

#include "host/cli/commands.h"
#include "host/cli/interrupt.h"

#ifndef ABUT_VERSION
#define ABUT_VERSION "unknown"
#endif

namespace {

/// Every fault is one line on the standard error.
int fail(std::string message) {
  for (char& c : message) {
    if (c == '\n' || c == '\r') c = ' ';
  }
  while (!message.empty() && message.back() == ' ') message.pop_back();
  std::fprintf(stderr, "abut: %s\n", message.c_str());
  return abut::cli::error_status;
}

/// Of `app`, which has commands or has none.
std::string no_command(const CLI::App& app, const std::string& word) {
  std::string names;
  for (const CLI::App* command : app.get_subcommands({})) names += (names.empty() ? "" : ", ") + command->get_name();
  const std::string of = app.get_parent() == nullptr ? "" : " of " + app.get_name();
  return std::string("\"") + word + "\" is not a command" + of +
         (names.empty() ? "; it has none" : "; allowed are " + names);
}

/// CLI11 says of an unknown subcommand only that one is required.
std::string explanation(const CLI::App& app, const CLI::ParseError& error) {
  const CLI::App* at = &app;
  while (!at->get_subcommands().empty()) at = at->get_subcommands().front();
  const std::vector<std::string> unknown = app.remaining(true);
  if (dynamic_cast<const CLI::RequiredError*>(&error) == nullptr || unknown.empty()) return error.what();
  const bool is_command = !at->get_subcommands({}).empty() && unknown.front().front() != '-';
  return is_command ? no_command(*at, unknown.front()) : "unknown: " + unknown.front() + "; " + error.what();
}

/// `abut help scene grains` is `abut scene grains --help`. As CLI11 takes arguments: the last one first.
std::vector<std::string> arguments_of(const CLI::App& app, int argc, char** argv) {
  std::vector<std::string> words(argv + std::min(argc, 1), argv + argc);
  if (!words.empty() && words.front() == "help") {
    const CLI::App* at = &app;
    for (std::size_t i = 1; i < words.size(); ++i) {
      const auto named = at->get_subcommands([&](const CLI::App* command) { return command->get_name() == words[i]; });
      if (named.empty()) {
        throw abut::InvalidInput(no_command(*at, words[i]) + " (abut --help lists what is allowed)");
      }
      at = named.front();
    }
    words.erase(words.begin());
    words.push_back("--help");
  }
  std::reverse(words.begin(), words.end());
  return words;
}

int run(int argc, char** argv) {
  using namespace abut::cli;
  int status = 0;
  CLI::App app{"Abut: which bodies touch, how deep they overlap or how far apart they are, where, along which normal.",
               "abut"};
  app.set_version_flag("--version", "abut " ABUT_VERSION);
  app.require_subcommand(1);
  app.get_formatter()->column_width(28);
  app.footer(
      "Exit status: 0 when all went well; 1 when `verify` or `torture` found a disagreement; 2 on bad input, a file "
      "that\n"
      "cannot be read or written, or a backend that is not there (one line on the standard error says which); 130 "
      "after\n"
      "Ctrl-C.\n"
      "\n"
      "Examples:\n"
      "  abut scene grains --count 1000 --seed 1 --fraction 0.5 --out grains.json\n"
      "  abut scene meshes bracket.stl peg.stl --alert 0.6 --out assembly.json\n"
      "  abut detect grains.json --out results\n"
      "  abut verify grains.json --precision f32\n"
      "  abut torture --pairs 1000\n"
      "  abut info grain.ply\n"
      "  abut decompose rock.obj --out parts\n"
      "  abut report results -o report.html\n"
      "  abut explain grains.json --pair 3 17 --svg search.svg\n"
      "  abut query pairs.h5 --out contacts.h5\n"
      "  abut clearance shaft.step tube.step --picture gap.svg");
  add_scene_command(app);
  add_detect_command(app);
  add_verify_command(app, status);
  add_torture_command(app, status);
  add_info_command(app);
  add_decompose_command(app);
  add_report_command(app);
  add_explain_command(app);
  add_convert_command(app);
  add_query_command(app);
  add_clearance_command(app);
  try {
    app.parse(arguments_of(app, argc, argv));
  } catch (const CLI::Success& wanted) {  // --help, --version
    std::string text;
    if (dynamic_cast<const CLI::CallForVersion*>(&wanted) != nullptr) {
      text = std::string(wanted.what()) + '\n';
    } else {
      text = app.help("", dynamic_cast<const CLI::CallForAllHelp*>(&wanted) != nullptr ? CLI::AppFormatMode::All
                                                                                       : CLI::AppFormatMode::Normal);
    }
    print(text);
    return 0;
  } catch (const CLI::ParseError& error) {
    return fail(explanation(app, error) + " (abut --help lists what is allowed)");
  }
  return status;
}

}  // namespace

int main(int argc, char** argv) {
  abut::cli::install_interrupt_handlers();
  try {
    return run(argc, argv);
  } catch (const std::bad_alloc&) {
    return fail("there is not enough memory");
  } catch (const std::exception& error) {
    return fail(error.what());
  }
}
