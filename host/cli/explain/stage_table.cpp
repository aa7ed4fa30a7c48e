// The table of stages as text and as JSON.
#include <nlohmann/json.hpp>

#include "abut/narrow/stages.h"
#include "host/cli/commands.h"
#include "host/cli/explain/explain.h"

namespace abut::cli {
namespace {

const char* heading_of(Cores cores) {
  switch (cores) {
    case Cores::unknown: return "first";
    case Cores::beyond: return "GJK proved the cores farther apart than the cut-off";
    case Cores::unproved: return "GJK has ended, and nothing is proved";
    case Cores::apart: return "the cores are proved to be apart";
    case Cores::overlapping: return "the cores overlap, or nothing proves the contrary";
  }
  return "";
}

}  // namespace

std::string stages_text() {
  std::string text;
  for (int k = 0; k < QueryOrder::count; ++k) {
    const StageRow& row = QueryOrder::row[k];
    if (k == 0 || QueryOrder::row[k - 1].cores != row.cores) {
      text += format("%s%s\n", k == 0 ? "" : "\n", heading_of(row.cores));
    }
    text += format("  %2d %-21s for %s%s\n", k + 1, row.name, row.pairs, row.together ? " *" : "");
    text += format("     %-21s finds %s\n", "", row.answer);
    text += format("     %-21s since %s\n", "", row.reason);
  }
  return text + "\n* lanes of a pack and threads of a device are asked together; the others, one pair at a time\n";
}

std::string stages_json() {
  nlohmann::ordered_json json = nlohmann::ordered_json::array();
  for (const StageRow& row : QueryOrder::row) {
    json.push_back({{"name", row.name},
                    {"asked_where", heading_of(row.cores)},
                    {"pairs", row.pairs},
                    {"answer", row.answer},
                    {"reason", row.reason},
                    {"together", row.together}});
  }
  return json.dump(2) + "\n";
}

}  // namespace abut::cli
