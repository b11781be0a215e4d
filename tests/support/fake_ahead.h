// Reads ahead in any order. Now and then it fails to open, or to read all that
// it might, as a kernel may.
// Thread-safety: belongs to one thread; the counts may be read after that
// thread has ended.
#pragma once

#include <algorithm>
#include <cstring>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "fs/file_system.h"
#include "fs/read_ahead.h"

namespace sluice {

class FakeAhead final : public ReadAhead {
 public:
  struct Faults {
    unsigned unopened_in = 0;  // one in so many; 0 for none
    unsigned unread_in = 0;
    unsigned short_in = 0;
    bool waits = true;          // whether files have to be waited for
    unsigned breaks_after = 0;  // it accepts only so many; 0 for no limit
  };

  FakeAhead(const FileSystem& fs, unsigned seed, const Faults& faults)
      : fs_(fs), random_(seed), faults_(faults) {}
  ~FakeAhead() override {
    while (!begun_.empty()) {
      const FileAhead file = take();
      if (file.opened) fs_.close(file.opened->descriptor);
    }
  }

  bool works() const override {
    return faults_.breaks_after == 0 || count_ < faults_.breaks_after;
  }
  bool has_room() const override { return begun_.size() < 5; }

  void begin(std::uint64_t tag, int root, const std::string& path,
             Links links) override {
    ++count_;
    begun_.push_back({tag, root, &path, links});
  }

  FileAhead take() override {
    const std::size_t pick = random_() % begun_.size();
    const Begun begun = begun_[pick];
    begun_.erase(begun_.begin() + static_cast<std::ptrdiff_t>(pick));
    FileAhead file;
    file.tag = begun.tag;
    file.waited = faults_.waits;
    if (happens(faults_.unopened_in)) return file;
    const auto opened = fs_.open_below(begun.root, *begun.path, begun.links);
    if (!opened) return file;
    file.opened = *opened;
    if (happens(faults_.unread_in)) return file;
    std::size_t size = static_cast<std::size_t>(
        std::min<unsigned long long>(opened->size, 1000));
    if (happens(faults_.short_in) && size > 0) size = random_() % size;
    file.head = make_read_buffer(size);
    const auto got = fs_.read_at(opened->descriptor, file.head.get(), size, 0);
    file.head_size = got ? *got : 0;
    return file;
  }

 private:
  struct Begun {
    std::uint64_t tag;
    int root;
    const std::string* path;
    Links links;
  };

  bool happens(unsigned one_in) {
    return one_in != 0 && random_() % one_in == 0;
  }

  const FileSystem& fs_;
  std::mt19937 random_;
  const Faults faults_;
  std::vector<Begun> begun_;
  unsigned count_ = 0;
};

}  // namespace sluice
