// What a run leaves: a table of energies and contact counts, a plot of it, and surfaces for ParaView.
#pragma once

#include <fstream>
#include <string>
#include <vector>

#include "examples/dem/simulation.h"

namespace dem {

/// One line of the table.
struct Sample {
  double time = 0;
  std::uint64_t bodies = 0;  ///< that move
  PairTotals pairs;
  Energies energies;
};

/// A CSV file with a header line, one line a sample, SI units, numbers in full. Throws `FileError`.
class Table {
 public:
  explicit Table(const std::string& path);
  void add(const Sample& sample);

 private:
  std::string path_;
  std::ofstream file_;
};

/// An SVG of two panels over time: energies, and counts of contacts, candidate pairs and bodies. Throws `FileError`.
void write_plot(const std::string& path, const std::vector<Sample>& samples);

/// The surfaces of bodies that move (spheres and discs as points with their radius, polygons as they are) as VTK
/// PolyData with the cell arrays `body` and `speed`. Throws `FileError`.
void write_surfaces(const std::string& path, const Scene& scene, const std::vector<BodyState>& states,
                    std::uint32_t born);

/// A file that appears under its name only when it is complete. Throws `FileError`.
void write_whole(const std::string& path, const std::string& text);

/// The list of a series for ParaView: FOLDER/bodies.vtp.series names the files and their times.
void write_series(const std::string& path, const std::vector<std::pair<std::string, double>>& files);

}  // namespace dem
