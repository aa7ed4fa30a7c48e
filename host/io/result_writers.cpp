#include <filesystem>

#include "host/io/result_files.h"

namespace abut {

template <class T>
void write_results(const Scene& scene, const Detection<T>& detection, const std::string& summary_json,
                   const std::string& folder) {
  io::make_folder(folder);
  const auto in_folder = [&](const char* name) { return (std::filesystem::path(folder) / name).string(); };
  io::OutputFile csv(in_folder("contacts.csv"));
  io::OutputFile contacts(in_folder("contacts.vtp"));
  io::OutputFile bodies(in_folder("bodies.vtp"));
  io::OutputFile summary(in_folder("summary.json"));

  io::write_contacts_csv(scene.bodies, detection, csv);
  io::write_contacts_vtp(scene.bodies, detection, contacts);
  io::write_bodies_vtp(scene.shapes, scene.bodies, bodies);
  summary.write(summary_json);
  if (summary_json.empty() || summary_json.back() != '\n') summary.write("\n");

  // All four are on the disk before the first gets its name: a folder never mixes two runs because the disk was full.
  for (io::OutputFile* file : {&csv, &contacts, &bodies, &summary}) file->finish();
  for (io::OutputFile* file : {&csv, &contacts, &bodies, &summary}) file->publish();
}

template void write_results(const Scene&, const Detection<float>&, const std::string&, const std::string&);
template void write_results(const Scene&, const Detection<double>&, const std::string&, const std::string&);

}  // namespace abut
