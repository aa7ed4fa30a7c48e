"""kernel_budget.py on reports written here: what it finds, and what it refuses."""

import pathlib
import subprocess
import sys
import tempfile
import unittest

SCRIPT = pathlib.Path(__file__).with_name("kernel_budget.py")
LAUNCHER = SCRIPT.parents[2] / "cmake" / "ptxas_report.py"
KERNEL = "_ZN4abut6device17cuda_queue_detail15for_each_kernelINS0_12build_detail11BuildLeavesEEEvT_m"


def report(registers=40, stack=0, spills=0, architecture="sm_90", kernel=KERNEL):
    return (
        f"ptxas info    : Compiling entry function '{kernel}' for '{architecture}'\n"
        f"ptxas info    : Function properties for {kernel}\n"
        f"    {stack} bytes stack frame, {spills} bytes spill stores, {spills} bytes spill loads\n"
        f"ptxas info    : Used {registers} registers, used 0 barriers\n"
        "ptxas info    : Function properties for callee\n"
        "    999 bytes stack frame, 999 bytes spill stores, 0 bytes spill loads\n"
    )


class KernelBudget(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.build = pathlib.Path(self.folder.name)
        self.budget = self.build / "budget.txt"

    def run_with(self, text, budget, *flags):
        (self.build / "a.cu.o.ptxas").write_text(text, encoding="utf-8")
        if budget is not None:
            self.budget.write_text(budget, encoding="utf-8")
        command = [sys.executable, "-B", SCRIPT, self.build, self.budget, *flags]
        done = subprocess.run(command, capture_output=True, text=True)
        return done.returncode, done.stdout

    def test_kernels_within_their_budget_pass(self):
        code, out = self.run_with(report(), "# comment\nfor_each<BuildLeaves>  40 0 0\n")
        self.assertEqual((code, out), (0, "1 kernels, 0 beside their budget\n"))

    def test_each_number_is_held(self):
        budget = "for_each<BuildLeaves> 40 16 8\n"
        for too_much, what in ((report(41, 16, 8), "41 registers, allowed are 40"),
                               (report(40, 17, 8), "17 bytes of stack, allowed are 16"),
                               (report(40, 16, 9), "9 bytes of spills, allowed are 8")):
            code, out = self.run_with(too_much, budget)
            self.assertEqual(code, 1)
            self.assertIn(f"for_each<BuildLeaves>: {what}\n", out)

    def test_names_that_do_not_match_fail(self):
        code, out = self.run_with(report(), "other<Kernel> 1 1 1\n")
        self.assertEqual(code, 1)
        self.assertIn("for_each<BuildLeaves>: not in the budget\n", out)
        self.assertIn("other<Kernel>: in the budget, but not built\n", out)

    def test_reports_of_sources_that_are_gone_do_not_count(self):
        objects = self.build / "build" / "CMakeFiles" / "abut.dir" / "kernels" / "bvh"
        sources = self.build / "kernels" / "bvh"
        for folder in (objects, sources):
            folder.mkdir(parents=True)
        (objects / "older.cu.o.ptxas").write_text(report(99), encoding="utf-8")
        (objects / "here.cu.o.ptxas").write_text(report(40), encoding="utf-8")
        (sources / "here.cu").touch()
        budget = self.build / "kernels" / "budget.txt"
        budget.write_text("for_each<BuildLeaves> 40 0 0\n", encoding="utf-8")
        command = [sys.executable, "-B", SCRIPT, self.build / "build", budget]
        self.assertEqual(subprocess.run(command, capture_output=True, text=True).returncode, 0)
        (sources / "older.cu").touch()
        done = subprocess.run(command, capture_output=True, text=True)
        self.assertIn("99 registers, allowed are 40", done.stdout)

    def test_other_architectures_do_not_count(self):
        code, out = self.run_with(report(99, architecture="sm_80") + report(40), "for_each<BuildLeaves> 40 0 0\n")
        self.assertEqual(code, 0, out)
        code, out = self.run_with(report(architecture="sm_80"), "for_each<BuildLeaves> 40 0 0\n")
        self.assertEqual(code, 1)
        self.assertIn("no kernel of sm_90", out)

    def test_written_budgets_are_kept(self):
        self.assertEqual(self.run_with(report(40, 16, 8), None, "--write")[0], 0)
        self.assertEqual(self.run_with(report(40, 16, 8), None)[0], 0)
        self.assertEqual(self.run_with(report(41, 16, 8), None)[0], 1)

    def test_the_launcher_parts_reports_from_messages(self):
        target = self.build / "b.cu.o"
        program = f"import sys; sys.stderr.write({report()!r} + 'warning: seen\\n'); sys.exit(int(sys.argv[-1]))"
        for code in (0, 3):
            command = [sys.executable, "-B", LAUNCHER, sys.executable, "-c", program, "-o", str(target), str(code)]
            done = subprocess.run(command, capture_output=True, text=True)
            self.assertEqual((done.returncode, done.stderr), (code, "warning: seen\n"))
        self.assertEqual((self.build / "b.cu.o.ptxas").read_text(encoding="utf-8"), report())


if __name__ == "__main__":
    unittest.main()
