// The element types of arrays as the buffer protocol, DLPack and the CUDA array interface spell them.
#pragma once

#include <cstddef>
#include <string>
#include <tuple>

#include "host/python/array.h"

namespace abut::python {

/// "float64".
const char* scalar_name(Scalar scalar);

/// Of a format of Python's module struct, and the name for messages.
std::tuple<Scalar, std::string> scalar_of_format(const std::string& format, std::size_t item_bytes);

/// Of a type string as "<f8", with its size in bytes.
std::tuple<Scalar, std::string, std::size_t> scalar_of_typestr(const std::string& typestr);

/// Of DLPack's DLDataType.
std::tuple<Scalar, std::string> scalar_of_dlpack(unsigned code, unsigned bits, unsigned lanes);

}  // namespace abut::python
