// The words of a .brep file, and its geometry, which is checked and forgotten. Private to host/brep/cad/.
#pragma once

#include <istream>
#include <string>

namespace abut::cad {

/// What is wrong, without its place.
class BrepFault {
 public:
  explicit BrepFault(std::string what) : what_(std::move(what)) {}
  const std::string& what() const { return what_; }

 private:
  std::string what_;
};

/// Words, separated by blanks and line ends. All throw `BrepFault`.
class BrepTokens {
 public:
  explicit BrepTokens(std::istream& text) : text_(text) {}

  std::string word();
  /// The next one, which stays.
  const std::string& coming();
  double number();
  void numbers(long count);
  /// Three or two numbers that are not all 0.
  void direction(int size);
  /// Two such at an angle to one another, and what the third one is does not matter: axes.
  void axes_of_space();
  long whole(long least, long most, const char* what);
  /// A file has no more.
  long count(const char* what) { return whole(0, 1L << 30, what); }
  bool flag();

 private:
  std::istream& text_;
  std::string next_;
};

void check_curve_of_parameters(BrepTokens& in, int depth = 0);
void check_curve(BrepTokens& in, int depth = 0);
void check_surface(BrepTokens& in, int depth = 0);

}  // namespace abut::cad
