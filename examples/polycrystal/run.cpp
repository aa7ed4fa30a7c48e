#include "examples/polycrystal/run.h"

#include <cerrno>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>
#include <ostream>
#include <sstream>

#include "abut/core/error.h"
#include "examples/dem/text.h"
#include "examples/polycrystal/picture.h"
#include "examples/polycrystal/tess_file.h"

namespace polycrystal {

namespace {

void print_network(const Network& n, std::ostream& out) {
  double shortest = abut::length(n.box.high - n.box.low);
  const std::vector<Edge> edges = edges_of(n);
  for (const Edge& e : edges) shortest = std::min(shortest, length_of(n, e));
  out << n.cells.size() << " cells, " << n.faces.size() << " faces, " << edges.size() << " edges, " << n.vertices.size()
      << " vertices, shortest edge " << dem::text_of(shortest) << '\n';
}

void write_fit(const FitOptions& o, const Network& network) {
  if (o.folder.empty()) return;
  write_tess(o.folder + "/cells.tess", network);
  write_cells(o.folder + "/cells.vtk", network);
}

void regularise_and_print(const FitOptions& o, double length, Network& network, std::ostream& out) {
  const Regularisation r = regularise(network, length);
  out << "regularised: " << r.short_before << " edges shorter than " << dem::text_of(length) << ", " << r.merged
      << " merged, " << r.short_after << " left, largest O of a merge " << dem::text_of(r.largest) << '\n';
  print_network(network, out);
  if (!o.folder.empty()) write_tess(o.folder + "/regularised.tess", network);
}

void make_folder(const std::string& folder) {
  if (folder.empty()) return;
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) throw abut::FileError(folder + ": " + error.message());
}

}  // namespace

Optimum fit(const FitOptions& o, std::ostream& out) {
  make_folder(o.folder);
  const VoxelImage image = read_image(o.image, o.shape);
  const Grains grains = grains_of(image, o.grains);
  out << image.size() << " voxels, " << grains.size() << " grains of diameter " << dem::text_of(grains.diameter) << ", "
      << grains.boundary.size() << " boundary voxels\n";
  const std::unique_ptr<Distances> distances = distances_named(o.distances);
  Objective objective(grains, grains.seeds, *distances, o.ask_all);
  const Tessellation first = objective.tessellation();
  const Optimum best = optimise(objective, grains, o.optimise);
  const Effort& effort = objective.effort();
  out << "O " << dem::text_of(best.first) << " to " << dem::text_of(best.value) << " in " << best.evaluations
      << " evaluations, " << dem::text_of(best.seconds) << " s: cells " << dem::text_of(effort.seconds_cells)
      << ", distances " << dem::text_of(effort.seconds_queries) << " of " << effort.queries << " queries ("
      << distances->name() << ")" << (best.converged ? "" : "; not converged") << '\n';
  if (!o.folder.empty()) {  // first, as a cell that has vanished has no network
    write_slices(o.folder + "/slices.svg", {image, grains, first, objective.tessellation(), best.history});
    write_history(o.folder + "/history.csv", best.history);
  }
  Network network = network_of(objective.tessellation());
  print_network(network, out);
  write_fit(o, network);
  if (o.short_edge > 0) regularise_and_print(o, o.short_edge * grains.diameter, network, out);
  return best;
}

std::vector<Seed> read_seeds(const std::string& path) {
  std::ifstream file(path);
  if (!file) throw abut::FileError(path + ": " + std::strerror(errno));
  std::vector<Seed> out;
  double last = -std::numeric_limits<double>::infinity();
  std::string line;
  for (std::size_t number = 1; std::getline(file, line); ++number) {
    if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
    std::istringstream in(line);
    std::vector<double> values;
    for (double value; in >> value;) values.push_back(value);
    if (!in.eof() || values.size() < 4 || values.size() > 5) {
      throw abut::InvalidInput(path + ": line " + std::to_string(number) +
                               " is not \"id x y z\" or \"id x y z radius\"");
    }
    if (!(values[0] > last) || values[0] != std::floor(values[0])) {
      throw abut::InvalidInput(path + ": line " + std::to_string(number) + " has id " + dem::text_of(values[0]) +
                               "; allowed are whole numbers that ascend");
    }
    last = values[0];
    out.push_back({{values[1], values[2], values[3]}, values.size() > 4 ? values[4] : 0});
  }
  if (out.empty()) throw abut::InvalidInput(path + ": there are no seeds");
  return out;
}

void tessellate(const std::string& seeds, const Box& box, const std::string& folder, std::ostream& out) {
  make_folder(folder);
  const Tessellation t(box, read_seeds(seeds));
  double sum = 0;
  for (std::uint32_t i = 0; i < t.size(); ++i) sum += volume(t.cell(i));
  const Network network = network_of(t);
  print_network(network, out);
  out << "volumes sum to " << dem::text_of(sum) << ", the box's is " << dem::text_of(volume(box)) << '\n';
  if (folder.empty()) return;
  write_tess(folder + "/cells.tess", network);
  write_cells(folder + "/cells.vtk", network);
}

void describe(const std::string& tess, std::ostream& out) { print_network(read_tess(tess), out); }

void voxelise(const std::string& tess, const std::array<std::uint32_t, 3>& count, const std::string& path) {
  const Network n = read_tess(tess);
  write_image(path, image_of(Tessellation(n.box, n.seeds), count));
}

}  // namespace polycrystal
