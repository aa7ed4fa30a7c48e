#include <cstdlib>
#include <filesystem>
#include <memory>

#include "host/cli/commands.h"
#include "host/cli/progress.h"

namespace abut::cli {
namespace {

struct Flags {
  GrainSceneOptions grains;
  std::string out;
};

/// ABUT_GRAINS, or examples/grains of the source tree that the program was built in.
std::string default_grains() {
  if (const char* folder = std::getenv("ABUT_GRAINS"); folder != nullptr && *folder != '\0') return folder;
  std::error_code error;
  const auto program = std::filesystem::read_symlink("/proc/self/exe", error);
  const auto folder = program.parent_path() / "../../../examples/grains";  // from build/release/bin
  if (!error && std::filesystem::is_directory(folder, error)) return folder.lexically_normal().string();
  throw InvalidInput("examples/grains is not beside this program: give --grains DIR or the variable ABUT_GRAINS");
}

void run(Flags flags) {
  if (flags.grains.grains.empty()) flags.grains.grains = default_grains();
  const Progress progress("placing grains");
  write_grain_scene(flags.grains, flags.out);
}

}  // namespace

void add_scene_command(CLI::App& app) {
  CLI::App* scene = app.add_subcommand("scene", "Make a scene file");
  scene->require_subcommand(1);
  CLI::App* grains = scene->add_subcommand("grains", "Place real grains at random in a cubic box");
  const auto flags = std::make_shared<Flags>();
  grains->add_option("--count", flags->grains.count, "Number of grains, 1 or more")
      ->check(whole_number_in(1, 1000000000))
      ->type_name("N")
      ->capture_default_str();
  grains->add_option("--seed", flags->grains.seed, "Seed of the random numbers, 0 or more")
      ->check(not_negative)
      ->type_name("S")
      ->capture_default_str();
  grains
      ->add_option("--fraction", flags->grains.fraction,
                   "Volume of all grains over the volume of the box, greater than 0")
      ->type_name("F")
      ->capture_default_str();
  grains
      ->add_option("--grains", flags->grains.grains,
                   "Folder with closed meshes (.ply, .obj, .stl, .off); if not given,\nthe variable ABUT_GRAINS, or "
                   "examples/grains of the source tree")
      ->check(not_empty)
      ->type_name("DIR");
  grains
      ->add_option("--concavity", flags->grains.concavity,
                   "0.0005 to 1: as convex parts that reach no farther out of a grain than this,\nover half of its "
                   "longest side; 0: as convex hulls")
      ->type_name("C")
      ->capture_default_str();
  grains->add_option("--out", flags->out, "Scene file to write (JSON)")
      ->check(not_empty)
      ->type_name("SCENE")
      ->required();
  grains->footer(
      "Each grain is scaled to an equivalent-sphere radius of 0.355, 0.25 or 0.175 mm (7, 76 and 17 % of them).\n"
      "Grains overlap: nothing is packed. The same flags and meshes give the same file everywhere; paths of meshes\n"
      "are written relative to it.\n"
      "\n"
      "Example:\n  abut scene grains --count 1000 --seed 1 --fraction 0.5 --out grains.json\n"
      "  abut scene grains --count 200 --concavity 0.05 --out parts.json");
  grains->callback([flags] { run(*flags); });
  add_particles_command(*scene);
  add_meshes_command(*scene);
}

}  // namespace abut::cli
