#include <cmath>
#include <memory>
#include <nlohmann/json.hpp>

#include "abut/hdf5.h"
#include "host/cli/commands.h"
#include "host/cli/progress.h"
#include "host/io/other_file.h"
#include "host/io/result_files.h"

namespace abut::cli {
namespace {

using Json = nlohmann::ordered_json;

struct Flags {
  std::string from, to, fields, precision;
  double alert = -1;  // not given
  int deflate = 0, threads = 0;
  std::uint64_t piece = QueryFileOptions{}.piece;
  bool json = false;
};

/// What stands between commas; nothing of an empty text.
std::vector<std::string> split(const std::string& text) {
  std::vector<std::string> names;
  if (text.empty()) return names;
  std::size_t at = 0;
  for (std::size_t comma = text.find(','); comma != std::string::npos; comma = text.find(',', at)) {
    names.push_back(text.substr(at, comma - at));
    at = comma + 1;
  }
  names.push_back(text.substr(at));
  return names;
}

Json summary_json(const Flags& flags, const QueryFileSummary& s) {
  Json json;
  json["pairs_file"] = flags.from;
  json["precision"] = s.precision;
  json["threads"] = flags.threads == 0 ? Json("all") : Json(flags.threads);
  json["alert_distance"] = std::isfinite(s.alert_distance) ? Json(s.alert_distance) : Json();
  json["pairs"] = s.pairs;
  Json status;
  for (int i = 0; i < status_count; ++i) {
    status[io::status_name(static_cast<Status>(i))] = s.status[static_cast<std::size_t>(i)];
  }
  json["status"] = status;
  json["fields"] = s.fields;
  json["seconds"] = {{"prepare", s.prepare}, {"read", s.read}, {"write", s.write}, {"query", s.query},
                     {"waited", s.waited},   {"disk", s.disk}, {"total", s.total}};
  json["files"] = {flags.to};
  return json;
}

std::string table(const Flags& flags, const QueryFileSummary& s) {
  const std::string threads = flags.threads == 0 ? "all cores" : std::to_string(flags.threads) + " threads";
  const std::string alert = std::isfinite(s.alert_distance) ? format("%.6g", s.alert_distance) : "none";
  std::string text =
      format("pairs            %s: %llu\n", flags.from.c_str(), static_cast<unsigned long long>(s.pairs));
  text += format("query            %s, %s, alert distance %s\n", threads.c_str(), s.precision.c_str(), alert.c_str());
  std::string status;
  for (int i = 0; i < status_count; ++i) {
    const std::uint64_t count = s.status[static_cast<std::size_t>(i)];
    if (count == 0) continue;
    status += (status.empty() ? "" : ", ") + (io::status_name(static_cast<Status>(i)) + (" " + std::to_string(count)));
  }
  text += "status           " + (status.empty() ? "no pairs" : status) + "\n";
  text += format(
      "seconds          prepare %.3f, read %.3f, write %.3f, query %.3f (waited %.3f for the others), disk %.3f, ",
      s.prepare, s.read, s.write, s.query, s.waited, s.disk);
  text += format("total %.3f\n", s.total);
  return text + "written          " + flags.to + "\n";
}

void run(const Flags& flags) {
  io::require_other_file("--out", flags.to, {flags.from});
  QueryFileOptions options;
  options.precision = flags.precision;
  if (flags.alert >= 0) options.alert_distance = flags.alert;
  options.fields = split(flags.fields);
  options.deflate = flags.deflate;
  options.piece = flags.piece;
  options.executor = Cpu{flags.threads};
  QueryFileSummary summary;
  {
    std::unique_ptr<Progress> progress = std::make_unique<Progress>("reading " + flags.from);
    std::uint64_t told = 0;
    options.progress = [&](std::uint64_t done, std::uint64_t of) {
      if (told == 0) {
        progress.reset();
        progress = std::make_unique<Progress>("querying pairs", of);
      }
      progress->add(done - told);
      told = done;
    };
    summary = query_pair_file(flags.from, flags.to, options);
  }
  print(flags.json ? summary_json(flags, summary).dump(2) + "\n" : table(flags, summary));
}

}  // namespace

void add_query_command(CLI::App& app) {
  CLI::App* command = app.add_subcommand("query", "Answer every pair of a file, in bounded memory");
  const auto flags = std::make_shared<Flags>();
  command
      ->add_option("PAIRS", flags->from,
                   "HDF5 file with pairs (docs/reference/hdf5-format.md), or a JSON scene with pairs")
      ->type_name("")
      ->required();
  command->add_option("--out", flags->to, "HDF5 file to write, one row a pair")
      ->check(not_empty)
      ->type_name("CONTACTS")
      ->required();
  command
      ->add_option("--fields", flags->fields,
                   "Datasets to write, with commas: body, pair, separation, normal, witness_a,\nwitness_b, point, "
                   "feature_a, feature_b, lower_bound, bound_gap, status,\ngjk_iterations, epa_iterations, key; all if "
                   "not given")
      ->check(not_empty)
      ->type_name("NAMES");
  command->add_option("--precision", flags->precision, "Scalar of the query: f32 or f64; the file's if not given")
      ->check(CLI::IsMember({"f32", "f64"}).description(""))
      ->type_name("NAME");
  command
      ->add_option(
          "--alert", flags->alert,
          "Pairs that are farther apart only get a bound; the file's alert distance\nif not given, and without "
          "one every pair gets its separation")
      ->check(a_distance)
      ->type_name("D");
  command->add_option("--threads", flags->threads, "CPU threads, 1 or more; all cores if not given")
      ->check(whole_number_in(1, 65536))
      ->type_name("N");
  add_deflate_flag(*command, flags->deflate);
  command->add_option("--piece", flags->piece, "Pairs that are read, queried and written at a time")
      ->check(whole_number_in(1, std::uint64_t{1} << 24))
      ->type_name("N")
      ->capture_default_str();
  command->add_flag("--json", flags->json, "Print one JSON object instead of a table");
  command->footer(
      "Pairs are answered as they stand, in their order: also those that are far apart. Pieces are read and written "
      "by\n"
      "one more thread while others are queried; seconds are wall-clock time, disk: until all was on the\n"
      "disk; prepare: shapes are made.\n"
      "\n"
      "Examples:\n  abut query pairs.h5 --out contacts.h5\n  abut query pairs.h5 --out contacts.h5 --fields "
      "separation,normal,status --precision f32 --deflate 1");
  command->callback([flags] { run(*flags); });
}

}  // namespace abut::cli
