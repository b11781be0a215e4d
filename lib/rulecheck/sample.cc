// A few makers, chosen by chance, make the blocks of the text from lines with
// holes that words fill. A measurement depends on how often short strings
// occur: `key`, `token` and `http` occur as often as in source code (a word in
// some hundreds), and most lines hold nothing of the kind.
//
// Rejected: a piece of real code. It would tie figures to its licence and to
// the favourite topics of its authors.

#include "rulecheck/sample.h"

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

namespace sluice {
namespace {

// xorshift64, so that the text is the same on every system.
class Dice {
 public:
  std::size_t below(std::size_t bound) {
    state_ ^= state_ << 13;
    state_ ^= state_ >> 7;
    state_ ^= state_ << 17;
    return static_cast<std::size_t>(state_ % bound);
  }

  std::string_view of(std::span<const std::string_view> items) {
    return items[below(items.size())];
  }

 private:
  std::uint64_t state_ = 0x9e3779b97f4a7c15;
};

// Names of things, the frequent ones more than once.
constexpr std::string_view kNames[] = {
    "index",  "buffer",  "node",    "size",    "count",   "value",  "name",
    "path",   "list",    "length",  "offset",  "result",  "state",  "line",
    "file",   "parent",  "child",   "frame",   "queue",   "device", "page",
    "event",  "timeout", "entry",   "config",  "options", "status", "error",
    "table",  "column",  "data",    "context", "handler", "block",  "flags",
    "header", "request", "session", "record",  "user",    "group",  "type",
    "source", "target",  "client",  "server",  "address", "image",  "key",
    "level",  "window",  "start",   "end",     "width",   "height", "format",
    "module", "filter",  "map",     "cache",   "lock",    "thread", "signal",
    "weight", "order",   "caret",   "reader",  "writer",  "branch", "version"};
// Words that rules search for.
constexpr std::string_view kSensitive[] = {
    "api_key",     "accessKey",   "password", "secret",      "auth_token",
    "credentials", "client_id",   "passwd",   "privateKey",  "bearer",
    "user_pass",   "signing_key", "token",    "login",       "Authorization",
    "pwd",         "tokens",      "api-key",  "sessionToken"};
constexpr std::string_view kHosts[] = {"www.example.com", "docs.example.org",
                                       "api.example.net", "localhost:8080",
                                       "github.com/example"};

constexpr std::string_view kCode[] = {
    "  if (@ == NULL)\n    return -EINVAL;\n",
    "  for (int i = 0; i < @->@; i++) {\n    @[i] = @(@, i);\n  }\n",
    "static int @_@(struct @ *@, unsigned int @)\n{\n",
    "\t@->@ = @_@(@, sizeof(*@));\n",
    "#define @_# 0x%\n",
    "    def @_@(self, @, @=None):\n        return self.@.get(@)\n",
    "  const @ = await this.@.@(@);\n",
    "import { @, @ } from './@/@';\n",
    "  // The @ must be held while the @ of the @ is changed.\n",
    " * @@: the @ that is given to the @ when it has been read\n",
    "func (@ *@) @(@ string, @ int) (*@, error) {\n",
    "    assertEquals(\"@\", @.@());\n",
    "  std::vector<@> @ = @.@(@);\n",
    "}\n\n",
    "\tpr_err(\"@: cannot allocate the @ (%)\\n\", @->@);\n",
};
constexpr std::string_view kSettings[] = {
    "@.@.@ = %\n",
    "  @: @\n",
    "  \"@\": \"@\",\n",
    "  \"@\": { \"@\": %, \"@\": true },\n",
    "@_# = \"@-@\"\n",
    "[@.@]\n",
    "export # = /usr/share/@/@\n",
    "  - name: @\n    image: @:%\n",
};
constexpr std::string_view kLogs[] = {
    "2024-03-0% 10:4%:1% INFO  [@] @ took % ms\n",
    "2024-03-0% 10:4%:1% DEBUG [@] @=% @=% GET /@/@?@=%\n",
    "% packets transmitted, % received, time % ms\n",
};
constexpr std::string_view kDocuments[] = {
    "The @ of a @ is read before its @, so that a @ never sees half of it.\n",
    "See https://~/@/@ for how the @ and the @ work together.\n\n",
    "The @ is not told how many @ there are, and need not know it.\n",
    "    > @ --@ @/@.@\n",
    "A @ that has no @ is left as it is (see the @ below).\n",
    "Whoever reads the @ first has to give the @ back.\n\n",
    "* the @ of each @, in the order of the @\n* the @ itself\n",
    "Nothing is written before the whole @ has been seen.\n",
    "## @ and @\n\n* @: a number from % to %\n* @: the @, if there is one\n",
    "<a class=\"@ @\" href=\"http://~/@\">@</a>\n",
};
// Lines that rules have to look at more closely, and in which there is nothing.
constexpr std::string_view kSuspects[] = {
    "  $ = os.environ.get(\"#\")\n",
    "    $: ${#}\n",
    "  if (!$) throw new Error('$ is missing');\n",
    "@.$ = $\n",
    "The `$` of the @ is asked for at the first @.\n",
    "  \"$\": \"\",\n",
};

class Writer {
 public:
  explicit Writer(std::size_t bytes) : bytes_(bytes) {
    text_.reserve(bytes + 4096);
  }

