// The parser's callback sees each finding as its object ends, hands it on, and
// has the parser forget it: a document of any length is never in memory.
// nlohmann's messages quote the text, which may be a secret, so ours are made
// of its positions alone.

#include "report/json/report_reader.h"

#include <array>
#include <istream>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <streambuf>
#include <string_view>
#include <utility>
#include <vector>

#include "report/json/finding_from_json.h"
#include "text/base64.h"

namespace sluice {
namespace {

using Json = nlohmann::ordered_json;

// Bytes as a stream, of which the first can be looked at before they are taken.
class ByteSource : public std::streambuf {
 public:
  explicit ByteSource(const ReadBytes& read) : read_(read) {}

  // The first line as far as it fits into the buffer; before anything is read.
  std::string_view first_line() {
    for (;;) {
      const std::string_view all(buffer_.data(), held_);
      if (const std::size_t end = all.find('\n'); end != all.npos)
        return all.substr(0, end);
      if (held_ == buffer_.size() || !fill()) return all;
    }
  }

  const std::optional<Error>& failure() const { return failure_; }

 private:
  // False at the end or if it failed.
  bool fill() {
    const Result<std::size_t> got =
        read_(buffer_.data() + held_, buffer_.size() - held_);
    if (!got) failure_ = got.error();
    if (!got || *got == 0) return false;
    held_ += *got;
    setg(buffer_.data(), buffer_.data(), buffer_.data() + held_);
    return true;
  }

  int_type underflow() override {
    if (gptr() == nullptr || gptr() == egptr()) {
      // What first_line() took is not taken yet.
      if (gptr() != nullptr || held_ == 0) {
        held_ = 0;
        if (!fill()) return traits_type::eof();
      }
    }
    return traits_type::to_int_type(*gptr());
  }

  const ReadBytes& read_;
  std::array<char, 64 * 1024> buffer_;
  std::size_t held_ = 0;
  std::optional<Error> failure_;
};

// Leaves the parser's callback.
struct Stopped {};

// Puts the findings of one file together and brings them to the sink.
class Converter {
 public:
  Converter(bool secret_alone, const SinkForHead& sink)
      : secret_alone_(secret_alone), make_sink_(sink) {}

  Result<void> head(const Json& json) {
    if (sink_ != nullptr) return wrong("a second head");
    if (json.value("schema", "") != "sluice/1")
      return wrong("its schema is not sluice/1");
    const Json& tool = json.at("tool");
    head_.version = tool.at("version").get<std::string>();
    head_.rules = tool.at("rules").get<std::size_t>();
    head_.rules_sha256 = tool.at("rules_sha256").get<std::string>();
    // A report of before this member may show them.
    head_.shows_secrets = json.value("secrets", "shown") != "masked";
    head_.path_prefix = bytes_from_json(json, "path_prefix");
    SLUICE_TRY_ASSIGN(sink_, make_sink_(head_));
    return sink_->begin(head_.tool());
  }

  Result<void> finding(const Json& json) {
    if (sink_ == nullptr) return wrong("findings come before its head");
    ++read_.findings;
    FileReport own = findings_.read(json);
    if (secret_alone_ && head_.shows_secrets)
      leave_surroundings_out(&own.findings.front());
    const auto commit_id = [](const FileReport& file) {
      return file.commit ? std::string_view(file.commit->id) : "";
    };
    const bool same =
        own.location == batch_.location && commit_id(own) == commit_id(batch_);
    if (!same || batch_.findings.size() >= kBatch) SLUICE_TRY(flush());
    if (batch_.findings.empty()) {
      batch_ = std::move(own);
      return {};
    }
    batch_.findings.push_back(std::move(own.findings.front()));
    return {};
  }

  void dropped() { ++read_.dropped; }

  void coverage(const Json& json) {
    coverage_ = coverage_from_json(json);
    coverage_->policy.rules = head_.rules;
  }
  bool has_coverage() const { return coverage_.has_value(); }

  Result<ReadReport> end() {
    if (sink_ == nullptr) return wrong("it has no head");
    if (!coverage_) return wrong("it is cut off: there is no coverage");
    SLUICE_TRY(flush());
    SLUICE_TRY(sink_->end(*coverage_));
    return read_;
  }

