#include "host/io/result_files.h"
#include "host/number_text.h"

namespace abut::io {
namespace {

const char* const header =
    "a,b,body_a,body_b,separation,normal_x,normal_y,normal_z,witness_a_x,witness_a_y,witness_a_z,witness_b_x,"
    "witness_b_y,witness_b_z,point_x,point_y,point_z,feature_a,feature_b,lower_bound,bound_gap,status,gjk_iterations,"
    "epa_iterations,key";
const char* const facet_header = ",facet_a,facet_b,kind";
const char* const knot_header = ",u,v";

template <class N>
void append_field(std::string& line, N number) {
  host::append_number(line, number);
  line += ',';
}

template <class T>
void append_field(std::string& line, Vec3<T> v) {
  append_field(line, v.x);
  append_field(line, v.y);
  append_field(line, v.z);
}

void append_field(std::string& line, const std::string& text) {
  line += text;
  line += ',';
}

void append_key(std::string& line, std::uint64_t key) {
  for (int shift = 60; shift >= 0; shift -= 4) line += "0123456789abcdef"[key >> shift & 15];
}

void append_facets(std::string& line, const ContactFacets& facets, std::size_t i) {
  line += ',';
  if (!facets.has(i)) {
    line += "-,-,-";
    return;
  }
  append_field(line, facets.facet_a[i]);
  append_field(line, facets.facet_b[i]);
  line += facet_kind_name(facets.kind[i]);
}

void append_knots(std::string& line, const ContactKnots& knots, std::size_t i) {
  line += ',';
  if (!knots.has(i)) {
    line += "-,-";
    return;
  }
  append_field(line, knots.u[i]);
  host::append_number(line, knots.v[i]);
}

std::vector<std::string> columns_of(const std::string& line) {
  std::vector<std::string> all(1);
  for (const char c : line) {
    if (c == ',') {
      all.emplace_back();
    } else {
      all.back() += c;
    }
  }
  return all;
}

}  // namespace

std::string contacts_header(bool facets, bool knots) {
  return std::string(header) + (facets ? facet_header : "") + (knots ? knot_header : "") + "\n";
}

const std::vector<std::string>& contacts_columns(bool facets, bool knots) {
  const auto columns = [](bool with_facets, bool with_knots) {
    std::string line = contacts_header(with_facets, with_knots);
    line.pop_back();
    return columns_of(line);
  };
  static const std::vector<std::string> all[4] = {columns(false, false), columns(false, true), columns(true, false),
                                                  columns(true, true)};
  return all[(facets ? 2 : 0) + (knots ? 1 : 0)];
}

const char* status_name(Status status) {
  switch (status) {
    case Status::converged: return "converged";
    case Status::touching: return "touching";
    case Status::farther_than_alert: return "farther_than_alert";
    case Status::iteration_limit: return "iteration_limit";
    case Status::degenerate_shape: return "degenerate_shape";
    case Status::unsupported_pair: return "unsupported_pair";
    case Status::invalid_pose: return "invalid_pose";
  }
  return "unknown";
}

std::string status_text(std::uint8_t byte) {
  std::string text = status_name(status_of(byte));
  if ((byte & normal_undefined_flag) != 0) text += "+normal_undefined";
  return text;
}

std::string feature_text(Feature feature) {
  const FeatureKind kind = feature_kind(feature);
  std::string text(1, "-vef"[static_cast<int>(kind)]);
  if (kind != FeatureKind::unknown) host::append_number(text, feature_index(feature));
  return text;
}

const char* facet_kind_name(FacetContactKind kind) {
  switch (kind) {
    case FacetContactKind::apart: return "apart";
    case FacetContactKind::below: return "below";
    case FacetContactKind::crossing: return "crossing";
    case FacetContactKind::touching: return "touching";
    case FacetContactKind::part: return "part";
  }
  return "unknown";
}

template <class T>
void write_contacts_csv(const BodySet& bodies, const Detection<T>& detection, OutputFile& file) {
  const PartsView parts = bodies.parts();
  file.write(contacts_header(detection.facets.has_value(), detection.knots.has_value()));
  std::string line;
  for (std::size_t i = 0; i < detection.pairs.size(); ++i) {
    const Pair pair = detection.pairs[i];
    const Contact<T> contact = detection.contacts[i];
    line.clear();
    append_field(line, pair.a);
    append_field(line, pair.b);
    append_field(line, parts.body[pair.a]);
    append_field(line, parts.body[pair.b]);
    append_field(line, contact.separation);
    append_field(line, contact.normal);
    append_field(line, contact.witness_a);
    append_field(line, contact.witness_b);
    append_field(line, contact.point);
    append_field(line, feature_text(contact.feature_a));
    append_field(line, feature_text(contact.feature_b));
    append_field(line, contact.lower_bound);
    append_field(line, contact.bound_gap);
    append_field(line, status_text(contact.status));
    append_field(line, static_cast<unsigned>(contact.gjk_iterations));
    append_field(line, static_cast<unsigned>(contact.epa_iterations));
    append_key(line, contact.key);
    if (detection.facets) append_facets(line, *detection.facets, i);
    if (detection.knots) append_knots(line, *detection.knots, i);
    line += '\n';
    file.write(line);
  }
}

template void write_contacts_csv(const BodySet&, const Detection<float>&, OutputFile&);
template void write_contacts_csv(const BodySet&, const Detection<double>&, OutputFile&);

}  // namespace abut::io
