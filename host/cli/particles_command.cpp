#include <cstdlib>
#include <memory>

#include "abut/particles.h"
#include "host/cli/commands.h"
#include "host/cli/progress.h"
#include "host/io/other_file.h"

namespace abut::cli {
namespace {

struct Flags {
  ParticleSceneOptions options;
  std::string list, out, quaternion;
  std::uint64_t frame = 0;
  CLI::Option* frame_option = nullptr;
};

void run(Flags flags) {
  io::require_other_file("--out", flags.out, {flags.list, flags.options.shapes});
  if (flags.quaternion == "wxyz") flags.options.list.quaternion = QuaternionOrder::wxyz;
  if (flags.quaternion == "xyzw") flags.options.list.quaternion = QuaternionOrder::xyzw;
  if (flags.frame_option->count() > 0) flags.options.list.frame = flags.frame;
  ParticleListReport report;
  {
    const Progress progress("reading particles");
    report = write_particle_scene(flags.list, flags.options, flags.out);
  }
  std::string text = std::to_string(report.particles) + " particles" +
                     (report.oriented ? "" : ", none of them turned: the list has no quaternions") + "\n";
  if (!report.unused_columns.empty()) {
    text += "columns that a scene has no place for:";
    for (const std::string& name : report.unused_columns) text += " " + name;
    text += "\n";
  }
  if (report.periodic) text += "the dump's box is periodic: contacts across its faces are not in the scene\n";
  print(text);
}

}  // namespace

void add_particles_command(CLI::App& scene) {
  CLI::App* particles = scene.add_subcommand("particles", "Make a scene of a particle list of another code");
  const auto flags = std::make_shared<Flags>();
  ParticleSceneOptions& options = flags->options;
  particles
      ->add_option("LIST", flags->list, "Particle list: a table with a header line, or a LAMMPS or LIGGGHTS text dump")
      ->check(not_empty)
      ->type_name("")
      ->required();
  particles
      ->add_option(
          "--shapes", options.shapes,
          "JSON file with the key \"shapes\" as scenes have it; a particle has the shape\nthat its column \"shape\" "
          "or \"type\" names. If not given, particles are balls\nby their column \"radius\" or \"r\"")
      ->check(not_empty)
      ->type_name("FILE");
  particles
      ->add_option("--quaternion", flags->quaternion,
                   "Order of quaternion columns that only count (quat1 ..., q0 ...): wxyz or xyzw")
      ->check(CLI::IsMember({"wxyz", "xyzw"}).description(""))
      ->type_name("ORDER");
  particles
      ->add_option("--quaternion-columns", options.list.quaternion_columns,
                   "Their four names, where they have names of their own: c_q[1],c_q[2],c_q[3],c_q[4]")
      ->delimiter(',')
      ->expected(4)
      ->type_name("NAMES");
  particles->add_option("--first-shape", options.first_shape, "The number of the first shape")
      ->check(not_negative)
      ->type_name("N")
      ->capture_default_str();
  flags->frame_option =
      particles->add_option("--frame", flags->frame, "Which snapshot of a dump, from 0; needed if it has several")
          ->check(not_negative)
          ->type_name("N");
  particles->add_option("--alert-distance", options.alert_distance, "Of the scene, 0 or more")
      ->type_name("D")
      ->capture_default_str();
  particles->add_option("--out", flags->out, "Scene file to write (JSON)")
      ->check(not_empty)
      ->type_name("SCENE")
      ->required();
  particles->footer(
      "Other columns are passed over, and named. Bodies are named by the column \"id\".\n"
      "\n"
      "Example:\n  abut scene particles dump.liggghts --shapes shapes.json --quaternion wxyz --out scene.json\n"
      "  abut detect scene.json --out results");
  particles->callback([flags] { run(*flags); });
}

}  // namespace abut::cli
