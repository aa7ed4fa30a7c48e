"""parameters.py on headers written here: what it counts, and what it lets pass."""

import pathlib
import subprocess
import sys
import tempfile
import unittest

from parameters import functions

SCRIPT = pathlib.Path(__file__).with_name("parameters.py")
SIX = "int a, int b, int c, int d, int e, int f"
SEVEN = SIX + ", int g"


def run_with(**files):
    """The exit status and the output for a repository with these headers."""
    with tempfile.TemporaryDirectory() as root:
        include = pathlib.Path(root) / "include"
        include.mkdir()
        for name, text in files.items():
            (include / f"{name}.h").write_text(text, encoding="utf-8")
        done = subprocess.run([sys.executable, "-B", SCRIPT, root], capture_output=True, text=True)
        return done.returncode, done.stdout


def in_abut(text):
    return "namespace abut {\ninline namespace ABUT_ISA {\n" + text + "\n}\n}  // namespace abut\n"


class Parameters(unittest.TestCase):
    def check_found(self, text, name):
        code, out = run_with(a=in_abut(text.replace("SEVEN", SEVEN)))
        self.assertEqual(code, 1, text)
        self.assertIn(f"{name} has 7 parameters", out)
        self.assertEqual(len(out.splitlines()), 1, out)
        code, out = run_with(a=in_abut(text.replace("SEVEN", SIX)))
        self.assertEqual((code, out), (0, "no function has more than 6 parameters\n"), text)

    def count(self, text):
        return [many for _, _, many in functions(in_abut(text))]

    def test_the_place_is_said(self):
        code, out = run_with(a="\n/* one\ntwo */ void f(" + SEVEN.replace("d,", "d,\n") + ");", b="void g(int a);")
        self.assertEqual((code, out), (1, "include/a.h:3: f has 7 parameters\n"))

    def test_declarations_definitions_and_what_stands_before_them(self):
        for text in ("void f(SEVEN);", "int f(SEVEN) { return a; }", "template <class T>\nABUT_HD inline bool f(SEVEN) {}",
                     "ABUT_EXPORT void f(SEVEN) noexcept(true);", "__attribute__((noinline)) void f(SEVEN);",
                     "template <class T>\n  requires(sizeof(T) > 4)\nvoid f(SEVEN);", "auto f(SEVEN) -> int;",
                     'extern "C" {\nvoid f(SEVEN);\n}', "[[nodiscard]] int f(SEVEN);", "void (*f)(SEVEN);",
                     "constexpr std::array<int, 2> f(SEVEN);",
                     "template <class T, class = Other<T>, int n = 2>\nint f(SEVEN) { return n; }",
                     "template <class T>\n  requires(sizeof(T) <= 4)\nvoid A<T>::f(SEVEN) {}"):
            self.check_found(text, "f" if "(*f)" not in text else "(*f)")

    def test_members_and_constructors(self):
        self.check_found("struct A {\n  int x;\n  void f(SEVEN) const;\n};", "f")
        self.check_found("class A {\n public:\n  A(SEVEN) : a_(a), b_{b}, c_(c) {}\n};", "A")
        self.check_found("struct A : B {\n  int operator()(SEVEN) const { return 1; }\n};", "operator()")
        self.check_found("struct A {\n  bool operator==(const A&) const = default;\n  void f(SEVEN) {}\n};", "f")
        self.check_found("void g() {\n  struct A {\n    void h(int);\n  };\n  const auto f = [&](SEVEN) { return a; };\n}", "f")

    def test_lambdas(self):
        self.check_found("void g() {\n  for_all([](SEVEN) {});\n}", "a lambda")
        self.check_found("auto g() {\n  return [=](SEVEN) { return a; };\n}", "a lambda")
        self.check_found("inline constexpr auto f = [](SEVEN) { return a; };", "f")
        self.check_found("void g() {\n  const auto f = []<class T>(SEVEN) { return a; };\n}", "f")

    def test_commas_inside_a_parameter_are_none(self):
        self.assertEqual(self.count("void f(std::map<int, int> a, int b = g(1, 2), C c = {1, 2}, int (&d)[2]);"), [4])
        self.assertEqual(self.count("void f(void (*g)(int, int), A<B<int, 2>> h);"), [2])
        self.assertEqual(self.count("void f();\nvoid g(void);\nvoid h(int...);"), [0, 0, 1])

    def test_calls_values_and_comments_are_no_functions(self):
        for text in ("int g(int x) { return f(1, 2, 3, 4, 5, 6, 7); }", "inline constexpr A a = f(1, 2, 3, 4, 5, 6, 7);\nvoid h();",
                     "struct B {\n  B() : a_(1, 2, 3, 4, 5, 6, 7) {}\n  A a = f(1, 2, 3, 4, 5, 6, 7);\n};",
                     "// void f(int a, int b, int c, int d, int e, int f, int g);\nvoid g();",
                     "void g() {\n  x[0](1, 2, 3, 4, 5, 6, 7);\n  v()[i](1, 2, 3, 4, 5, 6, 7);\n}",
                     "void g();\nstatic_assert(all(1, 2, 3, 4, 5, 6, 7));", "enum class E { a = g(1, 2, 3, 4, 5, 6, 7) };\nvoid h();"):
            code, out = run_with(a=in_abut(text))
            self.assertEqual(code, 0, text + "\n" + out)

    def test_a_folder_without_functions_fails(self):
        code, out = run_with(a="// nothing\n")
        self.assertEqual(code, 1)
        self.assertIn("no function is found", out)


if __name__ == "__main__":
    unittest.main()
