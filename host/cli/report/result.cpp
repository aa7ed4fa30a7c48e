#include "host/cli/report/result.h"

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "host/cli/commands.h"
#include "host/cli/verify.h"
#include "host/io/json_field.h"
#include "host/io/result_files.h"
#include "host/number_text.h"

namespace abut::cli {
namespace {

constexpr std::uint64_t most_count = std::uint64_t{1} << 53;

std::uint64_t count_of(const io::JsonField& field) {
  const double number = field.not_negative();
  if (number != std::floor(number) || number > static_cast<double>(most_count))
    field.fail("is not a count; allowed are whole numbers");
  return static_cast<std::uint64_t>(number);
}

}  // namespace

ResultSummary read_summary(const std::string& path) {
  const io::JsonDocument document(path);
  const io::JsonField root = document.root();
  const auto count = [&](const char* key) { return count_of(root.member(key)); };
  ResultSummary s;
  s.scene = root.member("scene").string();
  s.length_unit = root.member("length_unit").string();
  s.backend = root.member("backend").string();
  const io::JsonField precision = root.member("precision");
  s.precision = precision.string();
  if (s.precision != "f32" && s.precision != "f64")
    precision.fail("is not a precision; allowed are \"f32\" and \"f64\"");
  const io::JsonField threads = root.member("threads");
  s.threads = threads.is_string() ? "all cores" : host::number_text(count_of(threads));
  s.alert_distance = root.member("alert_distance").not_negative();
  s.bodies = count("bodies");
  s.parts = count("parts");
  s.shapes = count("shapes");
  s.candidate_pairs = count("candidate_pairs");
  s.contacts = count("contacts");
  s.failures = count("failures");
  const io::JsonField seconds = root.member("seconds");
  s.seconds_broad = seconds.member("broad").not_negative();
  s.seconds_narrow = seconds.member("narrow").not_negative();
  s.seconds_total = seconds.member("total").not_negative();
  s.median_of = count_of(seconds.member("median_of"));
  const io::JsonField status = root.member("status");
  for (int i = 0; i < status_count; ++i) {
    s.status[static_cast<std::size_t>(i)] = count_of(status.member(io::status_name(static_cast<Status>(i))));
  }
  return s;
}

std::string scene_path(const std::string& folder, const ResultSummary& summary, const std::string& given) {
  if (!given.empty()) return given;
  std::error_code error;
  const std::filesystem::path path(summary.scene);
  if (std::filesystem::is_regular_file(path, error)) return path.string();
  const std::filesystem::path beside = std::filesystem::path(folder) / path;
  if (path.is_relative() && std::filesystem::is_regular_file(beside, error)) return beside.string();
  throw InvalidInput(folder + ": its scene '" + summary.scene + "' is not there; give it with --scene FILE");
}

void check_same_scene(const std::string& folder, const ResultSummary& s, const std::string& path, const Scene& scene) {
  const auto differs = [&](const char* what, const std::string& here, const std::string& there) {
    throw InvalidInput(folder + ": is not the result of " + path + ": it has " + what + " " + here +
                       ", the scene has " + there + "; allowed is the scene that it was detected in");
  };
  const auto compare = [&](const char* what, std::uint64_t here, std::uint64_t there) {
    if (here != there) differs(what, std::to_string(here), std::to_string(there));
  };
  compare("bodies:", s.bodies, scene.bodies.size());
  compare("parts:", s.parts, scene.bodies.part_count());
  compare("shapes:", s.shapes, scene.shapes.size());
  if (s.alert_distance != scene.alert_distance) {
    differs("alert distance", host::number_text(s.alert_distance), host::number_text(scene.alert_distance));
  }
}

namespace {

/// A result and the scene that it should be of.
template <class T>
struct Compared {
  const std::string& folder;
  const std::string& path;
  const Scene& scene;
  const Detection<T>& detection;

