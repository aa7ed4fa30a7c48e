#!/usr/bin/env python3
"""Installs a build, moves it, and builds projects against it; makes the Debian packages and looks into them.

package_test.py SOURCE BUILD SETTINGS.json, where SETTINGS has cmake, cpack, cxx, c, nvcc, version, build_type.
"""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SOURCE, BUILD, SETTINGS = Path(), Path(), {}


def interface_version():
    """What the shared library is named by: before 1.0 a minor version counts as a major one."""
    major, minor, _ = SETTINGS["version"].split(".")
    return f"0.{minor}" if major == "0" else major


def run(*command, **options):
    return subprocess.run([str(c) for c in command], text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          timeout=900, **options)


class Package(unittest.TestCase):
    def ok(self, *command, **options):
        done = run(*command, **options)
        self.assertEqual(done.returncode, 0, f"{' '.join(map(str, command))}\n{done.stdout[-4000:]}")
        return done.stdout

    @classmethod
    def setUpClass(cls):
        cls.top = Path(tempfile.mkdtemp(prefix="abut-package-"))

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(cls.top, ignore_errors=True)

    def assert_no_machine_paths(self, folder):
        """In Debug builds objects hold debug information, which is to name sources."""
        binaries = SETTINGS["build_type"] in ("Release", "MinSizeRel")
        for path in folder.rglob("*"):
            if not path.is_file() or path.is_symlink():
                continue
            content = path.read_bytes()
            is_binary = content[:4] == b"\x7fELF" or content[:8] == b"!<arch>\n"
            if is_binary and not binaries:
                continue
            for forbidden in (SOURCE, BUILD, Path.home(), self.top):
                if str(forbidden) == "/":
                    continue
                self.assertNotIn(str(forbidden).encode() + b"/", content, f"{path} names {forbidden}")


