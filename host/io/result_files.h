// The files of a result folder (docs/reference/scene-format.md, "Results").
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "abut/io.h"
#include "host/io/output_file.h"
#include "host/io/shape_surface.h"

namespace abut::io {

const char* status_name(Status status);
/// "converged", or "converged+normal_undefined" where the flag is set.
std::string status_text(std::uint8_t byte);
/// "v12", "e3-7", "f1-4-9"; "-" when unknown.
std::string feature_text(Feature feature);

/// "apart", "below", "crossing", "touching", "part".
const char* facet_kind_name(FacetContactKind kind);

/// The first line of contacts.csv, and its columns' names; with those that only scenes with facets have, and only
/// scenes with NURBS surfaces, or without.
std::string contacts_header(bool facets = false, bool knots = false);
const std::vector<std::string>& contacts_columns(bool facets = false, bool knots = false);

/// The contacts of a file that `write_contacts_csv` has written, for a scene with these parts; no count but theirs is
/// known of the detection. Throws `FileError`, or `InvalidInput`: one line naming file, line, column, value and what is
/// allowed.
template <class T>
Detection<T> read_contacts_csv(const std::string& path, const PartsView& parts);

template <class T>
void write_contacts_csv(const BodySet& bodies, const Detection<T>& detection, OutputFile& file);

template <class T>
void write_contacts_vtp(const BodySet& bodies, const Detection<T>& detection, OutputFile& file);

template <class T>
void write_patches_csv(const Detection<T>& detection, const Patches<T>& patches, OutputFile& file);

template <class T>
void write_patches_vtp(const BodySet& bodies, const Detection<T>& detection, const Patches<T>& patches,
                       OutputFile& file);

/// Each surface once, in its own frame.
void write_shapes_vtp(const DrawnShapes& drawn, OutputFile& file);
/// A point for each part, with its rotation and its surface.
void write_bodies_vtp(const ShapeSet& shapes, const BodySet& bodies, const DrawnShapes& drawn, OutputFile& file);
/// The surface of every part in the world: some 100 times as large.
void write_surfaces_vtp(const BodySet& bodies, const DrawnShapes& drawn, OutputFile& file);

/// The Python script that shows a result folder in ParaView.
std::string_view view_script();

}  // namespace abut::io
