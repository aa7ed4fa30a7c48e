#include <algorithm>
#include <filesystem>
#include <memory>
#include <vector>

#include "abut/brep/brep_file.h"
#include "abut/brep/clearance.h"
#include "host/cli/clearance_picture.h"
#include "host/cli/commands.h"
#include "host/cli/progress.h"
#include "host/io/cad_process.h"
#include "host/io/other_file.h"
#include "host/io/output_file.h"
#include "host/io/poses_file.h"

namespace abut::cli {
namespace {

struct Flags {
  std::string a, b, poses, out, picture;
  std::vector<std::string> skip;
  double reach = std::numeric_limits<double>::infinity();
  int threads = 0;
  std::size_t rows = 10;
};

/// CAD files and B-Reps as JSON.
BrepAssembly load(const std::string& path) {
  const Progress progress("reading " + path);
  return path.ends_with(".json") ? read_brep(path) : io::read_cad_apart(path);
}

SkippedPair skipped(const std::string& text) {
  const std::size_t colon = text.find(':');
  if (colon == std::string::npos || colon == 0 || colon + 1 == text.size()) {
    throw InvalidInput("--skip: '" + text + "' is no pair of names; allowed is NAME:NAME, * for any text");
  }
  return {text.substr(0, colon), text.substr(colon + 1)};
}

/// What was compared.
struct Job {
  BrepAssembly a, b;
  bool two = false;
  std::vector<Pose> motion{Pose{}};
  std::vector<Clearance> found;

  const BrepInstance& first(const Clearance& c) const { return a.instances[c.a]; }
  const BrepInstance& second(const Clearance& c) const { return two ? b.instances[c.b] : a.instances[c.b]; }
  DrawnPart drawn_b(const Clearance& c) const {
    const BrepInstance& i = second(c);
    return {&(two ? b : a).parts[i.part], compose(motion[c.pose], i.pose), i.name};
  }
  DrawnPart drawn_a(const Clearance& c) const { return {&a.parts[first(c).part], first(c).pose, first(c).name}; }
};

const char* told(BrepLmdStatus status) {
  switch (status) {
    case BrepLmdStatus::complete: return "complete";
    case BrepLmdStatus::incomplete: return "incomplete";
    case BrepLmdStatus::crossing: break;
  }
  return "crossing";
}

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
  std::string text = format("\n%-28s %-28s %5s %14s  %s\n", "part", "part", "pose", "clearance, mm", "status");
  for (std::size_t i = 0; i < std::min(most, sorted.size()); ++i) {
    const Clearance& c = sorted[i];
    const bool has = c.found && c.status != BrepLmdStatus::crossing;
    text += format("%-28s %-28s %5u %14s  %s\n", job.first(c).name.c_str(), job.second(c).name.c_str(), c.pose + 1,
                   has ? format("%.9g", c.nearest.distance).c_str() : "-", told(c.status));
  }
  if (sorted.size() > most) text += format("and %zu more\n", sorted.size() - most);
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
    text += format("%u,%s,%s,%s", c.pose + 1, quoted(job.first(c).name).c_str(), quoted(job.second(c).name).c_str(),
                   told(c.status));
    if (!c.found || c.status == BrepLmdStatus::crossing) {
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
  text += format("pairs            %zu at %zu poses\n", sorted.size() / job.motion.size(), job.motion.size());
  if (crossing > 0) text += format("meet             %zu\n", crossing);
  if (incomplete > 0) {
    text +=
        format("incomplete       %zu: not all features near could be solved; other places may be nearer\n", incomplete);
  }
  const auto least = std::find_if(sorted.begin(), sorted.end(),
                                  [](const Clearance& c) { return c.found && c.status != BrepLmdStatus::crossing; });
  if (least == sorted.end()) return text + "least clearance  none\n";
  const BrepLmd& m = least->nearest;
  text += format("least clearance  %.9g mm, %s and %s, pose %u\n", m.distance, job.first(*least).name.c_str(),
                 job.second(*least).name.c_str(), least->pose + 1);
  return text + "where            " + at(m.point_a) + " on " + feature(m.feature_a) + ", " + at(m.point_b) + " on " +
         feature(m.feature_b) + "\n";
}

void find(const Flags& flags, Job& job) {
  ClearanceOptions options;
  options.reach = flags.reach;
  for (const std::string& text : flags.skip) options.skip.push_back(skipped(text));
  const Progress progress("comparing");
  const Cpu cpu{flags.threads};
  job.found = job.two ? find_clearances(cpu, job.a, job.b, job.motion, options) : find_clearances(cpu, job.a, options);
}

void run(const Flags& flags) {
  for (const auto& [name, path] : {std::pair{"--out", flags.out}, std::pair{"--picture", flags.picture}}) {
    if (!path.empty()) io::require_other_file(name, path, {flags.a, flags.b, flags.poses});
  }
  Job job;
  job.two = !flags.b.empty();
  if (!flags.poses.empty() && !job.two)
    throw InvalidInput("--poses: moves the second file's parts; only one file is given");
  job.a = load(flags.a);
  if (job.two) job.b = load(flags.b);
  if (!flags.poses.empty()) job.motion = io::read_poses(flags.poses);
  find(flags, job);
  std::string text;
  for (const BrepAssembly* of : {&job.a, &job.b}) {
    for (const std::string& note : of->notes) text += "note             " + note + "\n";
  }
  std::vector<Clearance> sorted = job.found;
  std::stable_sort(sorted.begin(), sorted.end(), is_before);
  text += summary(job, sorted);
  if (sorted.size() > 1) text += table(job, sorted, flags.rows);
  if (!flags.out.empty()) {
    io::OutputFile file(flags.out);
    file.write(csv(job));
    file.publish();
    text += "written          " + flags.out + "\n";
  }
  const auto drawn = std::find_if(sorted.begin(), sorted.end(),
                                  [](const Clearance& c) { return c.found && c.status != BrepLmdStatus::crossing; });
  if (!flags.picture.empty()) {
    if (drawn == sorted.end()) throw InvalidInput("--picture: no pair has a clearance; there is nothing to draw");
    io::OutputFile file(flags.picture);
    file.write(clearance_svg(job.drawn_a(*drawn), job.drawn_b(*drawn), *drawn, "mm"));
    file.publish();
    text += "written          " + flags.picture + "\n";
  }
  print(text);
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
      ->expected(1)
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
      "  abut clearance assembly.step --skip 'bolt*:plate*' --out clearances.csv");
  command->callback([flags] { run(*flags); });
}

}  // namespace abut::cli
