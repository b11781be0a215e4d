// How rare a window is, is judged by the product of how often its bytes occur,
// from a table of common knowledge: the frequencies of letters in English, and
// round figures for what programs and configuration files add. A byte that
// repeats its neighbour is taken to follow it often, since rows of dashes,
// blanks and zeros are what real files hold and independent bytes do not. And a
// window within a word that programs are full of counts as frequent, however
// rare its letters are.
//
// Measured with the default rules on Linux 6.1: the windows occur 1,200 times
// in a megabyte; 2,400 times without the words, and 390 times if they were
// chosen by counting in that very corpus, which would help no other.

#include "match/literal_window.h"

#include <algorithm>
#include <vector>

#include "base/check.h"

namespace sluice {
namespace {

// By folded byte: occurrences among 100,000 bytes.
constexpr std::array<float, 128> byte_rates() {
  std::array<float, 128> rates{};
  const auto add = [&](std::string_view bytes, float rate) {
    for (const char c : bytes)
      rates[static_cast<std::uint8_t>(c) & kFoldMask] += rate;
  };
  for (float& rate : rates) rate = 30;
  add("e", 8100);
  add("t", 6000);
  add("ao", 5100);
  add("insr", 4700);
  add("hldcu", 2900);
  add("mfpg", 1600);
  add("wybv", 1000);
  add("k", 330);
  add("xjqz", 90);
  add(" ", 12000);
  add("\n\t", 4000);
  add("_0", 3000);
  add("123456789(),;*=->./\"", 1200);
  add(":{}<+[]&'!|", 400);
  return rates;
}
constexpr std::array<float, 128> kByteRates = byte_rates();

// The share of the bytes that are followed by their like, at the least.
constexpr float kRepeatRate = 25000;

// Common in programs and in what is written about them.
constexpr std::string_view kWords[] = {
    "abstract",    "access",      "address",    "application",  "argument",
    "arguments",   "assignment",  "attribute",  "author",       "background",
    "boolean",     "buffer",      "callback",   "capability",   "category",
    "character",   "class",       "clear",      "client",       "command",
    "comment",     "common",      "compatible", "component",    "config",
    "connection",  "constant",    "container",  "content",      "context",
    "control",     "copyright",   "counter",    "create",       "current",
    "database",    "debug",       "default",    "define",       "definition",
    "description", "destination", "detail",     "device",       "dictionary",
    "different",   "digital",     "direction",  "directory",    "disable",
    "display",     "document",    "domain",     "driver",       "dynamic",
    "element",     "enable",      "encoding",   "encrypt",      "endpoint",
    "environment", "event",       "example",    "exception",    "execute",
    "expect",      "export",      "expression", "extend",       "feature",
    "field",       "filename",    "filter",     "flags",        "foreach",
    "format",      "frame",       "free",       "from",         "function",
    "general",     "generate",    "generic",    "global",       "graph",
    "group",       "handle",      "handler",    "hardware",     "header",
    "height",      "host",        "http://",    "https://",     "image",
    "implement",   "import",      "include",    "index",        "information",
    "initial",     "input",       "instance",   "instruction",  "integer",
    "interface",   "internal",    "interrupt",  "invalid",      "javascript",
    "kernel",      "keyboard",    "language",   "length",       "level",
    "library",     "license",     "linux",      "list",         "local",
    "location",    "manager",     "mapping",    "master",       "maximum",
    "member",      "memory",      "message",    "method",       "microsoft",
    "minimum",     "mission",     "mobile",     "module",       "monitor",
    "mutex",       "namespace",   "network",    "notification", "number",
    "object",      "offset",      "online",     "operation",    "option",
    "output",      "override",    "package",    "page",         "parameter",
    "parent",      "parse",       "password",   "path",         "pattern",
    "permission",  "physical",    "pixel",      "platform",     "pointer",
    "position",    "private",     "priority",   "problem",      "process",
    "product",     "program",     "project",    "property",     "protected",
    "protocol",    "provide",     "public",     "query",        "queue",
    "range",       "reader",      "receive",    "record",       "reference",
    "register",    "release",     "remove",     "replace",      "report",
    "request",     "require",     "reserved",   "resource",     "response",
    "result",      "return",      "right",      "sample",       "schedule",
    "screen",      "script",      "section",    "security",     "select",
    "sensor",      "sequence",    "server",     "service",      "session",
    "sign",        "signal",      "single",     "software",     "source",
    "space",       "special",     "specific",   "standard",     "start",
    "state",       "statement",   "static",     "status",       "stream",
    "string",      "struct",      "structure",  "style",        "support",
    "switch",      "symbol",      "system",     "table",        "target",
    "template",    "test",        "text",       "thread",       "time",
    "timeout",     "timer",       "token",      "transaction",  "transfer",
    "transform",   "type",        "undefined",  "unique",       "unsigned",
    "update",      "usage",       "value",      "variable",     "vector",
    "verify",      "version",     "video",      "virtual",      "volume",
    "warning",     "which",       "width",      "window",       "with",
    "word",        "work",        "write",      "xml",          "_id",
    "_key",        "_name",
};

// The rate of a window within one of them: one in 20,000, by the same scale.
constexpr float kWordRate = 5e15F;

LiteralWindow window_at(std::string_view text, std::size_t offset,
                        std::size_t size) {
  LiteralWindow window{offset, size, {}};
  for (std::size_t i = 0; i < size; ++i)
    window.folded[i] = static_cast<std::uint8_t>(text[offset + i]) & kFoldMask;
  return window;
}

// Sorted.
std::vector<std::array<std::uint8_t, kWindow>> windows_of_words() {
  std::vector<std::array<std::uint8_t, kWindow>> windows;
  for (const std::string_view word : kWords)
    for (std::size_t at = 0; at + kWindow <= word.size(); ++at)
      windows.push_back(window_at(word, at, kWindow).folded);
  std::ranges::sort(windows);
  return windows;
}

float rate_of(const LiteralWindow& window) {
  float rate = 1;
  for (std::size_t i = 0; i < window.size; ++i) {
    const float own = kByteRates[window.folded[i]];
    const bool repeats = i > 0 && window.folded[i] == window.folded[i - 1];
    rate *= repeats ? std::max(own, kRepeatRate) : own;
  }
  static const auto kWithinWords = windows_of_words();
  if (std::ranges::binary_search(kWithinWords, window.folded))
    rate += kWordRate;
  return rate;
}

}  // namespace

LiteralWindow rarest_window(std::string_view literal) {
  SLUICE_CHECK(literal.size() >= kLeastWindow);
  const std::size_t size = std::min(literal.size(), kWindow);
  LiteralWindow best = window_at(literal, 0, size);
  if (literal.size() == size) return best;
  float least = rate_of(best);
  for (std::size_t offset = 1; offset + size <= literal.size(); ++offset) {
    const LiteralWindow window = window_at(literal, offset, size);
    const float rate = rate_of(window);
    if (rate >= least) continue;
    best = window;
    least = rate;
  }
  return best;
}

}  // namespace sluice
