#include <memory>

#include "abut/brep/brep_file.h"
#include "abut/hdf5.h"
#include "host/cli/cad_info.h"
#include "host/cli/commands.h"
#include "host/cli/progress.h"
#include "host/io/other_file.h"

namespace abut::cli {
namespace {

struct Flags {
  std::string from, to;
  int deflate = 0;
};

void convert_cad(const Flags& flags) {
  if (!is_brep_name(flags.to) || is_cad_name(flags.to)) {
    throw InvalidInput(flags.to + ": is no name for a B-Rep; allowed is one that ends in .json");
  }
  BrepAssembly assembly;
  {
    const Progress progress("converting " + flags.from);
    assembly = read_any_brep(flags.from);
    write_brep(flags.to, assembly);
  }
  std::string text = "written          " + flags.to + "\n";
  for (const std::string& note : assembly.notes) text += "note             " + note + "\n";
  print(text);
}

void run(const Flags& flags) {
  io::require_other_file("TO", flags.to, {flags.from});
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
  command->footer(
      "Every number keeps its bits (docs/reference/hdf5-format.md). Meshes become the hulls or parts that stand for "
      "them.\n"
      "\n"
      "Examples:\n  abut convert grains.json grains.h5\n  abut convert grains.h5 again.json\n  abut convert pump.step "
      "pump.brep.json");
  command->callback([flags] { run(*flags); });
}

}  // namespace abut::cli
