#include <memory>

#include "abut/brep/brep_file.h"
#include "abut/hdf5.h"
#include "abut/surface/surface_file.h"
#include "host/cli/cad_info.h"
#include "host/cli/commands.h"
#include "host/cli/progress.h"
#include "host/io/other_file.h"

namespace abut::cli {
namespace {

struct Flags {
  std::string from, to;
  int deflate = 0;
  bool surface = false;
  SurfaceFileOptions of;
};

void require_json(const Flags& flags, const char* what) {
  if (is_brep_name(flags.to) && !is_cad_name(flags.to)) return;
  throw InvalidInput(flags.to + ": is no name for " + what + "; allowed is one that ends in .json");
}

void convert_surface(const Flags& flags) {
  require_json(flags, "a surface");
  {
    const Progress progress("converting " + flags.from);
    write_surface(flags.to, read_surface(flags.from, flags.of));
  }
  print("written          " + flags.to + "\n");
}

void convert_cad(const Flags& flags) {
  require_json(flags, "a B-Rep");
  BrepAssembly assembly;
  {
    const Progress progress("converting " + flags.from);
    assembly = read_any_brep(flags.from, flags.of.time_limit);
    write_brep(flags.to, assembly);
  }
  std::string text = "written          " + flags.to + "\n";
  for (const std::string& note : assembly.notes) text += "note             " + note + "\n";
  print(text);
}

void run(const Flags& flags) {
  io::require_other_file("TO", flags.to, {flags.from});
  if (flags.surface) {
    convert_surface(flags);
    return;
  }
  if (is_cad_name(flags.from)) {
    convert_cad(flags);
    return;
  }
  ConvertedScene done;
  {
    const Progress progress("converting " + flags.from);
    done = convert_scene(flags.from, flags.to, flags.deflate);
  }
  std::string text = "written          " + flags.to + "\n";
  if (done.meshes > 0) {
    text += format("meshes           %zu, of which the hulls or parts that stand for them were written\n", done.meshes);
  }
  print(text);
}

}  // namespace

void add_deflate_flag(CLI::App& command, int& deflate) {
  command.add_option("--deflate", deflate, "Compress datasets of HDF5 files by deflate: 1 (fast) to 9; 0: not")
      ->check(whole_number_in(0, 9))
      ->type_name("N")
      ->capture_default_str();
}

void add_convert_command(CLI::App& app) {
  CLI::App* command =
      app.add_subcommand("convert", "Write a JSON scene as HDF5, an HDF5 scene as JSON, or CAD as JSON");
  const auto flags = std::make_shared<Flags>();
  command
      ->add_option("FROM", flags->from, "Scene to read, JSON or HDF5: its content says which; or CAD: STEP, IGES, BREP")
      ->type_name("")
      ->required();
  command->add_option("TO", flags->to, "Scene to write: HDF5 if it ends in .h5 or .hdf5, else JSON; of CAD JSON")
      ->check(not_empty)
      ->type_name("")
      ->required();
  add_deflate_flag(*command, flags->deflate);
  CLI::Option* const surface =
      command->add_flag("--surface", flags->surface, "Write the closed NURBS surface that bounds CAD's one body");
  command->add_option("--part", flags->of.part, "The body of that name, of several")->type_name("NAME")->needs(surface);
  command->add_option("--unit", flags->of.unit, "The one that lengths of CAD come in, in metres: 0.001 if not given")
      ->type_name("M")
      ->needs(surface);
  add_time_limit_flag(*command, flags->of.time_limit);
  command->footer(
      "Every number keeps its bits (docs/reference/hdf5-format.md). Meshes become the hulls or parts that stand for "
      "them.\n"
      "\n"
      "Examples:\n  abut convert grains.json grains.h5\n  abut convert grains.h5 again.json\n  abut convert pump.step "
      "pump.brep.json\n  abut convert grain.step grain.json --surface --unit 1");
  command->callback([flags] { run(*flags); });
}

}  // namespace abut::cli