class Installed(Package):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        made = cls.top / "made"
        done = run(SETTINGS["cmake"], "--install", BUILD, "--prefix", made)
        assert done.returncode == 0, done.stdout
        cls.made_at = made
        cls.prefix = cls.top / "moved"
        made.rename(cls.prefix)  # an installed tree is to work wherever it lies
        cls.lib = next(cls.prefix.glob("lib*/**/libabut.so")).parent

    def configure(self, name, project, *options):
        """With the build's CUDA runtime, which need not be where a machine has one, where the project brings no nvcc."""
        build = self.top / name
        brings_nvcc = not SETTINGS["nvcc"] or any("CMAKE_CUDA_COMPILER" in str(option) for option in options)
        environment = os.environ if brings_nvcc else {**os.environ, "CUDACXX": SETTINGS["nvcc"]}
        return build, run(SETTINGS["cmake"], "-S", SOURCE / "tests/package" / project, "-B", build,
                          f"-DCMAKE_PREFIX_PATH={self.prefix}", f"-DCMAKE_CXX_COMPILER={SETTINGS['cxx']}",
                          f"-DCMAKE_C_COMPILER={SETTINGS['c']}", "-DCMAKE_BUILD_TYPE=Release", *options, env=environment)

    def build(self, name, project, *options):
        build, done = self.configure(name, project, *options)
        self.assertEqual(done.returncode, 0, done.stdout)
        self.ok(SETTINGS["cmake"], "--build", build)
        return build

    def refused(self, name, project, *options):
        """One line of CMake's that says what is wrong."""
        _, done = self.configure(name, project, *options)
        self.assertNotEqual(done.returncode, 0, done.stdout)
        return re.sub(r"\s+", " ", done.stdout)

    def run_with_library(self, program):
        return self.ok(program, env={**os.environ, "LD_LIBRARY_PATH": str(self.lib)})

    def test_no_installed_file_names_a_path_of_this_machine(self):
        self.assert_no_machine_paths(self.prefix)

    def test_a_project_finds_links_and_runs_each_target(self):
        build = self.build("whole", "project")
        grain = SOURCE / "examples/grains/A-anm-00001.ply"
        cpp = self.ok(build / "uses_abut", grain).splitlines()
        c = self.ok(build / "uses_c").splitlines()
        self.assertEqual(len(c), 1, c)
        self.assertEqual(cpp[0], c[0])
        self.assertTrue(c[0].startswith("0 1 -0x1.99999"), c)
        self.assertRegex(cpp[1], r"^\d+ triangles$")
        self.assertEqual(self.ok(build / "uses_headers").split()[0] in ("1", "-1"), True)
        commands = json.loads((build / "compile_commands.json").read_text())
        for name in ("uses_abut", "uses_headers"):
            line = next(c["command"] for c in commands if c["file"].endswith(name + ".cpp"))
            self.assertIn("-ffp-contract=off", line, "Abut::headers has lost its flags")

    def test_a_project_without_cpp_uses_the_c_interface(self):
        build = self.build("c-only", "c_project")
        self.assertTrue(self.ok(build / "uses_c").startswith("0 1 -0x1.99999"))

    def test_the_version_asked_for_is_the_same_interface_and_not_newer(self):
        major, minor, _ = (int(n) for n in SETTINGS["version"].split("."))
        _, done = self.configure("same", "project", f"-DABUT_WANTED={major}.{minor}")
        self.assertEqual(done.returncode, 0, done.stdout)
        older = [f"0.{minor - 1}"] if major == 0 and minor > 0 else []  # before 1.0 a minor version counts as major
        for wanted in (f"{major + 1}.0", f"{major}.{minor + 1}", *older):
            text = self.refused("refused-" + wanted, "project", f"-DABUT_WANTED={wanted}")
            self.assertIn(f'compatible with requested version "{wanted}"', text)
            self.assertIn(f"version: {SETTINGS['version']}", text)

    def test_what_is_missing_is_said_in_one_line(self):
        text = self.refused("no-tbb", "project", "-DCMAKE_DISABLE_FIND_PACKAGE_TBB=ON")
        self.assertIn("Abut::abut cannot be linked without oneTBB (libtbb-dev", text)
        text = self.refused("no-qhull", "project", "-DABUT_QHULL_LIBRARY=ABUT_QHULL_LIBRARY-NOTFOUND",
                            "-DCMAKE_FIND_LIBRARY_PREFIXES=no")
        self.assertIn("qhull_r (libqhull-dev", text)
        text = self.refused("no-component", "project", f"-DABUT_WANTED={SETTINGS['version']};COMPONENTS;teapot")
        self.assertIn("Abut has no component teapot; there are headers", text)

    @unittest.skipUnless(shutil.which("pkg-config"), "no pkg-config")
    def test_pkg_config_builds_cpp_and_c(self):
        environment = {**os.environ, "PKG_CONFIG_PATH": str(self.lib / "pkgconfig")}
        flags = lambda name: self.ok("pkg-config", "--cflags", "--libs", name, env=environment).split()
        project = SOURCE / "tests/package/project"
        cpp_flags = flags("abut")
        self.assertIn("-ffp-contract=off", cpp_flags)
        toolkit = []
        if SETTINGS["nvcc"]:
            root = Path(SETTINGS["nvcc"]).resolve().parent.parent
            toolkit = [f"-L{root / d}" for d in ("lib64", "lib")]
        self.ok(SETTINGS["cxx"], "-std=c++20", project / "uses_abut.cpp", "-o", self.top / "pc_cpp", *toolkit, *cpp_flags)
        self.ok(SETTINGS["c"], "-std=c99", project / "uses_c.c", "-o", self.top / "pc_c", *flags("abut-c"))
        self.assertEqual(self.ok(self.top / "pc_cpp"), self.run_with_library(self.top / "pc_c"))
        self.assertEqual(self.ok("pkg-config", "--modversion", "abut", env=environment).strip(), SETTINGS["version"])
        self.assertIn("-fmad=false", self.ok("pkg-config", "--variable=nvcc_cflags", "abut", env=environment))

    def test_cuda_projects_have_the_flags_of_a_device(self):
        if not SETTINGS["nvcc"]:
            text = self.refused("cuda", "project", "-DUSES_CUDA=ON")
            self.assertIn("the installed Abut has no CUDA", text)
            return
        build = self.build("cuda", "project", "-DUSES_CUDA=ON", f"-DCMAKE_CUDA_COMPILER={SETTINGS['nvcc']}",
                           "-DCMAKE_CUDA_ARCHITECTURES=90-virtual")
        commands = json.loads((build / "compile_commands.json").read_text())
        line = next(c["command"] for c in commands if c["file"].endswith(".cu"))
        self.assertIn("-fmad=false", line)
        self.assertIn("-Xcompiler=-ffp-contract=off", line)
        self.assertNotIn("this build of Abut has no CUDA", self.ok(build / "uses_cuda"))