  std::string write() {
    while (text_.size() < bytes_) block();
    text_.resize(bytes_);
    return std::move(text_);
  }

 private:
  void block() {
    const std::size_t kind = dice_.below(16);
    if (kind == 0) return data("0123456789abcdef", 64, 1 + dice_.below(6));
    if (kind == 1)
      return data(
          "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz012345678"
          "9+/",
          76, 1 + dice_.below(8));
    if (kind == 2) return one_long_line();
    const std::span<const std::string_view> lines = lines_of(kind);
    for (std::size_t left = 10 + dice_.below(30); left != 0; --left) {
      fill(dice_.of(dice_.below(20) == 0 ? kSuspects : lines));
    }
  }

  static std::span<const std::string_view> lines_of(std::size_t kind) {
    if (kind < 5) return kLogs;
    if (kind < 7) return kDocuments;
    if (kind < 9) return kSettings;
    return kCode;
  }

  // @: a name, #: one in capitals, $: one that rules look for, %: a number,
  // ~: a host.
  void fill(std::string_view line) {
    for (const char c : line) {
      switch (c) {
        case '@':
          text_ += dice_.of(kNames);
          break;
        case '#':
          capitals(dice_.of(kNames));
          text_ += '_';
          capitals(dice_.of(kNames));
          break;
        case '$':
          text_ += dice_.of(kSensitive);
          break;
        case '%':
          text_ += std::to_string(dice_.below(1000));
          break;
        case '~':
          text_ += dice_.of(kHosts);
          break;
        default:
          text_ += c;
      }
    }
  }

  void capitals(std::string_view name) {
    for (const char c : name)
      text_ += c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  }

  void data(std::string_view alphabet, std::size_t width, std::size_t lines) {
    for (; lines != 0; --lines) {
      for (std::size_t i = 0; i < width; ++i)
        text_ += alphabet[dice_.below(alphabet.size())];
      text_ += '\n';
    }
  }

  // A line like those of a minifier.
  void one_long_line() {
    for (std::size_t left = 200 + dice_.below(200); left != 0; --left) {
      text_ += dice_.of(kNames).substr(0, 2);
      text_ += dice_.of(kJoints);
    }
    text_ += '\n';
  }

  static constexpr std::array<std::string_view, 8> kJoints = {
      "=", "(", ").", ",", ";var ", "){return ", "&&!", "[0]."};

  std::size_t bytes_;
  std::string text_;
  Dice dice_;
};

}  // namespace

std::string made_up_sample(std::size_t bytes) { return Writer(bytes).write(); }

}  // namespace sluice
