// The files of a result folder (docs/scene-format.md, "Results").
#pragma once

#include <string>

#include "abut/io.h"
#include "host/io/output_file.h"

namespace abut::io {

const char* status_name(Status status);
/// "converged", or "converged+normal_undefined" where the flag is set.
std::string status_text(std::uint8_t byte);
/// "v12", "e3-7", "f1-4-9"; "-" when unknown.
std::string feature_text(Feature feature);

template <class T>
void write_contacts_csv(const BodySet& bodies, const Detection<T>& detection, OutputFile& file);

template <class T>
void write_contacts_vtp(const BodySet& bodies, const Detection<T>& detection, OutputFile& file);

template <class T>
void write_patches_csv(const Detection<T>& detection, const Patches<T>& patches, OutputFile& file);

template <class T>
void write_patches_vtp(const BodySet& bodies, const Detection<T>& detection, const Patches<T>& patches,
                       OutputFile& file);

void write_bodies_vtp(const ShapeSet& shapes, const BodySet& bodies, OutputFile& file);

}  // namespace abut::io
