// An open file of an editor, its findings, and what an editor shows of them.
// Thread-safety: one thread. Ownership: refers to the rules of the scanner that
// scanned it.
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "finding/finding.h"
#include "scan/unit/whole_report.h"
#include "sluice/server/lsp_text.h"

namespace sluice {

// A finding without its secret.
struct LspFinding {
  std::size_t begin = 0;  // bytes of the text
  std::size_t end = 0;
  std::string rule;
  std::string description;
  Confidence confidence = Confidence::kMedium;
  std::string masked;
  std::string why;  // evidence_sentence()
  std::string fingerprint;
  std::string detail;
  std::string revoke_url;  // these two may be empty
  std::string revoke_steps;
};

struct LspDocument {
  std::string uri;
  std::string language;
  std::int64_t version = 0;
  LspText text;
  std::string root;     // of its workspace; empty if it has none
  std::string path;     // below it
  bool is_read = true;  // no ignore file excludes it
  bool is_new = true;   // changed since the last scan
  std::vector<LspFinding> findings;
};

std::vector<LspFinding> findings_of(const WholeReports& found,
                                    const std::string& text);

// Parameters of textDocument/publishDiagnostics.
nlohmann::json diagnostics_of(const LspDocument& document);

// The result of textDocument/hover at a byte; null if nothing is there.
nlohmann::json hover_at(const LspDocument& document, std::size_t offset);

// An edit of one document: a WorkspaceEdit.
nlohmann::json edit_of(const LspDocument& document, std::size_t begin,
                       std::size_t end, const std::string& text);

// Edits that need nothing but the document. Nothing if there is no such edit.
std::optional<nlohmann::json> edit_to_allow(const LspDocument& document,
                                            const LspFinding& finding);
std::optional<nlohmann::json> edit_to_variable(const LspDocument& document,
                                               const LspFinding& finding);

}  // namespace sluice
