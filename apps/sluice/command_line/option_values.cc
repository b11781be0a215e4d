#include "sluice/command_line/option_values.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <limits>
#include <system_error>

#include "report/merge/report_merge.h"
#include "rules/table_reader.h"

namespace sluice {
namespace {

constexpr std::string_view kShards =
    "a shard, as 2/7: the second of seven, a million at most";
constexpr std::string_view kNumber = "a number";
constexpr std::string_view kSizes = "a size, as 67108864, 64M or 1G";

// "low, medium or high"
std::string listed(const std::vector<std::string>& choices) {
  std::string text;
  for (const std::string& choice : choices) {
    const bool last = &choice == &choices.back();
    if (!text.empty()) text += last ? " or " : ", ";
    text += choice;
  }
  return text;
}

std::string refused(std::string_view value, std::string_view allowed) {
  return value.empty()
             ? fmt::format("the value is empty; give {}", allowed)
             : fmt::format("{} is not {}", shown_value(value), allowed);
}

std::string range_text(std::uint64_t least, std::uint64_t most) {
  // An upper bound that large is no information.
  return most >= std::numeric_limits<unsigned>::max()
             ? fmt::format("{}, {} or more", kNumber, least)
             : fmt::format("{} from {} to {}", kNumber, least, most);
}

std::optional<std::uint64_t> number_of(std::string_view text) {
  std::uint64_t number = 0;
  const char* const last = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data(), last, number);
  if (text.empty() || error != std::errc() || end != last) return std::nullopt;
  return number;
}

// Returns the allowed values as our check describes them, or the value's name
// in the help.
std::string allowed_by(const CLI::Option& option) {
  if (const auto choices = choices_of(option); !choices.empty())
    return listed(choices);
  const std::string type = option.get_type_name();
  const std::size_t colon = type.find(':');
  return colon == std::string::npos ? option.get_option_text()
                                    : type.substr(colon + 1);
}

// Returns the option that CLI11's message begins with; null if there is none.
const CLI::Option* spoken_of(const CLI::App& app, std::string_view message) {
  for (const CLI::Option* option : app.get_options()) {
    const std::string name = option->get_name();
    if (!name.empty() && message.starts_with(name) &&
        message.substr(name.size()).find_first_of(": =") == 0)
      return option;
  }
  return nullptr;
}

}  // namespace

std::string shown_value(std::string_view value) {
  constexpr std::size_t kShort = 16;
  constexpr std::size_t kHead = 8;
  return value.size() <= kShort
             ? shown(value)
             : shown(std::string(value.substr(0, kHead)) + "...");
}

CLI::Validator one_of(const std::vector<std::string>& choices) {
  return CLI::Validator(
      [choices](std::string& value) {
        return std::ranges::count(choices, value) != 0
                   ? std::string()
                   : refused(value, listed(choices));
      },
      fmt::format("{{{}}}", fmt::join(choices, ",")));
}

CLI::Validator number_in(std::uint64_t least, std::uint64_t most) {
  const std::string range = range_text(least, most);
  return CLI::Validator(
      [=](std::string& value) {
        const auto number = number_of(value);
        if (!number || *number < least || *number > most)
          return refused(value, range);
        // CLI11 would read 010 as an octal number.
        value = fmt::format("{}", *number);
        return std::string();
      },
      range);
}

CLI::Validator size_text() {
  return CLI::Validator(
      [](std::string& value) {
        return bytes_of(value) ? std::string() : refused(value, kSizes);
      },
      std::string(kSizes));
}

CLI::Validator shard_text() {
  return CLI::Validator(
      [](std::string& value) {
        return shard_of(value) ? std::string() : refused(value, kShards);
      },
      std::string(kShards));
}

std::optional<Shard> shard_of(std::string_view text) {
  const std::size_t slash = text.find('/');
  if (slash == std::string_view::npos) return std::nullopt;
  const auto index = number_of(text.substr(0, slash));
  const auto count = number_of(text.substr(slash + 1));
  if (!index || !count || *index < 1 || *index > *count || *count > kMaxShards)
    return std::nullopt;
  return Shard{*index, *count};
}

// CLI11's own conversion costs 3 % of the start of every scan.
std::optional<std::uint64_t> bytes_of(std::string_view text) {
  constexpr std::string_view kUnits = "KMG";
  int shift = 0;
  if (!text.empty()) {
    const char unit = text.back();
    const char upper =
        unit >= 'a' && unit <= 'z' ? static_cast<char>(unit - 'a' + 'A') : unit;
    const std::size_t power = kUnits.find(upper);
    if (power != std::string_view::npos) {
      shift = 10 * (static_cast<int>(power) + 1);
      text.remove_suffix(1);
    }
  }
  const auto number = number_of(text);
  if (!number || *number == 0 || *number > (~std::uint64_t{0} >> shift))
    return std::nullopt;
  return *number << shift;
}

// Parses the description of one_of(): "TEXT:{pretty,json}".
std::vector<std::string> choices_of(const CLI::Option& option) {
  const std::string type = option.get_type_name();
  const std::size_t open = type.find(":{");
  if (open == std::string::npos || !type.ends_with('}')) return {};
  return CLI::detail::split(type.substr(open + 2, type.size() - open - 3), ',');
}

bool takes_number(const CLI::Option& option) {
  return allowed_by(option).starts_with(kNumber);
}

bool takes_size(const CLI::Option& option) {
  return allowed_by(option) == kSizes;
}

std::string long_name(const CLI::Option& option) {
  return option.get_lnames().empty() ? option.get_name()
                                     : "--" + option.get_lnames().front();
}

Result<void> refuse_empty(const CLI::Option& option, std::string_view name,
                          const std::vector<std::string>& texts) {
  if (std::ranges::none_of(texts, &std::string::empty)) return {};
  return fail(ErrorCode::kUsage, "{}: {}", name,
              refused("", allowed_by(option)));
}

std::string sentence_of(const CLI::App& app, const CLI::ParseError& error) {
  std::string_view message = error.what();
  constexpr std::string_view kNotConverted = "Could not convert: ";
  const bool is_value_of_flag = message.starts_with(kNotConverted);
  if (is_value_of_flag) message.remove_prefix(kNotConverted.size());
  const CLI::Option* option = spoken_of(app, message);
  if (option == nullptr) return error.what();
  if (dynamic_cast<const CLI::ArgumentMismatch*>(&error) != nullptr)
    return message.ends_with(" missing")
               ? fmt::format("{} needs a value: {}", long_name(*option),
                             allowed_by(*option))
               : fmt::format("{} is given more than once", long_name(*option));
  if (!is_value_of_flag) return std::string(message);
  const std::size_t value = message.find(" = ");
  return fmt::format(
      "{}: {}", long_name(*option),
      refused(value == std::string_view::npos ? std::string_view()
                                              : message.substr(value + 3),
              "true or false"));
}

std::string refusal_of(const CLI::Option& option, const CLI::Error& error) {
  std::string_view message = error.what();
  const std::string prefix = option.get_name() + ": ";
  if (message.starts_with(prefix)) message.remove_prefix(prefix.size());
  return std::string(message);
}

}  // namespace sluice