  /// Row `i`, which has the separation `there` in the scene.
  void row(std::size_t i, double there) const {
    const PartsView parts = scene.bodies.parts();
    const Pair pair = detection.pairs[i];
    const double size = scene.shapes.header(parts.shape[pair.a]).size + scene.shapes.header(parts.shape[pair.b]).size;
    const double here = static_cast<double>(detection.contacts.separation[i]);
    // Another version of Abut may round otherwise.
    if (std::abs(here - there) <= 2 * tolerance<T> * (size + std::abs(there))) return;
    throw InvalidInput(folder + "/contacts.csv: line " + std::to_string(i + 2) + ": separation is " +
                       host::number_text(here) + ", in " + path + " it is " + host::number_text(there) +
                       "; allowed is the result of that scene as it is now");
  }

  bool is_by_facets(std::size_t i) const { return detection.facets && detection.facets->has(i); }
  bool is_by_knots(std::size_t i) const { return detection.knots && detection.knots->has(i); }

  void facets() const {
    FacetTrees trees = scene.facet_trees();
    by([&](std::size_t i) { return is_by_facets(i); }, {scene.alert_distance, &trees}, "between facets");
  }
  void knots() const {
    const ContactSurfaces surfaces = scene.contact_surfaces();
    by([&](std::size_t i) { return is_by_knots(i); }, {scene.alert_distance, nullptr, &surfaces}, "of knots");
  }

 private:
  /// Pairs that may have several contacts are detected again.
  template <class Is>
  void by(const Is& is, const DetectOptions& options, const std::string& kind) const {
    std::vector<std::size_t> rows;
    std::vector<Pair> pairs;
    for (std::size_t i = 0; i < detection.pairs.size(); ++i) {
      if (!is(i)) continue;
      rows.push_back(i);
      const Pair pair = detection.pairs[i];
      if (pairs.empty() || pairs.back().a != pair.a || pairs.back().b != pair.b) pairs.push_back(pair);
    }
    const Detection<T> again = detect<T>(Cpu{}, scene.shapes, scene.bodies, pairs, options);
    if (again.pairs.size() != rows.size()) {
      throw InvalidInput(folder + "/contacts.csv: has " + std::to_string(rows.size()) + " contacts " + kind + ", in " +
                         path + " there are " + std::to_string(again.pairs.size()) +
                         "; allowed is the result of that scene as it is now");
    }
    for (std::size_t k = 0; k < rows.size(); ++k) row(rows[k], static_cast<double>(again.contacts.separation[k]));
  }
};

}  // namespace

template <class T>
void check_same_contacts(const std::string& folder, const std::string& path, const Scene& scene,
                         const Detection<T>& detection) {
  if (detection.facets.has_value() == scene.facet_meshes.empty()) {
    throw InvalidInput(folder + "/contacts.csv: has " + (detection.facets ? "" : "no ") + "columns of facets, and " +
                       path + " has " + (detection.facets ? "no " : "") +
                       "meshes as facets; allowed is the result of that scene as it is now");
  }
  if (detection.knots.has_value() == scene.surface_shapes.empty()) {
    throw InvalidInput(folder + "/contacts.csv: has " + (detection.knots ? "" : "no ") + "columns of knots, and " +
                       path + " has " + (detection.knots ? "no " : "") +
                       "NURBS surfaces; allowed is the result of that scene as it is now");
  }
  const Compared<T> compared{folder, path, scene, detection};
  Contacts<T> again(detection.pairs.size());
  query_pairs<T>(Cpu{}, scene.shapes.view<T>(), scene.bodies.parts(), detection.pairs, QueryOptions{}, again.view());
  for (std::size_t i = 0; i < detection.pairs.size(); ++i) {
    if (!is_contact(detection.contacts.status[i]) || compared.is_by_facets(i) || compared.is_by_knots(i)) continue;
    compared.row(i, static_cast<double>(again.separation[i]));
  }
  if (detection.facets) compared.facets();
  if (detection.knots) compared.knots();
}

template void check_same_contacts(const std::string&, const std::string&, const Scene&, const Detection<float>&);
template void check_same_contacts(const std::string&, const std::string&, const Scene&, const Detection<double>&);

}  // namespace abut::cli
