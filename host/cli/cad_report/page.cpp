#include "host/cli/cad_report/page.h"

#include <cmath>
#include <map>

#include "host/cli/cad_features.h"
#include "host/cli/cad_report/picture.h"
#include "host/cli/commands.h"
#include "host/cli/explain/frame.h"

namespace abut::cli {
namespace {

constexpr std::size_t most_numbers = 20;  // of members, in one cell of a table
constexpr std::size_t most_notes = 200;

constexpr const char* head =
    "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<style>\n"
    "body { font: 15px/1.45 system-ui, sans-serif; margin: 2em auto; max-width: 1120px; padding: 0 1em; color: #222; "
    "}\n"
    "h1 { font-size: 1.5em; } h2 { margin-top: 2em; border-top: 1px solid #ccc; padding-top: 0.8em; font-size: 1.25em; "
    "}\n"
    "svg { border: 1px solid #ddd; max-width: 49%; height: auto; }\n"
    "svg text { font: bold 13px sans-serif; text-anchor: middle; paint-order: stroke; stroke: #fff; stroke-width: 3px; "
    "}\n"
    "table { border-collapse: collapse; font-size: 0.93em; } td, th { padding: 0.15em 0.9em 0.15em 0; text-align: "
    "left; }\n"
    "thead th { border-bottom: 1px solid #999; } tbody tr:nth-child(even) { background: #f5f5f5; }\n"
    "i { display: inline-block; width: 1em; height: 1em; border: 1px solid #666; vertical-align: -0.1em; }\n"
    ".small { color: #555; font-size: 0.9em; } summary { cursor: pointer; margin: 0.8em 0 0.4em; font-weight: bold; }\n"
    "</style>\n";

std::string cell(const std::string& text) { return "<td>" + xml(text) + "</td>"; }

std::string swatch(std::size_t face) {
  const Colour c = colour_of_face(face);
  return format("<i style=\"background:rgb(%d,%d,%d)\"></i>", static_cast<int>(c[0] * 255),
                static_cast<int>(c[1] * 255), static_cast<int>(c[2] * 255));
}

std::string cone_cells(const ConeFigures& cone) {
  const bool has_width = cone.degrees > 0 && cone.degrees < 360;
  return cell(cone.shape) + cell(has_width ? format("%.4g", cone.degrees) : "");
}

std::string members_cells(const CadFeature& f) {
  return cell(std::to_string(f.members.size())) + cell(numbers_text(f.members, most_numbers));
}

std::string face_rows(const CadFeatures& features) {
  std::string out;
  for (std::size_t i = 0; i < features.faces.size(); ++i) {
    const CadFeature& f = features.faces[i];
    out += "<tr><td>" + swatch(i) + " " + std::to_string(i + 1) + "</td>" + cell(f.kind) + cell(f.size) + cell(f.bend) +
           members_cells(f) + cone_cells(f.cone) + cell(f.solved ? "" : "not solved yet") + "</tr>\n";
  }
  return out;
}

std::string edge_rows(const CadFeatures& features) {
  std::string out;
  for (std::size_t i = 0; i < features.edges.size(); ++i) {
    const CadFeature& f = features.edges[i];
    std::string sides;
    for (const std::uint32_t side : f.sides) sides += swatch(side) + " " + std::to_string(side + 1) + " ";
    out += "<tr>" + cell(std::to_string(i + 1)) + cell(f.kind) + cell(f.size) + cell(f.bend) + members_cells(f) +
           "<td>" + sides + "</td>" + cone_cells(f.cone) + cell(f.solved ? "" : "not solved yet") + "</tr>\n";
  }
  return out;
}

std::string table(const std::string& title, const std::string& columns, const std::string& rows, bool is_open) {
  std::string out =
      std::string("<details") + (is_open ? " open" : "") + "><summary>" + title + "</summary>\n<table><thead><tr>";
  for (std::size_t begin = 0; begin <= columns.size();) {
    const std::size_t end = std::min(columns.find(',', begin), columns.size());
    out += "<th>" + columns.substr(begin, end - begin) + "</th>";
    begin = end + 1;
  }
  return out + "</tr></thead><tbody>\n" + rows + "</tbody></table></details>\n";
}

std::string list(const std::vector<std::string>& lines) {
  std::string out = "<ul>\n";
  for (std::size_t i = 0; i < lines.size() && i < most_notes; ++i) out += "<li>" + xml(lines[i]) + "</li>\n";
  if (lines.size() > most_notes) out += format("<li>and %zu more: abut info has all</li>\n", lines.size() - most_notes);
  return out + "</ul>\n";
}

/// "3 faces: nurbs", by kinds.
std::vector<std::string> not_solved(const CadFeatures& features) {
  std::vector<std::string> out;
  for (const auto* all : {&features.faces, &features.edges}) {
    std::map<std::string, std::size_t> kinds;
    for (const CadFeature& f : *all) kinds[f.kind] += f.solved ? 0 : 1;
    for (const auto& [kind, count] : kinds) {
      if (count == 0) continue;
      out.push_back(format("%zu %s of kind %s: contacts with them are not solved yet", count,
                           all == &features.faces ? "faces" : "edges", kind.c_str()));
    }
  }
  return out;
}

std::string part_section(const BrepAssembly& assembly, std::size_t index) {
  const Brep& part = assembly.parts[index];
  std::size_t times = 0;
  for (const BrepInstance& i : assembly.instances) times += i.part == index ? 1 : 0;
  std::string out =
      "<h2>" + xml(assembly.part_names[index]) + (times == 1 ? "" : format(", %zu times", times)) + "</h2>\n";
  CadFeatures features;
  try {
    features = cad_features(part);
  } catch (const InvalidInput& e) {
    return out + "<p>Its features cannot be found: " + xml(e.what()) + "</p>\n";
  }
  for (const std::string& picture : part_pictures(part, features)) out += picture;
  out += "<p>Supermaximal: " + features_counts(part, features) + ".</p>\n";
  std::vector<std::string> left_out = features.notes;
  for (const std::string& line : not_solved(features)) left_out.push_back(line);
  if (!left_out.empty()) out += "<p>Not in contact, or not solved:</p>" + list(left_out);
  constexpr std::size_t few = 100;
  out += table("Faces", "face,surface,size,bend,faces united,their numbers,normals in,degrees across,",
               face_rows(features), features.faces.size() <= few);
  out += table("Edges", "edge,curve,size,bend,edges united,their numbers,between faces,directions in,degrees across,",
               edge_rows(features), features.edges.size() <= few);
  return out;
}

}  // namespace

std::string cad_page(const std::string& file, const BrepAssembly& assembly) {
  std::string out = head;
  out += "<title>" + xml(file) + "</title></head><body>\n<h1>" + xml(file) + "</h1>\n";
  out += format("<p>%zu %s, placed %zu %s. Lengths are in millimetres.</p>\n", assembly.parts.size(),
                assembly.parts.size() == 1 ? "part" : "parts", assembly.instances.size(),
                assembly.instances.size() == 1 ? "time" : "times");
  out +=
      "<p class=\"small\">A supermaximal face is all faces on one surface with the material on the same side; it has "
      "one "
      "colour and one number. Edges of the file that are inside of one are pale. Features are seen from two opposite "
      "sides. Normals of a feature lie in a cone: a ray, an arc, or one of three or four sides; its width is that of "
      "the "
      "cone of revolution about it.</p>\n";
  if (!assembly.notes.empty()) out += "<p>Left out or faulty in the file:</p>" + list(assembly.notes);
  for (std::size_t i = 0; i < assembly.parts.size(); ++i) out += part_section(assembly, i);
  return out + "</body></html>\n";
}

}  // namespace abut::cli
