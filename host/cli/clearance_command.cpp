#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "abut/brep/clearance.h"
#include "host/cli/cad_info.h"
#include "host/cli/clearance_picture.h"
#include "host/cli/commands.h"
#include "host/cli/progress.h"
#include "host/io/other_file.h"
#include "host/io/output_file.h"
#include "host/io/poses_file.h"

namespace abut::cli {
namespace {

struct Flags {
  std::string a, b, poses, out, picture;
  std::vector<std::string> skip;
  double reach = std::numeric_limits<double>::infinity();
  double time_limit = 0;
  int threads = 0;
  std::size_t rows = 10;
};

/// CAD files and B-Reps as JSON.
BrepAssembly load(const Flags& flags, const std::string& path) {
  const Progress progress("reading " + path);
  return read_any_brep(path, flags.time_limit);
}

SkippedPair skipped(const std::string& text) {
  const std::size_t colon = text.find(':');
  if (colon == std::string::npos || colon == 0 || colon + 1 == text.size()) {
    throw InvalidInput("--skip: '" + text + "' is no pair of names; allowed is NAME:NAME, * for any text");
  }
  return {text.substr(0, colon), text.substr(colon + 1)};
}

/// What instances are called: of several of one name, name#1, name#2 and on, in the order of the file, without what is
/// a name of it.
std::vector<std::string> names_of(const BrepAssembly& assembly) {
  std::vector<std::string> out;
  std::map<std::string, std::size_t> count, last;
  for (const BrepInstance& i : assembly.instances) ++count[i.name];
  for (const BrepInstance& i : assembly.instances) {
    std::string name = i.name;
    while (count[i.name] > 1 && count.contains(name)) name = i.name + "#" + std::to_string(++last[i.name]);
    out.push_back(name);
  }
  return out;
}

/// What was compared.
struct Job {
  BrepAssembly a, b;
  bool two = false;
  std::vector<std::string> names_a, names_b;
  std::vector<Pose> motion{Pose{}};
  std::vector<SkippedPair> skip;
  std::vector<Clearance> found;

