// CAD files read by another process, and all that it may do instead: programs of a line or two stand for it.
#include "abut/brep/cad_process.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include <cerrno>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <limits>
#include <string>
#include <thread>
#include <vector>

#include "abut/brep/brep_file.h"
#include "abut/brep/cad_file.h"
#include "tests/support/complaint.h"
#include "tests/support/stand_in.h"

namespace abut::test {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

struct Reader : StandIn {
  using StandIn::StandIn;

  /// What is said of a file that it is asked for.
  std::string said(double time_limit = 60, const std::string& path = "part.step") const {
    try {
      read_cad_apart(path, {.time_limit = time_limit, .program = program()});
    } catch (const std::exception& e) {
      return e.what();
    }
    return "nothing";
  }
};

double seconds_of(const auto& work) {
  const auto begin = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

bool is_there(pid_t process) { return ::kill(process, 0) == 0; }

/// Once it has written its number.
pid_t process_in(const std::string& file) {
  for (int i = 0; i < 4000; ++i) {
    std::ifstream in(file);
    pid_t process = 0;
    std::string end;
    if (in >> process >> end) return process;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return 0;
}

const std::string head = "part.step: cannot be read: ";

TEST(CadProcess, OneThatHangsIsStoppedAtTheLimitAndNothingOfItIsLeft) {
  const Reader hangs("echo $$ end > \"$(dirname \"$0\")/number\"; exec sleep 1000");
  std::string said;
  EXPECT_LT(seconds_of([&] { said = hangs.said(1); }), 30);
  EXPECT_EQ(said, head + "OpenCASCADE was stopped after 1 s, the time limit");
  const pid_t process = process_in(hangs.file("number"));
  ASSERT_GT(process, 0);
  EXPECT_FALSE(is_there(process));  // not as a zombie either
  EXPECT_EQ(::waitpid(-1, nullptr, WNOHANG), -1);
  EXPECT_EQ(errno, ECHILD);
}

TEST(CadProcess, OneThatPrintsForEverIsStoppedToo) {
  EXPECT_EQ(Reader("while :; do echo nonsense; sleep 0.01; done").said(0.5),
            head + "OpenCASCADE was stopped after 0.5 s, the time limit");
}

TEST(CadProcess, NoneIsStoppedThatEndsInTimeOrHasNoLimit) {
  const Reader slow("sleep 0.4; echo 'part.step: is odd'; exit 2");
  for (const double limit : {0.0, infinity, 600.0}) EXPECT_EQ(slow.said(limit), "part.step: is odd");
  EXPECT_EQ(slow.said(0.1), head + "OpenCASCADE was stopped after 0.1 s, the time limit");
}

TEST(CadProcess, LimitsThatAreNoneAreNamedBeforeAnythingIsStarted) {
  const Reader starts("touch \"$(dirname \"$0\")/started\"; exit 2");
  const std::string allowed = "; allowed are seconds from 0 on, of which 0 and infinity are no limit";
  EXPECT_EQ(starts.said(-1), "CadProcessOptions.time_limit is -1" + allowed);
  EXPECT_EQ(starts.said(-infinity), "CadProcessOptions.time_limit is -inf" + allowed);
  EXPECT_EQ(starts.said(std::nan("")), "CadProcessOptions.time_limit is nan" + allowed);
  EXPECT_FALSE(std::filesystem::exists(starts.file("started")));
}

TEST(CadProcess, ASignalThatEndsItIsNamed) {
  EXPECT_EQ(Reader("kill -SEGV $$").said(), head + "OpenCASCADE ended with signal 11 (Segmentation fault)");
  EXPECT_EQ(Reader("kill -KILL $$").said(), head + "OpenCASCADE ended with signal 9 (Killed)");
  EXPECT_EQ(Reader("echo half; kill -ABRT $$").said(), head + "OpenCASCADE ended with signal 6 (Aborted)");
  EXPECT_EQ(Reader("echo first >&2; echo 'in its own words' >&2; kill -ABRT $$").said(),
            head + "OpenCASCADE ended with signal 6 (Aborted): in its own words");
}

TEST(CadProcess, HowItEndedIsNotGuessedWhereSignalsOfChildrenAreIgnored) {
  const auto before = ::signal(SIGCHLD, SIG_IGN);
  const std::string crashed = Reader("kill -SEGV $$").said(), hung = Reader("exec sleep 1000").said(0.1);
  ::signal(SIGCHLD, before);
  EXPECT_EQ(crashed, head +
                         "how a process ended cannot be told: No child processes; allowed is a program that does "
                         "not ignore SIGCHLD");
  EXPECT_EQ(hung, head + "OpenCASCADE was stopped after 0.1 s, the time limit");
}

TEST(CadProcess, ANameWithoutAFolderIsOneOfThisFolderAndNotOfPath) {
  const Reader here("echo here; exit 2"), of_path("echo of PATH; exit 2");
  const std::filesystem::path folder = std::filesystem::current_path();
  const std::string path = std::getenv("PATH");
  std::filesystem::current_path(here.folder());
  ::setenv("PATH", (of_path.folder() + ":" + path).c_str(), 1);
  const std::string said = complaint([] { read_cad_apart("part.step", {.program = "abut_cad"}); });
  ::setenv("PATH", path.c_str(), 1);
  std::filesystem::current_path(folder);
  EXPECT_EQ(said, "here");
}

TEST(CadProcess, WhatIsNoModelIsOneLineThatNamesTheFile) {
  for (const char* garbage : {"", "words\\n", "{\"brep\": \\n", "\\0\\377\\376", "{}\\n", "[1, 2]\\n\\n3"}) {
    const std::string said = Reader("printf '" + std::string(garbage) + "'").said();
    const std::string first = head + "abut_cad gave what is no B-Rep: ";
    EXPECT_EQ(said.substr(0, first.size()), first);
    EXPECT_GT(said.size(), first.size());
    EXPECT_EQ(said.find('\n'), std::string::npos) << said;
    EXPECT_EQ(said.find("/proc/"), std::string::npos) << said;
  }
}

TEST(CadProcess, ItsOwnComplaintIsPassedOnAsTheSameKind) {
  const auto thrown = [](const Reader& program) -> std::string {
    try {
      read_cad_apart("part.step", {.program = program.program()});
    } catch (const FileError& e) {
      return std::string("file: ") + e.what();
    } catch (const InvalidInput& e) {
      return std::string("input: ") + e.what();
    }
    return "nothing";
  };
  EXPECT_EQ(thrown(Reader("printf 'part.step: is odd'; exit 2")), "input: part.step: is odd");
  EXPECT_EQ(thrown(Reader("printf 'part.step: is not there'; exit 4")), "file: part.step: is not there");
  EXPECT_EQ(thrown(Reader("printf 'first\\nlast\\n'; exit 2")), "input: last");
  EXPECT_EQ(thrown(Reader("exit 2")), "input: " + head + "abut_cad ended with status 2");
  EXPECT_EQ(thrown(Reader("exit 7")), "input: " + head + "abut_cad ended with status 7");
  EXPECT_EQ(thrown(Reader("echo noise >&2; echo 'a library is missing' >&2; exit 127")),
            "input: " + head + "abut_cad ended with status 127: a library is missing");
}

TEST(CadProcess, AProgramThatCannotBeRunIsNamedWithTheReason) {
  Reader none("");
  const auto cannot = [&](const char* why) {
    return head + none.program() + ", which reads CAD files, cannot be run: " + why;
  };
  none.put(
      "\x7f"
      "ELF and no more");
  EXPECT_EQ(none.said(), cannot("Exec format error"));
  none.put("#!/there/is/no/shell\n");
  EXPECT_EQ(none.said(), cannot("No such file or directory"));
  std::filesystem::remove(none.program());
  EXPECT_EQ(none.said(), head + none.program() + ", which reads CAD files, is not there");
  std::filesystem::create_directory(none.program());
  EXPECT_EQ(none.said(), cannot("Permission denied"));
}

TEST(CadProcess, UnitAndNameComeToItAsTheyAre) {
  const Reader tells("printf '%s in %s' \"$1\" \"$2\"; exit 2");
  EXPECT_EQ(complaint([&] { read_cad_apart("-a 'b'.step", {.unit = 0.0254, .program = tells.program()}); }),
            "-a 'b'.step in 0.0254");
}

TEST(CadProcess, SeveralThreadsHaveTheirOwnAnswers) {
  const Reader tells("sleep 0.05; printf '%s' \"$1\"; exit 2");
  std::vector<std::string> said(8);
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < said.size(); ++i) {
    threads.emplace_back([&, i] { said[i] = tells.said(60, std::to_string(i) + ".step"); });
  }
  for (std::thread& thread : threads) thread.join();
  for (std::size_t i = 0; i < said.size(); ++i) EXPECT_EQ(said[i], std::to_string(i) + ".step");
}

TEST(CadProcess, NoDescriptorIsLeftAndNoneToHaveIsSaid) {
  const Reader odd("exit 7"), hangs("exec sleep 1000");
  const auto open_ones = [] {
    const std::filesystem::directory_iterator all("/proc/self/fd");
    return std::distance(begin(all), end(all));
  };
  const auto before = open_ones();
  for (int i = 0; i < 5; ++i) odd.said(), hangs.said(0.05);
  EXPECT_EQ(open_ones(), before);
  rlimit limit{};
  ::getrlimit(RLIMIT_NOFILE, &limit);
  // `free`: how many descriptors it may have, of numbers from 10 on.
  const auto said_with = [&](int free) {
    int most = 10;
    for (; free > 0; ++most) free -= ::fcntl(most, F_GETFD) < 0 ? 1 : 0;
    const rlimit few{static_cast<rlim_t>(most), limit.rlim_max};
    ::setrlimit(RLIMIT_NOFILE, &few);
    const std::string said = odd.said();
    ::setrlimit(RLIMIT_NOFILE, &limit);
    return said;
  };
  EXPECT_EQ(said_with(1), "a file in memory cannot be made: Too many open files");
  EXPECT_EQ(said_with(2), head + "no process can be started: Too many open files");
}

TEST(CadProcess, ItEndsWithTheProgramThatWaitsForIt) {
  const Reader hangs("echo $$ end > \"$(dirname \"$0\")/number\"; exec sleep 1000");
  const pid_t waits = ::fork();
  if (waits == 0) {
    hangs.said(0);
    ::_exit(0);
  }
  const pid_t process = process_in(hangs.file("number"));
  ASSERT_GT(process, 0);
  EXPECT_TRUE(is_there(process));
  ::kill(waits, SIGKILL);
  ::waitpid(waits, nullptr, 0);
  // It may stay as a zombie where nothing collects orphans: what it runs is what counts.
  const auto runs = [&] {
    std::ifstream in("/proc/" + std::to_string(process) + "/stat");
    std::string number, name, state;
    return static_cast<bool>(in >> number >> name >> state) && state != "Z" && state != "X";
  };
  for (int i = 0; i < 2000 && runs(); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(5));
  EXPECT_FALSE(runs());
}

TEST(CadProcess, TheRealOneGivesTheBitsOfReadCad) {
  const std::string program =
      std::filesystem::read_symlink("/proc/self/exe").parent_path().parent_path() / "bin/abut_cad";
  if (!std::filesystem::exists(program)) GTEST_SKIP() << "abut_cad is not built";
  const std::string shaft = ABUT_TEST_DATA "/data/cad/siconos_shaft_tube/shaft.stp";
  if (!cad_available()) {
    const std::string said = complaint([&] { read_cad_apart(shaft, {.program = program}); });
    EXPECT_EQ(said.find(shaft + ": this build of Abut has no OpenCASCADE"), 0u) << said;
    return;
  }
  const TemporaryFolder folder;
  write_brep(folder / "apart.json", read_cad_apart(shaft, {.unit = 1e-2, .program = program}));
  write_brep(folder / "here.json", read_cad(shaft, {.unit = 1e-2}));
  EXPECT_EQ(content(folder / "apart.json"), content(folder / "here.json"));
}

}  // namespace
}  // namespace abut::test
