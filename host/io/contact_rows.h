// Contacts as the rows of a file's datasets.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "abut/contacts/contacts.h"
#include "abut/io.h"
#include "host/io/data_source.h"

namespace abut::io {

/// Of a contact file, in its order; the first two need bodies.
inline constexpr const char* contact_fields[] = {
    "body",      "pair",        "separation", "normal", "witness_a",      "witness_b",      "point", "feature_a",
    "feature_b", "lower_bound", "bound_gap",  "status", "gjk_iterations", "epa_iterations", "key"};

/// A field: its type and how many of it make a row.
struct ContactField {
  std::string name;
  Element type;
  std::uint64_t width;
};

/// What the field is with contacts of precision T. Throws `InvalidInput` for a name that is none, naming those allowed.
ContactField contact_field(const std::string& name, bool is_f32);

/// The named fields, each once; all that there are where none is named.
std::vector<ContactField> contact_fields_of(const std::vector<std::string>& names, bool of_bodies, bool is_f32);

/// Attributes of the root and datasets for `count` rows.
void begin_contacts(DataSink& sink, std::span<const ContactField> fields, std::uint64_t count,
                    const std::string& precision, double alert_distance, const std::string& length_unit,
                    bool of_bodies);

/// Room for rows of some fields, each its bytes one after the other as its dataset has them.
template <class T>
class ContactRows {
 public:
  ContactRows(std::span<const ContactField> fields, std::uint64_t rows);
  /// Where queries write; null for fields that are not there.
  ContactsView<T> view();
  /// The memory of a field; null where it is not there.
  void* field(const std::string& name);
  /// The status of each row, whether it is a field or not.
  const std::vector<std::uint8_t>& status() const { return status_; }
  void write(DataSink& sink, std::uint64_t first, std::uint64_t count);

 private:
  template <class E>
  E* array(const char* name) {
    return static_cast<E*>(field(name));
  }
  StridedVec3<T> vectors(const char* name) {
    T* const at = array<T>(name);
    return at == nullptr ? StridedVec3<T>{} : StridedVec3<T>{at, at + 1, at + 2, 3};
  }

  std::span<const ContactField> fields_;
  std::vector<std::vector<std::uint64_t>> data_;  // words, so that all types are aligned
  std::vector<std::uint8_t> status_;
};

/// All fields of a detection's contacts, finished and not yet published.
template <class T>
std::unique_ptr<DataSink> finished_contacts(const Scene& scene, const Detection<T>& detection, const std::string& path,
                                            int deflate);

}  // namespace abut::io