  const BrepInstance& first(const Clearance& c) const { return a.instances[c.a]; }
  const BrepInstance& second(const Clearance& c) const { return two ? b.instances[c.b] : a.instances[c.b]; }
  const std::string& first_name(const Clearance& c) const { return names_a[c.a]; }
  const std::string& second_name(const Clearance& c) const { return (two ? names_b : names_a)[c.b]; }
  DrawnPart drawn_b(const Clearance& c) const {
    const BrepInstance& i = second(c);
    return {&(two ? b : a).parts[i.part], compose(motion[c.pose], i.pose), second_name(c)};
  }
  DrawnPart drawn_a(const Clearance& c) const { return {&a.parts[first(c).part], first(c).pose, first_name(c)}; }
};

const char* told(BrepLmdStatus status) {
  switch (status) {
    case BrepLmdStatus::complete: return "complete";
    case BrepLmdStatus::incomplete: return "incomplete";
    case BrepLmdStatus::crossing: break;
  }
  return "crossing";
}

bool has_clearance(const Clearance& c) { return c.found && c.status != BrepLmdStatus::crossing; }

/// What is worst first: what meets, then what is nearest, then what has no clearance told.
bool is_before(const Clearance& x, const Clearance& y) {
  const auto rank = [](const Clearance& c) { return c.status == BrepLmdStatus::crossing ? 0 : c.found ? 1 : 2; };
  if (rank(x) != rank(y)) return rank(x) < rank(y);
  return rank(x) == 1 && x.nearest.distance < y.nearest.distance;
}

std::string at(const Vec3<double>& p) { return format("(%.6g, %.6g, %.6g)", p.x, p.y, p.z); }

std::string feature(Feature f) {
  const char* kinds[4] = {"unknown", "vertex", "edge", "face"};
  return format("%s %u", kinds[static_cast<int>(feature_kind(f))], feature_index(f) + 1);
}

std::string table(const Job& job, const std::vector<Clearance>& sorted, std::size_t most) {
  const std::size_t rows = std::min(most, sorted.size());
  int widths[2] = {12, 12};
  for (std::size_t i = 0; i < rows; ++i) {
    widths[0] = std::max(widths[0], static_cast<int>(job.first_name(sorted[i]).size()));
    widths[1] = std::max(widths[1], static_cast<int>(job.second_name(sorted[i]).size()));
  }
  std::string text =
      format("\n%-*s  %-*s  %5s %14s  %s\n", widths[0], "part", widths[1], "part", "pose", "clearance, mm", "status");
  for (std::size_t i = 0; i < rows; ++i) {
    const Clearance& c = sorted[i];
    const bool has = has_clearance(c);
    text += format("%-*s  %-*s  %5u %14s  %s\n", widths[0], job.first_name(c).c_str(), widths[1],
                   job.second_name(c).c_str(), c.pose + 1, has ? format("%.9g", c.nearest.distance).c_str() : "-",
                   told(c.status));
  }
  if (sorted.size() > most)
    text += format("and %zu more: --rows N shows N lines, --out writes all\n", sorted.size() - most);
  return text;
}

std::string csv(const Job& job) {
  std::string text = "pose,part_a,part_b,status,clearance,ax,ay,az,bx,by,bz,feature_a,feature_b\n";
  const auto quoted = [](const std::string& name) {
    std::string out = "\"";
    for (const char c : name) out += c == '"' ? std::string("\"\"") : std::string(1, c);
    return out + "\"";
  };
  for (const Clearance& c : job.found) {
    text += format("%u,%s,%s,%s", c.pose + 1, quoted(job.first_name(c)).c_str(), quoted(job.second_name(c)).c_str(),
                   told(c.status));
    if (!has_clearance(c)) {
      text += ",,,,,,,,,\n";
      continue;
    }
    const BrepLmd& m = c.nearest;
    text +=
        format(",%.17g,%.17g,%.17g,%.17g,%.17g,%.17g,%.17g,%s,%s\n", m.distance, m.point_a.x, m.point_a.y, m.point_a.z,
               m.point_b.x, m.point_b.y, m.point_b.z, feature(m.feature_a).c_str(), feature(m.feature_b).c_str());
  }
  return text;
}

std::string summary(const Job& job, const std::vector<Clearance>& sorted) {
  std::string text;
  std::size_t crossing = 0, incomplete = 0;
  for (const Clearance& c : sorted) {
    crossing += c.status == BrepLmdStatus::crossing ? 1 : 0;
    incomplete += c.status == BrepLmdStatus::incomplete ? 1 : 0;
  }
  const std::size_t poses = job.motion.size(), pairs = sorted.size() / poses;
  text += format("pairs            %zu", pairs) + (poses == 1 ? "\n" : format(" at %zu poses\n", poses));
  if (crossing > 0) text += format("meet             %zu\n", crossing);
  if (incomplete > 0) {
    text +=
        format("incomplete       %zu: not all features near could be solved; other places may be nearer\n", incomplete);
  }
  const auto least = std::find_if(sorted.begin(), sorted.end(), has_clearance);
  if (least == sorted.end()) return text + "least clearance  none\n";
  const BrepLmd& m = least->nearest;
  text += format("least clearance  %.9g mm, %s and %s%s\n", m.distance, job.first_name(*least).c_str(),
                 job.second_name(*least).c_str(), poses == 1 ? "" : format(", pose %u", least->pose + 1).c_str());
  return text + "where            " + at(m.point_a) + " on " + feature(m.feature_a) + ", " + at(m.point_b) + " on " +
         feature(m.feature_b) + "\n";
}

void find(const Flags& flags, Job& job) {
  ClearanceOptions options;
  options.reach = flags.reach;
  options.skip = job.skip;
  const Progress progress("comparing");
  const Cpu cpu{flags.threads};
  job.found = job.two ? find_clearances(cpu, job.a, job.b, job.motion, options) : find_clearances(cpu, job.a, options);
}

bool leaves_out_any(const SkippedPair& rule, const Job& job) {
  const auto& others = (job.two ? job.b : job.a).instances;
  for (std::size_t i = 0; i < job.a.instances.size(); ++i) {
    for (std::size_t k = job.two ? 0 : i + 1; k < others.size(); ++k) {
      if (leaves_out(rule, job.a.instances[i].name, others[k].name)) return true;
    }
  }
  return false;
}

/// Of --skip, rules that no pair is left out by.
std::string idle_rules(const Flags& flags, const Job& job) {
  std::string text;
  for (std::size_t i = 0; i < flags.skip.size(); ++i) {
    if (!leaves_out_any(job.skip[i], job)) text += "note             --skip " + flags.skip[i] + " leaves out no pair\n";
  }
  return text;
}

void check_paths(const Flags& flags) {
  for (const auto& [name, path] : {std::pair{"--out", flags.out}, std::pair{"--picture", flags.picture}}) {
    if (!path.empty()) io::require_other_file(name, path, {flags.a, flags.b, flags.poses});
  }
  io::require_different_outputs("--picture", flags.picture, flags.out);
}

std::string written(io::OutputFile& file, const std::string& path, const std::string& content) {
  file.write(content);
  file.publish();
  return "written          " + path + "\n";
}

void run(const Flags& flags) {
  check_paths(flags);
  Job job;
  job.two = !flags.b.empty();
  if (!flags.poses.empty() && !job.two)
    throw InvalidInput("--poses: moves the second file's parts; only one file is given");
  for (const std::string& rule : flags.skip) job.skip.push_back(skipped(rule));
  if (!flags.poses.empty()) job.motion = io::read_poses(flags.poses);
  job.a = load(flags, flags.a);
  if (job.two) job.b = load(flags, flags.b);
  if (!job.two && job.a.instances.size() < 2) {
    throw InvalidInput(flags.a +
                       ": has one part in one place, and so no pair; allowed is a second file, or an assembly");
  }
  job.names_a = names_of(job.a), job.names_b = names_of(job.b);
  std::optional<io::OutputFile> out, picture;  // that one cannot be written is told before the work
  if (!flags.out.empty()) out.emplace(flags.out);
  if (!flags.picture.empty()) picture.emplace(flags.picture);
  find(flags, job);
  std::string text;
  for (const BrepAssembly* of : {&job.a, &job.b}) {
    for (const std::string& note : of->notes) text += "note             " + note + "\n";
  }
  text += idle_rules(flags, job);
  std::vector<Clearance> sorted = job.found;
  std::stable_sort(sorted.begin(), sorted.end(), is_before);
  text += summary(job, sorted);
  if (sorted.size() > 1) text += table(job, sorted, flags.rows);
  if (out) text += written(*out, flags.out, csv(job));
  const auto drawn = std::find_if(sorted.begin(), sorted.end(), has_clearance);
  const bool can_draw = drawn != sorted.end();
  if (picture && can_draw) {
    text += written(*picture, flags.picture, clearance_svg(job.drawn_a(*drawn), job.drawn_b(*drawn), *drawn, "mm"));
  }
  print(text);
  if (picture && !can_draw) throw InvalidInput("--picture: no pair has a clearance; there is nothing to draw");
}

}  // namespace

void add_clearance_command(CLI::App& app) {
  CLI::App* command = app.add_subcommand("clearance", "Least distance of CAD parts: where, and along a motion");
  const auto flags = std::make_shared<Flags>();
  command->add_option("A", flags->a, "STEP, IGES or BREP file, or B-Rep as JSON")->type_name("")->required();
  command->add_option("B", flags->b, "Another one, whose parts are compared with A's; without it, all pairs of A's")
      ->type_name("");
  command->add_option("--poses", flags->poses, "Poses that B moves through: lines of x y z w i j k, in mm")
      ->type_name("FILE");
  command->add_option("--skip", flags->skip, "Leave out pairs of parts by their names; * stands for any text")
      ->type_name("NAME:NAME")
      ->expected(1, CLI::detail::expected_max_vector_size)  // several times, of one each
      ->allow_extra_args(false);
  command->add_option("--reach", flags->reach, "Parts farther apart than this have no clearance told, in mm")
      ->check(a_distance)
      ->type_name("MM");
  command->add_option("--rows", flags->rows, "Lines of the table of pairs")
      ->check(whole_number_in(1, 1000000))
      ->type_name("N")
      ->capture_default_str();
  command->add_option("--threads", flags->threads, "Threads; 0: all cores")
      ->check(whole_number_in(0, 1024))
      ->type_name("N")
      ->capture_default_str();
  add_time_limit_flag(*command, flags->time_limit);
  command->add_option("--out", flags->out, "CSV file to write, a line a pair and pose")
      ->check(not_empty)
      ->type_name("FILE");
  command->add_option("--picture", flags->picture, "SVG file to write: where the least clearance is")
      ->check(not_empty)
      ->type_name("FILE");
  command->footer(
      "Distances are those of the exact surfaces: nothing is tessellated (docs/how-to/cad.md). Features are numbered "
      "from 1 "
      "as in\nthe part.\n"
      "\n"
      "Examples:\n  abut clearance shaft.step tube.step --poses motion.txt --picture gap.svg\n"
      "  abut clearance assembly.step --skip '*bolt*:*plate*' --out clearances.csv");
  command->callback([flags] { run(*flags); });
}

}  // namespace abut::cli
