// The Detector finds the leaks that gitleaks finds in one fragment of a file.
// Thread-safety: a Detector is immutable and shared; a DetectorScratch belongs
// to one worker.
// Ownership: the rules must outlive the Detector.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "gitleaks/detector/decoding.h"
#include "gitleaks/detector/finding.h"
#include "gitleaks/detector/rules.h"

namespace sluice {

struct DetectorOptions {
  int max_decode_depth = 5;
  bool ignore_allow_comments = false;
  bool keep_lines = false;  // fill GitleaksFinding::line
  // Texts larger than this many megabytes are not matched. 0 means no limit.
  std::uint64_t max_megabytes = 0;
};

struct Fragment {
  std::string_view text;
  std::string_view file;  // empty if it has no name
  std::string_view symlink;
  std::int64_t start_line = 1;
  std::string_view commit = {};  // the one that adds it; may be empty
};

struct DetectorScratch {
  TextScratch matcher;
  EncodingScratch encodings;
  std::vector<TextMatch> matches;
  // By rule: whether the rule's paths match the file, once this was computed.
  // Clear it when the file or the commit changes.
  std::vector<std::optional<bool>> wanted;
};

class Detector {
 public:
  Detector(const GitleaksRules& rules, DetectorOptions options)
      : rules_(rules), options_(options) {}

  // Appends the leaks, ordered by place, then by rule. They lack only their
  // fingerprints and commits.
  void detect(const Fragment& fragment, DetectorScratch& scratch,
              std::vector<GitleaksFinding>* leaks) const;

  // Returns whether a text of `size` bytes is too large to be matched.
  bool is_too_large(std::size_t size) const;

 private:
  struct Pass;

  bool wanted(std::uint32_t rule, const Fragment& fragment,
              DetectorScratch& scratch) const;
  void find_paths(const Fragment& fragment,
                  std::vector<GitleaksFinding>* leaks) const;
  void find_in_pass(Pass& pass, DetectorScratch& scratch,
                    std::vector<GitleaksFinding>* leaks) const;
  void find_with_rule(std::uint32_t rule, std::span<const TextMatch> matches,
                      Pass& pass, std::vector<GitleaksFinding>* leaks) const;
  std::optional<GitleaksFinding> judge(std::uint32_t rule,
                                       const TextMatch& match,
                                       Pass& pass) const;
  void choose_secret(std::uint32_t rule, GitleaksFinding* leak) const;
  void keep_complete(std::uint32_t rule, Pass& pass, DetectorScratch& scratch,
                     std::vector<GitleaksFinding>* leaks) const;
  std::vector<GitleaksFinding> find_required(std::uint32_t rule, Pass& pass,
                                             DetectorScratch& scratch) const;
  void drop_generic(std::vector<GitleaksFinding>* leaks) const;
  GitleaksFinding path_leak(std::uint32_t rule, const Fragment& fragment) const;

  const GitleaksRules& rules_;
  DetectorOptions options_;
};

}  // namespace sluice
