#include "abut/brep/cad_file.h"

#include <Message.hxx>
#include <Message_Messenger.hxx>
#include <Standard_Failure.hxx>
#include <algorithm>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <mutex>

#include "abut/core/error.h"
#include "host/brep/cad/cad_shapes.h"
#include "host/brep/cad/part_builder.h"
#include "host/number_text.h"

namespace abut {
namespace {

constexpr double millimetre = 1e-3;

/// OpenCASCADE says nothing while this is there.
class Silence {
 public:
  Silence() : printers_(Message::DefaultMessenger()->Printers()) {
    for (const Handle(Message_Printer) & printer : printers_) Message::DefaultMessenger()->RemovePrinter(printer);
  }
  ~Silence() {
    for (const Handle(Message_Printer) & printer : printers_) Message::DefaultMessenger()->AddPrinter(printer);
  }
  Silence(const Silence&) = delete;
  Silence& operator=(const Silence&) = delete;

 private:
  Message_SequenceOfPrinters printers_;
};

using Reader = cad::CadShapes (*)(const std::string&);

Reader reader_for(const std::string& path) {
  std::string suffix = std::filesystem::path(path).extension().string();
  std::transform(suffix.begin(), suffix.end(), suffix.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  if (suffix == ".step" || suffix == ".stp") return cad::step_shapes;
  if (suffix == ".iges" || suffix == ".igs") return cad::iges_shapes;
  if (suffix == ".brep") return cad::brep_shapes;
  throw InvalidInput(path + ": is no CAD file by its name; allowed are .step, .stp, .iges, .igs and .brep");
}

void check_file(const std::string& path) {
  constexpr std::uintmax_t most = std::uintmax_t{1} << 31;
  std::error_code fault;
  if (std::filesystem::is_directory(path, fault)) throw FileError(path + ": cannot be read: " + std::strerror(EISDIR));
  const std::uintmax_t size = std::filesystem::file_size(path, fault);
  if (fault) throw FileError(path + ": cannot be opened: " + fault.message());
  if (size == 0) throw InvalidInput(path + ": cannot be read: the file is empty");
  if (size >= most) {
    throw InvalidInput(path + ": has " + host::number_text(size) + " bytes; allowed are fewer than " +
                       host::number_text(most));
  }
}

/// Those without a face go, and their instances.
BrepAssembly assembly_of(const cad::CadShapes& shapes, double scale) {
  BrepAssembly out;
  out.notes = shapes.notes;
  std::vector<std::uint32_t> kept(shapes.parts.size(), no_brep_index);
  for (std::size_t i = 0; i < shapes.parts.size(); ++i) {
    const std::string& name = shapes.parts[i].name;
    try {
      Brep part = cad::brep_of(shapes.parts[i], scale, out.notes);
      if (part.faces.empty()) {
        out.notes.push_back(name + ": is left out: it has no face that can be used");
        continue;
      }
      check_brep(part);
      kept[i] = static_cast<std::uint32_t>(out.parts.size());
      out.parts.push_back(std::move(part));
      out.part_names.push_back(name);
    } catch (const Standard_Failure& e) {
      out.notes.push_back(name + ": is left out: OpenCASCADE says " + e.DynamicType()->Name());
    } catch (const InvalidInput& e) {
      out.notes.push_back(name + ": is left out: " + e.what());
    }
  }
  for (BrepInstance instance : shapes.instances) {
    instance.part = kept[instance.part];
    if (instance.part == no_brep_index) continue;
    instance.pose.position = instance.pose.position * scale;
    out.instances.push_back(std::move(instance));
  }
  return out;
}

}  // namespace

bool cad_available() { return true; }

BrepAssembly read_cad(const std::string& path, const CadOptions& options) {
  if (!std::isfinite(options.unit) || !(options.unit > 0)) {
    throw InvalidInput("CadOptions.unit is " + host::number_text(options.unit) +
                       "; allowed is a finite number above 0");
  }
  const Reader shapes = reader_for(path);
  check_file(path);
  static std::mutex one_at_a_time;  // OpenCASCADE's readers have settings and sessions for the whole process
  const std::lock_guard lock(one_at_a_time);
  const Silence silence;
  try {
    BrepAssembly out = assembly_of(shapes(path), millimetre / options.unit);
    if (out.parts.empty()) {
      throw InvalidInput(path + ": holds no face that can be used" +
                         (out.notes.empty() ? "" : ": " + out.notes.front()));
    }
    return out;
  } catch (const Standard_Failure& e) {
    throw InvalidInput(path + ": cannot be read: OpenCASCADE says " + e.DynamicType()->Name());
  }
}

}  // namespace abut
