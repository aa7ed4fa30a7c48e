#include "host/io/contact_rows.h"

#include <algorithm>
#include <iterator>

#include "abut/core/error.h"
#include "abut/narrow/batch.h"

namespace abut::io {
namespace {

std::uint64_t element_bytes(Element type) {
  return type == Element::u8 ? 1 : type == Element::u32 || type == Element::f32 ? 4 : 8;
}

}  // namespace

ContactField contact_field(const std::string& name, bool is_f32) {
  if (std::find(std::begin(contact_fields), std::end(contact_fields), name) == std::end(contact_fields)) {
    std::string allowed;
    for (const char* field : contact_fields) allowed += (allowed.empty() ? "" : ", ") + std::string(field);
    throw InvalidInput("fields: '" + name + "' is not a field of a contact, allowed are " + allowed);
  }
  const Element scalar = is_f32 ? Element::f32 : Element::f64;
  if (name == "body" || name == "pair") return {name, Element::u32, 2};
  if (name == "normal" || name == "witness_a" || name == "witness_b" || name == "point") return {name, scalar, 3};
  if (name == "feature_a" || name == "feature_b" || name == "key") return {name, Element::u64, 1};
  if (name == "status" || name == "gjk_iterations" || name == "epa_iterations") return {name, Element::u8, 1};
  return {name, scalar, 1};
}

std::vector<ContactField> contact_fields_of(const std::vector<std::string>& names, bool of_bodies, bool is_f32) {
  std::vector<ContactField> fields;
  for (const std::string& name : names) {
    const auto same = [&](const ContactField& field) { return field.name == name; };
    if (std::any_of(fields.begin(), fields.end(), same)) throw InvalidInput("fields: '" + name + "' is given twice");
    fields.push_back(contact_field(name, is_f32));
    if (name == "body" && !of_bodies) {
      throw InvalidInput("fields: 'body' is not a field of pairs of shapes, which have no bodies");
    }
  }
  if (!names.empty()) return fields;
  for (const std::string name : contact_fields) {
    if (of_bodies || (name != "body" && name != "pair")) fields.push_back(contact_field(name, is_f32));
  }
  return fields;
}

void begin_contacts(DataSink& sink, std::span<const ContactField> fields, std::uint64_t count,
                    const std::string& precision, double alert_distance, const std::string& length_unit,
                    bool of_bodies) {
  sink.attribute("format", std::string("abut-contacts"));
  sink.attribute("version", std::int64_t{1});
  sink.attribute("precision", precision);
  sink.attribute("alert_distance", alert_distance);
  if (!length_unit.empty()) sink.attribute("length_unit", length_unit);
  sink.attribute("frame", std::string(of_bodies ? "world axes, from the position of body A" : "the frame of shape A"));
  for (const ContactField& field : fields) {
    sink.create(field.name, field.type,
                field.width > 1 ? std::vector<std::uint64_t>{count, field.width} : std::vector<std::uint64_t>{count});
  }
}

template <class T>
ContactRows<T>::ContactRows(std::span<const ContactField> fields, std::uint64_t rows) : fields_(fields), status_(rows) {
  for (const ContactField& f : fields) data_.emplace_back((rows * f.width * element_bytes(f.type) + 7) / 8);
}

template <class T>
void* ContactRows<T>::field(const std::string& name) {
  if (name == "status") return status_.data();
  for (std::size_t i = 0; i < fields_.size(); ++i) {
    if (fields_[i].name == name) return data_[i].data();
  }
  return nullptr;
}

template <class T>
ContactsView<T> ContactRows<T>::view() {
  ContactsView<T> v;
  v.separation.data = array<T>("separation");
  v.normal = vectors("normal");
  v.witness_a = vectors("witness_a");
  v.witness_b = vectors("witness_b");
  v.point = vectors("point");
  v.feature_a.data = array<Feature>("feature_a");
  v.feature_b.data = array<Feature>("feature_b");
  v.lower_bound.data = array<T>("lower_bound");
  v.bound_gap.data = array<T>("bound_gap");
  v.status.data = status_.data();
  v.gjk_iterations.data = array<std::uint8_t>("gjk_iterations");
  v.epa_iterations.data = array<std::uint8_t>("epa_iterations");
  v.key.data = array<std::uint64_t>("key");
  return v;
}

template <class T>
void ContactRows<T>::write(DataSink& sink, std::uint64_t first, std::uint64_t count) {
  for (const ContactField& f : fields_) sink.write(f.name, first, count, field(f.name));
}

template <class T>
std::unique_ptr<DataSink> finished_contacts(const Scene& scene, const Detection<T>& detection, const std::string& path,
                                            int deflate) {
  constexpr bool is_f32 = std::is_same_v<T, float>;
  const std::vector<ContactField> fields = contact_fields_of({}, true, is_f32);
  const PartsView parts = scene.bodies.parts();
  std::unique_ptr<DataSink> sink = create_hdf5(path, deflate);
  const std::uint64_t count = detection.pairs.size();
  begin_contacts(*sink, fields, count, is_f32 ? "f32" : "f64", scene.alert_distance, scene.length_unit, true);
  constexpr std::uint64_t piece = 65536;
  ContactRows<T> rows(fields, std::min(piece, count));
  const ContactsView<T> to = rows.view();
  for (std::uint64_t first = 0; first < count; first += piece) {
    const std::uint64_t size = std::min(piece, count - first);
    for (std::uint64_t i = 0; i < size; ++i) {
      const Pair pair = detection.pairs[first + i];
      static_cast<Pair*>(rows.field("pair"))[i] = pair;
      static_cast<Pair*>(rows.field("body"))[i] = {parts.body[pair.a], parts.body[pair.b]};
      batch_detail::store(to, i, detection.contacts[first + i]);
    }
    rows.write(*sink, first, size);
  }
  const auto put = [&](const char* name, Element type, const void* data) {
    sink->create(name, type, {count});
    sink->write(name, 0, count, data);
  };
  if (detection.facets) {
    const ContactFacets& facets = *detection.facets;
    put("facet_a", Element::u32, facets.facet_a.data());
    put("facet_b", Element::u32, facets.facet_b.data());
    put("facet_kind", Element::u8, facets.kind.data());
  }
  if (detection.knots) {
    put("u", Element::f64, detection.knots->u.data());
    put("v", Element::f64, detection.knots->v.data());
  }
  sink->finish();
  return sink;
}

template class ContactRows<float>;
template class ContactRows<double>;
template std::unique_ptr<DataSink> finished_contacts(const Scene&, const Detection<float>&, const std::string&, int);
template std::unique_ptr<DataSink> finished_contacts(const Scene&, const Detection<double>&, const std::string&, int);

}  // namespace abut::io