  static tl::unexpected<Error> wrong(std::string_view why) {
    return fail(ErrorCode::kConfig, "not a report of sluice: {}", why);
  }

  // For json::exception, whose own text may quote the report.
  tl::unexpected<Error> odd_form() const {
    return wrong(fmt::format("something after {} findings has an odd form",
                             read_.findings));
  }

 private:
  static constexpr std::size_t kBatch = 256;

  static void leave_surroundings_out(Finding* finding) {
    finding->match = finding->secret;
    finding->match_byte = finding->text_byte();
    finding->excerpt.clear();
    finding->excerpt_byte = finding->text_byte();
  }

  Result<void> flush() {
    if (batch_.findings.empty()) return {};
    const FileReport file = std::exchange(batch_, {});
    return sink_->file(file);
  }

  bool secret_alone_;
  const SinkForHead& make_sink_;
  FindingSink* sink_ = nullptr;
  ReportHead head_;
  FindingsFromJson findings_;
  FileReport batch_;
  std::optional<Coverage> coverage_;
  ReadReport read_;
};

Result<void> read_lines(std::istream& lines, Converter& converter) {
  std::string line;
  for (std::uint64_t number = 1; std::getline(lines, line); ++number) {
    const Json json = Json::parse(line, nullptr, false);
    if (!json.is_object())
      return Converter::wrong(
          fmt::format("line {} is not a JSON object", number));
    if (converter.has_coverage())
      return Converter::wrong("something stands behind its coverage");
    const std::string type = json.value("type", "");
    if (type == "report")
      SLUICE_TRY(converter.head(json));
    else if (type == "finding")
      SLUICE_TRY(converter.finding(json));
    else if (type == "dropped")
      converter.dropped();
    else if (type == "coverage")
      converter.coverage(json);
    else
      return Converter::wrong(
          fmt::format("line {} is of no known type", number));
  }
  return {};
}

// The members of the document before `findings`, and each of those, come
// through the callback; the rest is what the parser returns.
Result<void> read_document(std::istream& text, Converter& converter) {
  std::string member;
  Json head = Json::object();
  std::optional<Error> failure;
  const auto take = [&](Result<void> done) {
    if (done) return;
    failure = std::move(done).error();
    throw Stopped();
  };
  const auto on_event = [&](int depth, Json::parse_event_t event,
                            Json& parsed) {
    using Event = Json::parse_event_t;
    if (depth == 1 && event == Event::key) {
      member = parsed.get<std::string>();
      if (member == "findings") take(converter.head(head));
      return true;
    }
    if (depth == 2 && event == Event::object_end) {
      if (member == "findings") take(converter.finding(parsed));
      if (member == "dropped") converter.dropped();
      return member != "findings" && member != "dropped";
    }
    // Of the members' own ends, those that the head is made of.
    if (depth == 1 && (event == Event::value || event == Event::object_end)) {
      if (member == "coverage")
        converter.coverage(parsed);
      else
        head[member] = parsed;
    }
    return true;
  };
  try {
    const Json rest = Json::parse(text, on_event);
    if (!rest.is_object()) return Converter::wrong("it is not a JSON object");
  } catch (const Stopped&) {
    return tl::unexpected<Error>(*std::move(failure));
  } catch (const Json::parse_error& error) {
    return Converter::wrong(
        fmt::format("it is not valid JSON at byte {}", error.byte));
  }
  return {};
}

}  // namespace

Result<ReadReport> read_report(const ReadBytes& read, bool secret_alone,
                               const SinkForHead& sink) {
  ByteSource source(read);
  const Json first =
      Json::parse(source.first_line(), nullptr, /*allow_exceptions=*/false);
  const bool is_lines = first.is_object() && first.contains("type");
  std::istream text(&source);
  Converter converter(secret_alone, sink);
  try {
    const Result<void> done =
        is_lines ? read_lines(text, converter) : read_document(text, converter);
    if (source.failure()) return tl::unexpected<Error>(*source.failure());
    SLUICE_TRY(done);
    return converter.end();
  } catch (const Json::exception&) {
    return converter.odd_form();
  }
}

}  // namespace sluice
