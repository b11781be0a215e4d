// Written beside its place, brought to the disk, then renamed: a program that
// opens the name sees the old report or the new one, whatever happens
// meanwhile.
//
// The unfinished file has no name where that is possible (O_TMPFILE), since
// nothing can be cleaned up after SIGKILL. linkat() does not replace, so it
// gets a hidden name at the end, for the moment until rename().

#include "report/output/report_file.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <thread>
#include <utility>

namespace sluice {
namespace {

constexpr int kTries = 100;

// Less the umask.
mode_t mode_for(Readers readers) {
  return readers == Readers::kOwner ? 0600 : 0666;
}

std::string folder_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string::npos ? "." : path.substr(0, slash + 1);
}

// Returns a name like ".report.json.3f2a9c41", beside `path`.
std::string hidden_name(const std::string& path) {
  static std::random_device random;
  const std::size_t slash = path.rfind('/');
  const std::size_t name = slash == std::string::npos ? 0 : slash + 1;
  return fmt::format("{}.{}.{:08x}", path.substr(0, name), path.substr(name),
                     random());
}

std::string link_to(int fd) { return fmt::format("/proc/self/fd/{}", fd); }

}  // namespace

tl::unexpected<Error> ReportFile::fail(int why) const {
  return fail_errno(why, fmt::format("cannot write {} {}", what_, path_));
}

Result<std::unique_ptr<ReportFile>> ReportFile::create(
    const std::string& path, Unfinished unfinished, std::string_view what,
    Readers readers, const Interrupt* interrupt) {
  std::unique_ptr<ReportFile> file(new ReportFile);
  file->what_ = what;
  file->path_ = path;
  file->target_ = path;
  struct stat there {};
  if (::stat(path.c_str(), &there) == 0) {
    // Standard output, if it is named, is what the shell opened.
    file->direct_ = !S_ISREG(there.st_mode) || path.starts_with("/dev/") ||
                    path.starts_with("/proc/");
    char real[PATH_MAX];
    if (!file->direct_ && ::realpath(path.c_str(), real) != nullptr)
      file->target_ = real;
  } else if (errno != ENOENT || ::lstat(path.c_str(), &there) == 0) {
    return file->fail(errno);
  }
  if (file->direct_) {
    SLUICE_TRY(file->open_direct(interrupt));
  } else {
    SLUICE_TRY(file->open_unfinished(unfinished, readers));
    // The users who could read the earlier report can read this one, and no
    // others.
    if (there.st_mode != 0) ::fchmod(file->fd_, there.st_mode & 07777);
  }
  file->output_ = std::make_unique<FdOutput>(file->fd_, "the report " + path);
  return file;
}

std::string ReportFile::folder() const {
  return direct_ ? std::string() : folder_of(target_);
}

// To open a pipe without a reader waits, and a signal's handler does not end that.
Result<void> ReportFile::open_direct(const Interrupt* interrupt) {
  constexpr std::chrono::milliseconds kPause{20};
  for (;;) {
    fd_ = ::open(target_.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
    struct stat there {};
    if (fd_ >= 0 || errno != ENXIO || ::stat(target_.c_str(), &there) != 0 ||
        !S_ISFIFO(there.st_mode))
      break;
    if (is_raised(interrupt)) return fail(EINTR);
    std::this_thread::sleep_for(kPause);
  }
  if (fd_ < 0 || ::fcntl(fd_, F_SETFL, O_WRONLY) != 0) return fail(errno);
  return {};
}

Result<void> ReportFile::open_unfinished(Unfinished unfinished,
                                         Readers readers) {
  const mode_t mode = mode_for(readers);
  if (unfinished == Unfinished::kNamelessIfPossible) {
    fd_ = ::open(folder_of(target_).c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC,
                 mode);
    if (fd_ >= 0 && ::access(link_to(fd_).c_str(), F_OK) == 0) return {};
    if (fd_ >= 0) ::close(fd_);
    fd_ = -1;
  }
  for (int i = 0; i < kTries; ++i) {
    name_ = hidden_name(target_);
    fd_ = ::open(name_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
    if (fd_ >= 0) return {};
    if (errno != EEXIST) break;
  }
  name_.clear();
  return fail(errno);
}

Result<void> ReportFile::name_unfinished() {
  const std::string link = link_to(fd_);
  for (int i = 0; i < kTries; ++i) {
    const std::string name = hidden_name(target_);
    if (::linkat(AT_FDCWD, link.c_str(), AT_FDCWD, name.c_str(),
                 AT_SYMLINK_FOLLOW) == 0) {
      name_ = name;
      return {};
    }
    if (errno != EEXIST) break;
  }
  return fail(errno);
}

Result<void> ReportFile::publish() {
  SLUICE_TRY(output_->flush());
  if (direct_) {
    const int fd = std::exchange(fd_, -1);
    if (::close(fd) != 0) return fail(errno);
    return {};
  }
  // Without it a crash of the machine could leave the name with an empty file.
  if (::fsync(fd_) != 0) return fail(errno);
  if (name_.empty()) SLUICE_TRY(name_unfinished());
  if (::rename(name_.c_str(), target_.c_str()) != 0) return fail(errno);
  name_.clear();
  return {};
}

ReportFile::~ReportFile() {
  if (fd_ >= 0) ::close(fd_);
  if (!name_.empty()) ::unlink(name_.c_str());
}

}  // namespace sluice
