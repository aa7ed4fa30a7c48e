#include "host/cli/first_contacts.h"

#include <algorithm>
#include <array>
#include <vector>

#include "host/cli/commands.h"

namespace abut::cli {
namespace {

using Row = std::array<std::string, 9>;

std::string body_text(const Scene& scene, std::uint32_t part) {
  const PartsView parts = scene.bodies.parts();
  const std::uint32_t body = parts.body[part];
  std::string text = std::to_string(body);
  if (body < scene.body_names.size() && !scene.body_names[body].empty()) text += " " + scene.body_names[body];
  if (parts.count != scene.bodies.size()) text += ", part " + std::to_string(part);
  return text;
}

template <class T>
Row row_of(const Scene& scene, const Detection<T>& detection, std::size_t i) {
  const Contacts<T>& c = detection.contacts;
  const Pair pair = detection.pairs[i];
  const PartsView parts = scene.bodies.parts();
  const auto number = [](auto x) { return format("%.6g", static_cast<double>(x) + 0.0); };  // no -0
  return {body_text(scene, pair.a),
          body_text(scene, pair.b),
          number(c.separation[i]),
          number(c.normal_x[i]),
          number(c.normal_y[i]),
          number(c.normal_z[i]),
          number(parts.body_x[pair.a] + static_cast<double>(c.point_x[i])),
          number(parts.body_y[pair.a] + static_cast<double>(c.point_y[i])),
          number(parts.body_z[pair.a] + static_cast<double>(c.point_z[i]))};
}

/// Bodies to the left, numbers to the right, as wide as the widest.
std::string aligned(const std::vector<Row>& rows) {
  std::array<std::size_t, std::tuple_size_v<Row>> widths{};
  for (const Row& row : rows) {
    for (std::size_t k = 0; k < row.size(); ++k) widths[k] = std::max(widths[k], row[k].size());
  }
  std::string text;
  for (const Row& row : rows) {
    for (std::size_t k = 0; k < row.size(); ++k) {
      const std::string space(widths[k] - row[k].size(), ' ');
      text += (k == 0 ? "  " : "   ") + (k < 2 ? row[k] + space : space + row[k]);
    }
    text += '\n';
  }
  return text;
}

}  // namespace

template <class T>
std::string first_contacts(const Scene& scene, const Detection<T>& detection, std::size_t most) {
  std::vector<Row> rows{{"body a", "body b", "separation", "normal x", "y", "z", "point x", "y", "z"}};
  std::size_t contacts = 0;
  for (std::size_t i = 0; i < detection.pairs.size(); ++i) {
    if (!is_contact(detection.contacts.status[i])) continue;
    if (contacts++ < most) rows.push_back(row_of(scene, detection, i));
  }
  if (contacts == 0) return "";
  std::string text = "\n" + aligned(rows);
  if (contacts > most) text += "  and " + std::to_string(contacts - most) + " more: --out DIR writes all\n";
  return text;
}

template std::string first_contacts(const Scene&, const Detection<float>&, std::size_t);
template std::string first_contacts(const Scene&, const Detection<double>&, std::size_t);

}  // namespace abut::cli
