// Output files where the system ends: full disks, limits on sizes, folders of others, long names, pipes, many files at
// once. Whatever fails, the file that was there stays as it was, and nothing half is left.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <memory>
#include <thread>

#include "abut/core/error.h"
#include "host/io/other_file.h"
#include "host/io/output_file.h"
#include "tests/io/failing_writes.h"
#include "tests/io/scene_files.h"
#include "tests/support/complaint.h"

namespace abut::test {
namespace {

using io::OutputFile;
using io::PartialName;

std::string file_error(const std::function<void()>& call) {
  try {
    call();
  } catch (const FileError& error) {
    return error.what();
  }
  return "no error";
}

TEST(OutputFileLimits, ManySmallAndFewLargeTextsAreTheSameFile) {
  const TemporaryFolder folder;
  std::string all;
  while (all.size() < (std::size_t{3} << 20) + 17) all += std::to_string(all.size()) + ' ';
  const auto write_in = [&](std::size_t step) {
    OutputFile file(folder / "f");
    for (std::size_t at = 0; at < all.size(); at += step) file.write(std::string_view(all).substr(at, step));
    file.publish();
    return content(folder / "f") == all;
  };
  for (const std::size_t step : {std::size_t{13}, std::size_t{1} << 20, (std::size_t{1} << 20) + 1, all.size()}) {
    EXPECT_TRUE(write_in(step)) << step;
  }
}

TEST(OutputFileLimits, ADiskThatGetsFullLeavesTheOldFileAndNothingElse) {
  const TemporaryFolder folder;
  folder.write("f", "old");
  const std::string large(std::size_t{3} << 20, 'x');
  for (const rlim_t limit : {0u, 100u, 1u << 20}) {
    const FileSizeLimit full(limit);
    const std::string told = file_error([&] {
      OutputFile file(folder / "f");
      file.write(large);
      file.publish();
    });
    EXPECT_EQ(told, folder / "f" + ": cannot be written: File too large") << limit;
    EXPECT_EQ(folder.names(), std::vector<std::string>{"f"});
  }
  EXPECT_EQ(content(folder / "f"), "old");
}

TEST(OutputFileLimits, AFolderOfAnotherIsToldByFileAndReason) {
  const TemporaryFolder folder;
  folder.write("f", "old");
  const ReadOnly locked(folder.path());
  if (!locked.holds()) GTEST_SKIP() << "this user writes everywhere";
  EXPECT_EQ(file_error([&] { OutputFile file(folder / "f"); }),
            folder / "f" + ": cannot be written: Permission denied");
  EXPECT_EQ(file_error([&] { PartialName name(folder / "g"); }),
            folder / "g" + ": cannot be written: Permission denied");
  EXPECT_EQ(file_error([&] { io::make_folder(folder.path()); }),
            folder.path() + ": cannot be written to: Permission denied");
  EXPECT_EQ(file_error([&] { io::make_folder(folder / "a/b"); }),
            folder / "a/b" + ": the folder cannot be made: Permission denied");
  EXPECT_EQ(content(folder / "f"), "old");
  EXPECT_EQ(folder.names(), std::vector<std::string>{"f"});
}

TEST(OutputFileLimits, AFileThatCannotBeReadIsToldByReason) {
  const TemporaryFolder folder;
  const std::string secret = folder.write("secret", "text");
  ::chmod(secret.c_str(), 0);
  const ReadOnly locked(folder.path());
  if (!locked.holds()) GTEST_SKIP() << "this user reads everything";
  EXPECT_EQ(file_error([&] { io::read_text(secret); }), secret + ": cannot be opened: Permission denied");
}

/// The table of partial files has room for some; the others are complete or gone all the same.
TEST(OutputFileLimits, FilesBeyondTheTableAreWrittenAndRemovedToo) {
  const TemporaryFolder folder;
  for (const bool publish : {true, false}) {
    std::vector<std::unique_ptr<OutputFile>> files;
    for (int i = 0; i < 40; ++i) {
      files.push_back(std::make_unique<OutputFile>(folder / std::to_string(i)));
      files.back()->write(std::to_string(i));
    }
    EXPECT_EQ(folder.names().size(), publish ? 40u : 80u);
    for (const auto& file : files) publish ? file->publish() : file->write("not published");
    files.clear();
    EXPECT_EQ(folder.names().size(), 40u);
    for (int i = 0; i < 40; ++i) EXPECT_EQ(content(folder / std::to_string(i)), std::to_string(i));
  }
}

/// A place in the table is given back: after many files the next one is still known to the handler of signals.
TEST(OutputFileLimits, ThePlacesOfFilesThatAreDoneAreFree) {
  const TemporaryFolder folder;
  for (int i = 0; i < 100; ++i) {
    OutputFile done(folder / "done"), left(folder / "left");
    PartialName name(folder / "name"), other(folder / "other");
    done.publish();
    name.publish();
    EXPECT_THROW(OutputFile(folder / "missing/f"), FileError);
    EXPECT_THROW(PartialName(folder / "missing/f"), FileError);
  }
  const OutputFile file(folder / "last");
  const PartialName name(folder / "last name");
  io::remove_partial_files();
  std::vector<std::string> names = folder.names();
  std::sort(names.begin(), names.end());
  EXPECT_EQ(names, (std::vector<std::string>{"done", "name"}));
}

TEST(OutputFileLimits, ThreadsWriteFilesOfTheirOwnAtOnce) {
  const TemporaryFolder folder;
  std::vector<std::thread> threads;
  for (int t = 0; t < 8; ++t) {
    threads.emplace_back([&folder, t] {
      for (int i = 0; i < 25; ++i) {
        OutputFile file(folder / (std::to_string(t) + "-" + std::to_string(i % 5)));
        file.write("thread " + std::to_string(t));
        if (i % 3 != 2) file.publish();
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(folder.names().size(), 40u);
  for (int t = 0; t < 8; ++t) EXPECT_EQ(content(folder / (std::to_string(t) + "-4")), "thread " + std::to_string(t));
}

TEST(OutputFileLimits, APipeIsWrittenAsItComesAndStaysAPipe) {
  const TemporaryFolder folder;
  const std::string pipe = folder / "pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  std::string got;
  std::thread reader([&] { got = io::read_text(pipe); });
  {
    OutputFile file(pipe);
    file.write("through ");
    file.write(std::string(200000, 'x'));
    file.publish();
  }
  reader.join();
  EXPECT_EQ(got, "through " + std::string(200000, 'x'));
  EXPECT_TRUE(std::filesystem::is_fifo(pipe));
  EXPECT_EQ(folder.names(), std::vector<std::string>{"pipe"});
  // Nothing that renames can be one.
  EXPECT_EQ(file_error([&] { PartialName name(pipe); }), pipe + ": is a device or a pipe, allowed is a file");
}

TEST(OutputFileLimits, NamesAsLongAsTheSystemTakesThemAreTakenOrToldWhy) {
  const TemporaryFolder folder;
  const std::string longest = folder / std::string(255 - 8, 'n'), longer = folder / std::string(255, 'n');
  OutputFile(longest).publish();
  EXPECT_TRUE(std::filesystem::exists(longest));
  EXPECT_EQ(file_error([&] { OutputFile file(longer); }), longer + ": cannot be written: File name too long");
  const std::string far = folder.path() + "/" + std::string(4200, '/') + "f";
  EXPECT_NE(file_error([&] { OutputFile file(far); }).find("the name is too long, allowed are 4080 bytes"),
            std::string::npos);
  EXPECT_NE(file_error([&] { PartialName name(far); }).find("the name is too long, allowed are 4080 bytes"),
            std::string::npos);
  EXPECT_EQ(folder.names().size(), 1u);
}

/// Another program took the name away in the meantime.
TEST(OutputFileLimits, AFolderThatTookTheNameInTheMeantimeIsTold) {
  const TemporaryFolder folder;
  OutputFile file(folder / "f");
  file.write("text");
  std::filesystem::create_directories(folder / "f/inside");
  EXPECT_EQ(file_error([&] { file.publish(); }), folder / "f" + ": cannot be given its name: Is a directory");
  PartialName name(folder / "f2");
  std::filesystem::remove(name.partial());
  EXPECT_EQ(file_error([&] { name.finish(); }),
            folder / "f2" + ": cannot be written to the disk: No such file or directory");
  EXPECT_EQ(file_error([&] { name.publish(); }),
            folder / "f2" + ": cannot be given its name: No such file or directory");
}

TEST(OutputFileLimits, APartialNameFollowsALinkAndKeepsTheOldFileUntilItIsPublished) {
  const TemporaryFolder folder;
  folder.write("f", "old");
  std::filesystem::create_symlink("f", folder / "link");
  {
    PartialName name(folder / "link");
    EXPECT_EQ(std::filesystem::path(name.partial()).filename(), "f.partial");
    folder.write("f.partial", "lost");
  }
  EXPECT_EQ(content(folder / "f"), "old");
  EXPECT_EQ(folder.names().size(), 2u);
  PartialName name(folder / "link");
  folder.write("f.partial", "new");
  name.finish();
  EXPECT_EQ(content(folder / "f"), "old");
  name.publish();
  EXPECT_EQ(content(folder / "f"), "new");
  EXPECT_TRUE(std::filesystem::is_symlink(folder / "link"));
}

TEST(OutputFileLimits, APartialNameIsOfTheFileThatALinkStandsForAlsoWhereThereIsNone) {
  const TemporaryFolder folder;
  std::filesystem::create_symlink("f", folder / "link");
  PartialName name(folder / "link");
  EXPECT_EQ(std::filesystem::path(name.partial()).filename(), "f.partial");
  folder.write("f.partial", "new");
  name.publish();
  EXPECT_EQ(content(folder / "f"), "new");
  EXPECT_TRUE(std::filesystem::is_symlink(folder / "link"));
  // What would be written first is the input there too.
  std::filesystem::create_symlink("g", folder / "other");
  folder.write("g.partial", "input");
  EXPECT_NE(complaint([&] { io::require_other_file("--out", folder / "other", {folder / "g.partial"}); }), "");
}

}  // namespace
}  // namespace abut::test
