#include "sluice/report/report_input.h"

#include <unistd.h>

#include <utility>

#include "fs/file_system.h"

namespace sluice {

Result<ReportInput> ReportInput::open(const std::string& path) {
  if (path == "-") return ReportInput(STDIN_FILENO);
  const Result<OpenedFile> file =
      posix_file_system().open(path, OpenMode::kWait);
  if (!file)
    return fail(ErrorCode::kIo, "cannot read {}: {}", path,
                file.error().message);
  return ReportInput(file->descriptor);
}

ReportInput::ReportInput(ReportInput&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, STDIN_FILENO)) {}

ReportInput& ReportInput::operator=(ReportInput&& other) noexcept {
  std::swap(descriptor_, other.descriptor_);
  return *this;
}

ReportInput::~ReportInput() {
  if (descriptor_ != STDIN_FILENO) posix_file_system().close(descriptor_);
}

ReadBytes ReportInput::reader() const {
  return [descriptor = descriptor_](char* bytes, std::size_t size) {
    return posix_file_system().read(descriptor, bytes, size);
  };
}

}  // namespace sluice
