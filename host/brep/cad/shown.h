// Words of a damaged file in a message. Private to host/brep/cad/.
#pragma once

#include <string>

namespace abut::cad {

/// Its first 40 characters; what cannot be printed is a question mark.
inline std::string shown(std::string word) {
  constexpr std::size_t most = 40;
  if (word.size() > most) word.resize(most);
  for (char& c : word) {
    if (c < ' ' || c > '~') c = '?';
  }
  return word;
}

}  // namespace abut::cad
