// Laguerre tessellations of polycrystals: docs/explanation/polycrystals.md.
//
//   polycrystal fit IMAGE [--voxels NX NY NZ] [--split] [--gaps] [--method NAME] [--distances NAME] [--out DIR]
//   polycrystal tessellate SEEDS --box X0 X1 Y0 Y1 Z0 Z1 [--out DIR]
//   polycrystal info FILE.tess
//   polycrystal image FILE.tess --voxels NX NY NZ --out FILE.vtk
#include <CLI/CLI.hpp>
#include <iostream>

#include "examples/polycrystal/run.h"

namespace {

using polycrystal::Box;
using polycrystal::FitOptions;

struct Given {
  FitOptions fit;
  std::string file, out;
  std::array<std::uint32_t, 3> voxels{0, 0, 0};
  std::array<double, 3> spacing{1, 1, 1};
  std::array<double, 6> box{0, 1, 0, 1, 0, 1};
};

CLI::App* add_fit(CLI::App& app, Given& g) {
  CLI::App* fit = app.add_subcommand("fit", "a tessellation whose cells lie as an image's grains");
  polycrystal::OptimiseOptions& o = g.fit.optimise;
  o.method = polycrystal::have_nlopt() ? "subplex" : "compass";
  fit->add_option("image", g.fit.image, "voxel image")->required();
  fit->add_option("--voxels", g.voxels, "how many along x, y, z, in place of what the file says");
  fit->add_option("--spacing", g.spacing, "sizes of a voxel");
  fit->add_flag("--split", g.fit.grains.split, "parts of a grain that are not connected are grains");
  fit->add_flag("--gaps", g.fit.grains.gaps, "labels may be missing");
  fit->add_option("--method", o.method, "subplex (NLopt) or compass")->capture_default_str();
  fit->add_option("--distances", g.fit.distances, "exact, rounded, batch; each with -warm too")->capture_default_str();
  fit->add_flag("--ask-all", g.fit.ask_all, "ask for distances of voxels inside of their cells too");
  fit->add_option("--tolerance", o.tolerance, "ends where O falls by less in ten evaluations a length")
      ->capture_default_str();
  fit->add_option("--evaluations", o.most, "at most")->capture_default_str();
  fit->add_option("--regularise", g.fit.short_edge, "merge edges shorter than this, in grain diameters");
  fit->add_option("--out", g.fit.folder, "folder for cells.tess, cells.vtk, slices.svg, history.csv");
  return fit;
}

int run(int argc, char** argv) {
  Given g;
  CLI::App app("Laguerre tessellations of polycrystals");
  app.require_subcommand(1);
  CLI::App* fit = add_fit(app, g);
  CLI::App* tessellate = app.add_subcommand("tessellate", "cells of seeds in a box");
  tessellate->add_option("seeds", g.file, "id x y z [radius] a line")->required();
  tessellate->add_option("--box", g.box, "x0 x1 y0 y1 z0 z1")->required();
  tessellate->add_option("--out", g.out, "folder for cells.tess and cells.vtk");
  CLI::App* info = app.add_subcommand("info", "what a .tess file holds");
  info->add_option("file", g.file, ".tess")->required();
  CLI::App* image = app.add_subcommand("image", "the voxel image of a .tess file's seeds");
  image->add_option("file", g.file, ".tess")->required();
  image->add_option("--voxels", g.voxels, "how many along x, y, z")->required();
  image->add_option("--out", g.out, "VTK file")->required();
  CLI11_PARSE(app, argc, argv);
  if (*fit) {
    if (fit->count("--voxels") > 0) g.fit.shape.count = g.voxels;
    if (fit->count("--spacing") > 0) g.fit.shape.spacing = {g.spacing[0], g.spacing[1], g.spacing[2]};
    polycrystal::fit(g.fit, std::cout);
  } else if (*tessellate) {
    polycrystal::tessellate(g.file, Box{{g.box[0], g.box[2], g.box[4]}, {g.box[1], g.box[3], g.box[5]}}, g.out,
                            std::cout);
  } else if (*info) {
    polycrystal::describe(g.file, std::cout);
  } else {
    polycrystal::voxelise(g.file, g.voxels, g.out);
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "polycrystal: %s\n", error.what());
    return 2;
  }
}
