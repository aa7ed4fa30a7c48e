#include <filesystem>
#include <memory>
#include <vector>

#include "abut/core/error.h"
#include "host/io/result_files.h"

namespace abut {

template <class T>
void write_results(const Scene& scene, const Detection<T>& detection, const std::string& summary_json,
                   const std::string& folder, const Patches<T>* patches, bool surfaces) {
  if (patches != nullptr && patches->offsets.size() != detection.pairs.size() + 1) {
    throw InvalidInput("write_results: patches has " + std::to_string(patches->offsets.size()) +
                       " offsets; there are " + std::to_string(detection.pairs.size()) +
                       " contacts, and one more is allowed");
  }
  io::make_folder(folder);
  std::vector<std::unique_ptr<io::OutputFile>> files;
  const auto file = [&](const char* name) -> io::OutputFile& {
    const std::string path = (std::filesystem::path(folder) / name).string();
    return *files.emplace_back(std::make_unique<io::OutputFile>(path));
  };
  io::write_contacts_csv(scene.bodies, detection, file("contacts.csv"));
  io::write_contacts_vtp(scene.bodies, detection, file("contacts.vtp"));
  if (patches != nullptr) {
    io::write_patches_csv(detection, *patches, file("patches.csv"));
    io::write_patches_vtp(scene.bodies, detection, *patches, file("patches.vtp"));
  }
  const io::DrawnShapes drawn = io::drawn_shapes(scene.shapes, io::drawn_meshes(scene));
  io::write_bodies_vtp(scene.shapes, scene.bodies, drawn, file("bodies.vtp"));
  io::write_shapes_vtp(drawn, file("shapes.vtp"));
  if (surfaces) io::write_surfaces_vtp(scene.bodies, drawn, file("surfaces.vtp"));
  file("view.py").write(io::view_script());
  io::OutputFile& summary = file("summary.json");
  summary.write(summary_json);
  if (summary_json.empty() || summary_json.back() != '\n') summary.write("\n");

  // All are on the disk before the first gets its name: a folder never mixes two runs because the disk was full.
  for (const auto& f : files) f->finish();
  for (const auto& f : files) f->publish();
  const auto remove_earlier = [&](const char* name) {  // of a run that wrote more
    std::error_code ignored;
    std::filesystem::remove(std::filesystem::path(folder) / name, ignored);
  };
  if (!surfaces) remove_earlier("surfaces.vtp");
  if (patches == nullptr) {
    remove_earlier("patches.csv");
    remove_earlier("patches.vtp");
  }
}

template void write_results(const Scene&, const Detection<float>&, const std::string&, const std::string&,
                            const Patches<float>*, bool);
template void write_results(const Scene&, const Detection<double>&, const std::string&, const std::string&,
                            const Patches<double>*, bool);

}  // namespace abut
