#include <memory>

#include "host/cli/commands.h"
#include "host/cli/progress.h"
#include "host/io/mesh_scene.h"
#include "host/io/other_file.h"

namespace abut::cli {
namespace {

struct Flags {
  std::vector<std::string> files;
  io::MeshSceneOptions options;
  std::string out;
};

void run(const Flags& flags) {
  io::require_other_file("--out", flags.out, flags.files);
  std::vector<io::MeshBody> bodies;
  {
    const Progress progress("reading meshes");
    bodies = io::write_mesh_scene(flags.files, flags.options, flags.out);
  }
  std::string text;
  for (const io::MeshBody& body : bodies) {
    text += format("body             %s: %s, %llu vertices, %llu triangles\n", body.name.c_str(), body.file.c_str(),
                   static_cast<unsigned long long>(body.vertices), static_cast<unsigned long long>(body.triangles));
    for (const std::string& note : body.notes) text += "note             " + body.file + ": " + note + "\n";
  }
  print(text + "written          " + flags.out + "\n");
}

}  // namespace

void add_meshes_command(CLI::App& scene) {
  CLI::App* meshes = scene.add_subcommand("meshes", "Make a scene of mesh files, each a body at its own coordinates");
  const auto flags = std::make_shared<Flags>();
  meshes->add_option("MESH", flags->files, "Meshes: OBJ, STL, PLY or OFF")->check(not_empty)->type_name("")->required();
  meshes
      ->add_option("--as", flags->options.as,
                   "parts: convex parts that cover the mesh, which keep its hollows;\nhull: its convex hull, which "
                   "fills them; facets: the mesh as it is, open or\nnot, met facet by facet, on cpu")
      ->check(CLI::IsMember({"hull", "parts", "facets"}).description(""))
      ->type_name("NAME")
      ->capture_default_str();
  meshes
      ->add_option("--alert", flags->options.alert_distance,
                   "Alert distance: bodies up to so far apart are contacts too, 0 or more")
      ->check(a_distance)
      ->type_name("D")
      ->capture_default_str();
  meshes->add_option("--out", flags->out, "Scene file to write (JSON)")
      ->check(not_empty)
      ->type_name("SCENE")
      ->required();
  meshes->footer(
      "All meshes are in one unit and one frame, as parts of an assembly are exported. Bodies are named after the "
      "files; "
      "paths\n"
      "are written relative to the scene. Other options of parts, and positions: docs/reference/scene-format.md.\n"
      "\n"
      "Example:\n  abut scene meshes bracket.stl peg.stl --alert 0.6 --out assembly.json\n"
      "  abut detect assembly.json --out results\n"
      "  abut report results -o report.html");
  meshes->callback([flags] { run(*flags); });
}

}  // namespace abut::cli
