#include "host/hdf5/types.h"

namespace abut::io {
namespace {

/// Whether a double holds every value of the type.
bool fits_double(hid_t type) {
  std::size_t sign = 0, exponent = 0, exponent_bits = 0, mantissa = 0, mantissa_bits = 0;
  if (H5Tget_fields(type, &sign, &exponent, &exponent_bits, &mantissa, &mantissa_bits) < 0) return false;
  return exponent_bits <= 11 && mantissa_bits <= 52 && H5Tget_ebias(type) <= 1023;
}

const char* class_name(H5T_class_t kind) {
  switch (kind) {
    case H5T_TIME: return "time";
    case H5T_BITFIELD: return "bitfield";
    case H5T_OPAQUE: return "opaque";
    case H5T_COMPOUND: return "compound";
    case H5T_REFERENCE: return "reference";
    case H5T_ENUM: return "enum";
    case H5T_VLEN: return "variable length";
    case H5T_ARRAY: return "array";
    default: return "unknown";
  }
}

}  // namespace

void describe_type(hid_t type, DatasetInfo& info) {
  const H5T_class_t kind = H5Tget_class(type);
  const std::size_t bytes = H5Tget_size(type);
  info.bits = bytes <= 1024 ? static_cast<unsigned>(8 * bytes) : 0;
  if (kind == H5T_FLOAT) {
    info.type = "float" + std::to_string(8 * bytes);
    info.kind = fits_double(type) ? DatasetInfo::Kind::real : DatasetInfo::Kind::other;
  } else if (kind == H5T_INTEGER) {
    info.is_signed = H5Tget_sign(type) != H5T_SGN_NONE;
    info.type = (info.is_signed ? "int" : "uint") + std::to_string(8 * bytes);
    const bool is_plain = bytes <= 8 && H5Tget_precision(type) == 8 * bytes;
    info.kind = is_plain ? DatasetInfo::Kind::integer : DatasetInfo::Kind::other;
  } else if (kind == H5T_STRING) {
    info.type = "text";
    info.kind = DatasetInfo::Kind::text;
  } else {
    info.type = class_name(kind);
  }
}

hid_t native_type(Element type) {
  switch (type) {
    case Element::u8: return H5T_NATIVE_UINT8;
    case Element::u32: return H5T_NATIVE_UINT32;
    case Element::u64: return H5T_NATIVE_UINT64;
    case Element::f32: return H5T_NATIVE_FLOAT;
    case Element::f64: return H5T_NATIVE_DOUBLE;
  }
  return -1;
}

hid_t stored_type(Element type) {
  switch (type) {
    case Element::u8: return H5T_STD_U8LE;
    case Element::u32: return H5T_STD_U32LE;
    case Element::u64: return H5T_STD_U64LE;
    case Element::f32: return H5T_IEEE_F32LE;
    case Element::f64: return H5T_IEEE_F64LE;
  }
  return -1;
}

std::uint64_t bytes_of(Element type) {
  return type == Element::u8 ? 1 : type == Element::u32 || type == Element::f32 ? 4 : 8;
}

}  // namespace abut::io
