#include "host/io/output_file.h"

#include <gtest/gtest.h>

#include <stdexcept>

#include "abut/core/error.h"
#include "tests/io/scene_files.h"

namespace abut::io {
namespace {

using test::content;
using test::TemporaryFolder;

TEST(OutputFile, HasItsNameOnlyWhenItIsComplete) {
  const TemporaryFolder folder;
  OutputFile file(folder / "f");
  file.write("text");
  file.finish();
  EXPECT_EQ(folder.names(), std::vector<std::string>{"f.partial"});
  file.publish();
  EXPECT_EQ(folder.names(), std::vector<std::string>{"f"});
  EXPECT_EQ(content(folder / "f"), "text");
}

TEST(OutputFile, LeavesWhatWasThereWhenItIsNotPublished) {
  const TemporaryFolder folder;
  folder.write("f", "old");
  try {
    OutputFile file(folder / "f");
    file.write("new");
    throw std::runtime_error("something else failed");
  } catch (const std::runtime_error&) {
  }
  EXPECT_EQ(folder.names(), std::vector<std::string>{"f"});
  EXPECT_EQ(content(folder / "f"), "old");
}

TEST(OutputFile, ReplacesTheFileThatALinkStandsFor) {
  const TemporaryFolder folder;
  folder.write("f", "old");
  std::filesystem::create_symlink("f", folder / "link");
  OutputFile file(folder / "link");
  file.write("new");
  file.publish();
  EXPECT_TRUE(std::filesystem::is_symlink(folder / "link"));
  EXPECT_EQ(content(folder / "f"), "new");
}

TEST(OutputFile, MakesTheFileThatALinkStandsForAndFollowsNoLinksRound) {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder / "in");
  std::filesystem::create_symlink("in/second", folder / "link");
  std::filesystem::create_symlink(folder / "in/f", folder / "in/second");
  {
    OutputFile file(folder / "link");
    file.write("new");
    file.publish();
  }
  EXPECT_TRUE(std::filesystem::is_symlink(folder / "link"));
  EXPECT_TRUE(std::filesystem::is_symlink(folder / "in/second"));
  EXPECT_EQ(content(folder / "in/f"), "new");
  std::filesystem::create_symlink("missing/f", folder / "nowhere");
  EXPECT_THROW(OutputFile(folder / "nowhere"), FileError);
  std::filesystem::create_symlink("round", folder / "round");
  try {
    OutputFile(folder / "round");
    ADD_FAILURE() << "it is written to";
  } catch (const FileError& error) {
    EXPECT_EQ(std::string(error.what()), folder / "round" + ": cannot be written: Too many levels of symbolic links");
  }
  EXPECT_EQ(folder.names().size(), 6u) << "links, a folder and two names in it";
}

TEST(OutputFile, AFullDiskAFolderAndAMissingFolderAreFileErrors) {
  const TemporaryFolder folder;
  EXPECT_THROW(OutputFile(folder.path()), FileError);
  EXPECT_THROW(OutputFile(folder / "missing/f"), FileError);
  EXPECT_THROW(OutputFile(""), FileError);
  EXPECT_THROW(OutputFile(folder / std::string(5000, 'x')), FileError);
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "there is no /dev/full here";
  OutputFile full("/dev/full");
  full.write("text");
  EXPECT_THROW(full.publish(), FileError);
}

TEST(OutputFile, PartialFilesCanBeRemovedAllAtOnce) {
  const TemporaryFolder folder;
  OutputFile first(folder / "first"), second(folder / "second");
  remove_partial_files();
  EXPECT_TRUE(folder.names().empty());
}

TEST(OutputFile, AFileWhereAFolderIsExpectedIsAFileError) {
  const TemporaryFolder folder;
  folder.write("f", "");
  EXPECT_THROW(make_folder(folder / "f"), FileError);
  EXPECT_THROW(make_folder(folder / "f/g"), FileError);
  make_folder(folder / "a/b");
  make_folder(folder / "a/b");
  EXPECT_TRUE(std::filesystem::is_directory(folder / "a/b"));
}

}  // namespace
}  // namespace abut::io
