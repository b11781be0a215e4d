// The parser's callback sees each finding when its object ends, passes it on,
// and makes the parser forget it. So a document of any length is never in
// memory. nlohmann's messages quote the text, which may be a secret, so ours
// contain only its positions.

#include "report/json/report_parser.h"

#include <array>
#include <istream>
#include <nlohmann/json.hpp>
#include <optional>
#include <streambuf>
#include <string_view>
#include <utility>

#include "report/json/finding_from_json.h"

namespace sluice {

using Json = nlohmann::ordered_json;

namespace {

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
      // The bytes that first_line() took come first.
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

tl::unexpected<Error> wrong(std::string_view why) {
  return fail(ErrorCode::kConfig, "not a report of sluice: {}", why);
}

// Holds that the parts come in their order, and that none is missing.
class Order {
 public:
  explicit Order(ReportEvents& events) : events_(events) {}

  Result<void> head(const Json& json) {
    if (has_head_) return wrong("a second head");
    if (json.value("schema", "") != "sluice/1")
      return wrong("its schema is not sluice/1");
    const Json& tool = json.at("tool");
    ReportHead head;
    head.version = tool.at("version").get<std::string>();
    head.rules = tool.at("rules").get<std::size_t>();
    head.rules_sha256 = tool.at("rules_sha256").get<std::string>();
    // A report of before this member may show them.
    head.shows_secrets = json.value("secrets", "shown") != "masked";
    head.path_prefix = bytes_from_json(json, "path_prefix");
    rules_ = head.rules;
    has_head_ = true;
    return events_.head(head);
  }

  Result<void> finding(const Json& json) {
    if (!has_head_) return wrong("findings come before its head");
    ++findings_;
    return events_.finding(json);
  }

  void dropped() { events_.dropped(); }

  // All of it follows from the findings but this.
  void summary(const Json& json) {
    secrets_apart_ = json.value("secrets_are", "") == "at_most";
  }

  void coverage(const Json& json) {
    coverage_ = coverage_from_json(json);
    coverage_->policy.rules = rules_;
    coverage_->secrets_apart = secrets_apart_;
  }
  bool has_coverage() const { return coverage_.has_value(); }

  Result<void> end() {
    if (!has_head_) return wrong("it has no head");
    if (!coverage_) return wrong("it is cut off: there is no coverage");
    events_.coverage(*std::move(coverage_));
    return {};
  }

  // For json::exception, whose own text may quote the report.
  tl::unexpected<Error> odd_form() const {
    return wrong(
        fmt::format("something after {} findings has an odd form", findings_));
  }

 private:
  ReportEvents& events_;
  bool has_head_ = false;
  std::size_t rules_ = 0;
  std::uint64_t findings_ = 0;
  bool secrets_apart_ = false;
  std::optional<Coverage> coverage_;
};

// No report nests as deep. A value takes 70 times its bracket.
constexpr int kMaxDepth = 64;

// Discarded if it is not JSON, or nests deeper.
Json parse_line(std::string_view line) {
  const auto on_event = [](int depth, Json::parse_event_t, const Json&) {
    if (depth > kMaxDepth) throw Stopped();
    return true;
  };
  try {
    return Json::parse(line, on_event, /*allow_exceptions=*/false);
  } catch (const Stopped&) {
    return {Json::value_t::discarded};
  }
}

Result<void> read_lines(std::istream& lines, Order& order) {
  std::string line;
  for (std::uint64_t number = 1; std::getline(lines, line); ++number) {
    const Json json = parse_line(line);
    if (!json.is_object())
      return wrong(fmt::format("line {} is not a JSON object", number));
    if (order.has_coverage())
      return wrong("something stands behind its coverage");
    const std::string type = json.value("type", "");
    if (type == "report")
      SLUICE_TRY(order.head(json));
    else if (type == "finding")
      SLUICE_TRY(order.finding(json));
    else if (type == "dropped")
      order.dropped();
    else if (type == "summary")
      order.summary(json);
    else if (type == "coverage")
      order.coverage(json);
    else
      return wrong(fmt::format("line {} is of no known type", number));
  }
  return {};
}

// The members of the document before `findings`, and each finding, come through
// the callback; the parser returns the rest.
Result<void> read_document(std::istream& text, Order& order) {
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
    if (depth > kMaxDepth)
      take(wrong(fmt::format("it nests deeper than {} levels", kMaxDepth)));
    if (depth == 1 && event == Event::key) {
      member = parsed.get<std::string>();
      if (member == "findings") take(order.head(head));
      return true;
    }
    if (depth == 2 && event == Event::object_end) {
      if (member == "findings") take(order.finding(parsed));
      if (member == "dropped") order.dropped();
      return member != "findings" && member != "dropped";
    }
    // Only ends of members that belong to the head.
    if (depth == 1 && (event == Event::value || event == Event::object_end)) {
      if (member == "coverage")
        order.coverage(parsed);
      else if (member == "summary")
        order.summary(parsed);
      else
        head[member] = parsed;
    }
    return true;
  };
  try {
    const Json rest = Json::parse(text, on_event);
    if (!rest.is_object()) return wrong("it is not a JSON object");
  } catch (const Stopped&) {
    return tl::unexpected<Error>(*std::move(failure));
  } catch (const Json::parse_error& error) {
    return wrong(fmt::format("it is not valid JSON at byte {}", error.byte));
  }
  return {};
}

}  // namespace

Result<void> parse_report(const ReadBytes& read, ReportEvents& events) {
  ByteSource source(read);
  const Json first = parse_line(source.first_line());
  const bool is_lines = first.is_object() && first.contains("type");
  std::istream text(&source);
  Order order(events);
  try {
    const Result<void> done =
        is_lines ? read_lines(text, order) : read_document(text, order);
    if (source.failure()) return tl::unexpected<Error>(*source.failure());
    SLUICE_TRY(done);
    return order.end();
  } catch (const Json::exception&) {
    return order.odd_form();
  }
}

}  // namespace sluice
