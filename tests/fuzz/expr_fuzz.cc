// Any text as a filter: it is an expression or an error of one line, and an
// expression comes to something for any finding.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "betterleaks/expr/evaluate.h"
#include "betterleaks/expr/program.h"

namespace sluice {
namespace expr {
namespace {

class AnyFinding final : public Subject {
 public:
  explicit AnyFinding(std::string_view text) : text_(text) {}
  Value field(Field field) override {
    if (type_of(field) == Type::kInt)
      return Value::of(static_cast<std::int64_t>(text_.size() / 2));
    return Value::of(text_);
  }
  std::string_view attribute(std::string_view) override { return text_; }
  bool matches(std::uint32_t pattern, std::string_view text) override {
    return text.size() > pattern;
  }
  std::string_view find(std::uint32_t, std::string_view text) override {
    return text.substr(text.size() / 2);
  }
  double token_ratio(std::string_view) override { return 2; }
  bool fails_token_efficiency(std::string_view) override { return false; }
  void set_confidence(std::string_view) override {}

 private:
  std::string_view text_;
};

}  // namespace
}  // namespace expr
}  // namespace sluice

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  using namespace sluice::expr;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  for (const Use use : {Use::kFile, Use::kFinding}) {
    const sluice::Result<Program> program = parse(text, use);
    if (!program) {
      if (program.error().message.find('\n') != std::string::npos) std::abort();
      continue;
    }
    AnyFinding finding("an\xFFy f\xC3\xA9nding");
    evaluate(*program, finding);
  }
  return 0;
}
