"""one_definition.py on sources written here: what it finds, and what it lets pass."""

import pathlib
import subprocess
import sys
import tempfile
import unittest

SCRIPT = pathlib.Path(__file__).with_name("one_definition.py")


def run_with(**files):
    """The exit status and the output for a repository of these files; `__` in a name is a folder, `_h` the suffix."""
    with tempfile.TemporaryDirectory() as root:
        for name, text in files.items():
            path = pathlib.Path(root) / (name.replace("__", "/").removesuffix("_h") + ".h")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        done = subprocess.run([sys.executable, "-B", SCRIPT, root], capture_output=True, text=True)
        return done.returncode, done.stdout


def in_abut(text):
    return "namespace abut {\n" + text + "\n}  // namespace abut\n"


class OneDefinition(unittest.TestCase):
    def check_found(self, name, **files):
        code, out = run_with(**files)
        self.assertEqual(code, 1, out)
        self.assertIn(f"{name} is defined in ", out)
        self.assertEqual(len(out.splitlines()), 1, out)

    def check_passes(self, **files):
        code, out = run_with(**files)
        self.assertEqual((code, out), (0, "every class is defined once\n"))

    def test_two_classes_of_one_name_are_found_with_their_places(self):
        code, out = run_with(include__a_h=in_abut("struct List {\n  int n;\n};"), host__b_h=in_abut("\nclass List final {};"))
        self.assertEqual(code, 1)
        self.assertEqual(out, "abut::List is defined in include/a.h:2 and in host/b.h:3\n")

    def test_templates_bases_and_attributes_hide_nothing(self):
        for text in ("template <class T, class = Other<T>>\nstruct List {};", "struct alignas(16) List : Base<int> {};",
                     "class [[nodiscard]] List {};", "enum class List : int { a };", "union List { int a; };",
                     "struct __align__(16) List {};", 'extern "C" {\nstruct List {};\n}'):
            self.check_found("abut::List", include__a_h=in_abut(text), bench__b_h=in_abut("struct List {};"))

    def test_a_namespace_written_in_one_or_in_two_is_the_same(self):
        self.check_found("abut::host::List", host__a_h="namespace abut::host { struct List {}; }",
                         tests__b_h=in_abut("namespace host {\nstruct List {};\n}"))

    def test_comments_text_and_functions_hide_nothing(self):
        text = "// a { in a comment\nvoid f() { const char* t = \"{ {\"; char c = '{'; /* { */ }\nstruct List {};"
        self.check_found("abut::List", include__a_h=in_abut(text), kernels__b_h=in_abut("struct List {};"))

    def test_other_namespaces_members_and_unnamed_ones_pass(self):
        self.check_passes(include__a_h=in_abut("struct List {};"), host__b_h="namespace abut::host {\nstruct List {};\n}",
                          host__c_h=in_abut("namespace {\nstruct List {};\n}"),
                          bench__d_h=in_abut("struct Outer {\n  struct List {};\n};"),
                          tests__e_h=in_abut("void f() {\n  struct List {};\n}"))

    def test_declarations_and_functions_that_return_one_pass(self):
        self.check_passes(include__a_h=in_abut("struct List {};"),
                          host__b_h=in_abut("struct List;\nstruct List f(int a) { return {}; }\nstruct List one = {};"))

    def test_specialisations_are_told_apart(self):
        first = in_abut("template <class T>\nstruct Is {};\ntemplate <>\nstruct Is<int> {};")
        self.check_passes(include__a_h=first, host__b_h=in_abut("template <>\nstruct Is<float> {};"))
        self.check_found("abut::Is<int>", include__a_h=first, host__b_h=in_abut("template <>\nstruct Is< int > {};"))

    def test_each_instruction_set_has_its_own(self):
        text = in_abut("inline namespace ABUT_ISA {\nstruct Lanes {};\n}")
        self.check_passes(host__lanes_avx2_h=text, host__lanes_neon_h=text)
        self.check_found("abut::Lanes of the set_avx2", host__lanes_avx2_h=text, host__more_avx2_h=text)

    def test_a_folder_without_classes_fails(self):
        code, out = run_with(host__a_h="// nothing\n")
        self.assertEqual(code, 1)
        self.assertIn("no class is found", out)


if __name__ == "__main__":
    unittest.main()