@unittest.skipUnless(all(shutil.which(p) for p in ("dpkg-deb", "dpkg-shlibdeps", "file")), "no dpkg-dev or file")
class Debian(Package):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        done = run(SETTINGS["cpack"], "--config", BUILD / "CPackConfig.cmake", "-G", "DEB", "-B", cls.top / "deb")
        assert done.returncode == 0, done.stdout
        cls.packages = {p.name.split("_")[0]: p for p in (cls.top / "deb").glob("*.deb")}

    def field(self, package, name):
        return self.ok("dpkg-deb", "-f", self.packages[package], name).strip()

    def files(self, package):
        return [line.split()[5].lstrip(".") for line in self.ok("dpkg-deb", "-c", self.packages[package]).splitlines()]

    def test_there_are_three_packages_with_what_belongs_to_each(self):
        number = interface_version()
        library = f"libabut{number}"
        self.assertEqual(set(self.packages), {library, "libabut-dev", "abut"})
        ends = lambda package, name: [f for f in self.files(package) if f.endswith(name)]
        self.assertTrue(ends(library, f"/libabut.so.{number}"))
        self.assertFalse(ends(library, "/libabut.so"))
        for name in ("/libabut.so", "/libabut_cpp.a", "/libabut_io.a", "/include/abut/abut.h", "/include/abut/abut_c.h",
                     "/AbutConfig.cmake", "/AbutConfigVersion.cmake", "/pkgconfig/abut.pc", "/pkgconfig/abut-c.pc"):
            self.assertTrue(ends("libabut-dev", name), name)
        self.assertTrue(ends("abut", "/usr/bin/abut"))
        self.assertTrue(ends("abut", "/usr/bin/abut_cad"))
        for package in self.packages:
            self.assertTrue(ends(package, f"/usr/share/doc/{package}/copyright"))
            self.assertFalse([f for f in self.files(package) if not f.startswith(("/usr/", "/"))])
            self.assertFalse([f for f in self.files(package) if str(self.top) in f])

    def test_fields_name_version_and_what_is_needed(self):
        number = interface_version()
        for package in self.packages:
            self.assertEqual(self.field(package, "Package"), package)
            self.assertEqual(self.field(package, "Version"), SETTINGS["version"])
        self.assertIn("libtbb", self.field(f"libabut{number}", "Depends"))
        self.assertIn("libqhull", self.field(f"libabut{number}", "Depends"))
        self.assertIn("libtbb", self.field("abut", "Depends"))
        depends = self.field("libabut-dev", "Depends")
        for name in (f"libabut{number} (= {SETTINGS['version']})", "libtbb-dev", "libqhull-dev", "zlib1g-dev"):
            self.assertIn(name, depends)

    def test_unpacked_packages_work(self):
        root = self.top / "root"
        for package in self.packages.values():
            self.ok("dpkg-deb", "-x", package, root)
        self.assert_no_machine_paths(root)
        self.assertIn(SETTINGS["version"], self.ok(root / "usr/bin/abut", "--version"))
        lib = next(root.glob("usr/lib*/**/libabut.so")).parent
        self.ok(SETTINGS["c"], "-std=c99", f"-I{root}/usr/include", SOURCE / "tests/package/project/uses_c.c",
                f"-L{lib}", "-labut", "-o", self.top / "deb_c")
        out = self.ok(self.top / "deb_c", env={**os.environ, "LD_LIBRARY_PATH": str(lib)})
        self.assertTrue(out.startswith("0 1 -0x1.99999"), out)


if __name__ == "__main__":
    SOURCE, BUILD, SETTINGS = Path(sys.argv[1]), Path(sys.argv[2]), json.loads(Path(sys.argv[3]).read_text())
    unittest.main(argv=[sys.argv[0]] + sys.argv[4:], verbosity=1)
