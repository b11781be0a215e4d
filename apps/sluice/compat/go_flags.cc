#include "sluice/compat/go_flags.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "text/edit_distance.h"

namespace sluice {
namespace {

const GoFlag* find(std::span<const GoFlag> flags, std::string_view name) {
  const auto flag = std::ranges::find(flags, name, &GoFlag::name);
  return flag == flags.end() ? nullptr : &*flag;
}

const GoFlag* find(std::span<const GoFlag> flags, char letter) {
  const auto flag = std::ranges::find(flags, letter, &GoFlag::letter);
  return flag == flags.end() ? nullptr : &*flag;
}

// The value of the option without a value; empty if the value is required.
std::string_view alone(const GoFlag& flag) {
  return flag.kind == GoFlag::Kind::kSwitch ? "true" : flag.alone;
}

std::optional<bool> parse_switch(std::string_view text) {
  constexpr std::array<std::string_view, 6> kOn = {"1",    "t",    "T",
                                                   "true", "TRUE", "True"};
  constexpr std::array<std::string_view, 6> kOff = {"0",     "f",     "F",
                                                    "false", "FALSE", "False"};
  if (std::ranges::count(kOn, text) > 0) return true;
  if (std::ranges::count(kOff, text) > 0) return false;
  return std::nullopt;
}

std::optional<std::int64_t> parse_number(std::string_view text) {
  const bool negative = text.starts_with('-');
  if (negative || text.starts_with('+')) text.remove_prefix(1);
  int base = 10;
  if (text.starts_with("0x") || text.starts_with("0X")) {
    base = 16;
    text.remove_prefix(2);
  }
  std::int64_t value = 0;
  const char* end = text.data() + text.size();
  const auto [at, error] = std::from_chars(text.data(), end, value, base);
  if (error != std::errc() || at != end || text.starts_with('-'))
    return std::nullopt;
  return negative ? -value : value;
}

// A line of comma-separated values, as Go's StringSlice takes it.
std::vector<std::string> split(std::string_view text) {
  std::vector<std::string> parts;
  if (text.empty()) return parts;
  for (;;) {
    std::string part;
    if (text.starts_with('"')) {
      text.remove_prefix(1);
      while (!text.empty()) {
        const bool quote = text.front() == '"';
        text.remove_prefix(quote ? 1 : 0);
        if (quote && !text.starts_with('"')) break;
        part += text.front();
        text.remove_prefix(1);
      }
    }
    const std::size_t comma = std::min(text.find(','), text.size());
    part += text.substr(0, comma);
    parts.push_back(std::move(part));
    if (comma == text.size()) return parts;
    text.remove_prefix(comma + 1);
  }
}

tl::unexpected<Error> unknown_flag(std::span<const GoFlag> flags,
                                   std::string_view name) {
  std::vector<std::string_view> known;
  for (const GoFlag& flag : flags)
    if (!flag.help.empty()) known.push_back(flag.name);
  const std::string_view near = nearest(name, known);
  return tl::unexpected<Error>(
      Error{ErrorCode::kUsage,
            fmt::format(
                "unknown flag: --{}{}", name,
                near.empty() ? "" : fmt::format("; did you mean --{}?", near)),
            GoFlags::kUnknownFlag});
}

}  // namespace

Result<void> GoFlags::set(const GoFlag& flag, std::string_view shown,
                          std::string_view value) {
  const auto invalid = [&](std::string_view why) {
    return fail(ErrorCode::kUsage,
                "invalid argument \"{}\" for \"{}\" flag: {}", value, shown,
                why);
  };
  std::vector<std::string>& values = values_[std::string(flag.name)];
  switch (flag.kind) {
    case GoFlag::Kind::kSwitch:
      if (!parse_switch(value)) return invalid("true or false is asked for");
      break;
    case GoFlag::Kind::kNumber:
    case GoFlag::Kind::kCount: {
      const auto number = parse_number(value);
      if (!number) return invalid("a number is asked for");
      if (flag.kind == GoFlag::Kind::kCount && *number < 0)
        return invalid("it is below 0");
      break;
    }
    case GoFlag::Kind::kText:
      break;
    case GoFlag::Kind::kList:
      for (std::string& part : split(value)) values.push_back(std::move(part));
      return {};
  }
  values.assign(1, std::string(value));
  return {};
}

Result<GoFlags> GoFlags::parse(std::span<const GoFlag> flags,
                               std::span<const std::string> arguments) {
  GoFlags parsed;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    std::string_view argument = arguments[i];
    if (argument == "--") {
      parsed.arguments_.insert(
          parsed.arguments_.end(),
          arguments.begin() + static_cast<std::ptrdiff_t>(i) + 1,
          arguments.end());
      break;
    }
    if (argument.size() < 2 || argument.front() != '-') {
      parsed.arguments_.emplace_back(argument);
      continue;
    }
    if (argument.starts_with("--")) {
      const std::size_t equals = argument.find('=');
      const std::string_view name = argument.substr(2, equals - 2);
      const GoFlag* flag = find(flags, name);
      if (flag == nullptr) return unknown_flag(flags, name);
      const std::string shown = "--" + std::string(name);
      if (equals != std::string_view::npos) {
        SLUICE_TRY(parsed.set(*flag, shown, argument.substr(equals + 1)));
      } else if (!alone(*flag).empty()) {
        SLUICE_TRY(parsed.set(*flag, shown, alone(*flag)));
      } else {
        if (++i == arguments.size())
          return fail(ErrorCode::kUsage, "flag needs an argument: {}", shown);
        SLUICE_TRY(parsed.set(*flag, shown, arguments[i]));
      }
      continue;
    }
    for (argument.remove_prefix(1); !argument.empty();) {
      const char letter = argument.front();
      argument.remove_prefix(1);
      const GoFlag* flag = find(flags, letter);
      if (letter == '\0' || flag == nullptr)
        return fail(ErrorCode::kUsage, "unknown shorthand flag: '{}' in {}",
                    letter, arguments[i]);
      const std::string shown = fmt::format("-{}, --{}", letter, flag->name);
      if (argument.starts_with('=')) {
        SLUICE_TRY(parsed.set(*flag, shown, argument.substr(1)));
        break;
      }
      if (!alone(*flag).empty()) {
        SLUICE_TRY(parsed.set(*flag, shown, alone(*flag)));
        continue;
      }
      if (argument.empty()) {
        if (++i == arguments.size())
          return fail(ErrorCode::kUsage, "flag needs an argument: '{}' in -{}",
                      letter, letter);
        argument = arguments[i];
      }
      SLUICE_TRY(parsed.set(*flag, shown, argument));
      break;
    }
  }
  return parsed;
}

std::string GoFlags::text(std::string_view name,
                          std::string_view otherwise) const {
  const auto found = values_.find(name);
  return std::string(found == values_.end() ? otherwise : found->second.back());
}

bool GoFlags::is_on(std::string_view name) const {
  return parse_switch(text(name, "false")).value();
}

std::int64_t GoFlags::number(std::string_view name,
                             std::int64_t otherwise) const {
  const auto found = values_.find(name);
  return found == values_.end() ? otherwise
                                : parse_number(found->second.back()).value();
}

std::vector<std::string> GoFlags::list(std::string_view name) const {
  const auto found = values_.find(name);
  return found == values_.end() ? std::vector<std::string>() : found->second;
}

std::optional<std::size_t> first_word(std::span<const GoFlag> flags,
                                      std::span<const std::string> arguments) {
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    std::string_view argument = arguments[i];
    if (argument == "--") return std::nullopt;
    if (argument.size() < 2 || argument.front() != '-') return i;
    const GoFlag* flag = nullptr;
    bool has_value = false;  // in this argument
    if (argument.starts_with("--")) {
      const std::size_t equals = argument.find('=');
      flag = find(flags, argument.substr(2, equals - 2));
      has_value = equals != std::string_view::npos;
    } else {
      do {
        argument.remove_prefix(1);
        flag = find(flags, argument.front());
      } while (flag != nullptr && !alone(*flag).empty() &&
               argument.size() > 1 && argument[1] != '=');
      has_value = argument.size() > 1;
    }
    if (flag == nullptr) return std::nullopt;
    if (!has_value && alone(*flag).empty()) ++i;
  }
  return std::nullopt;
}

}  // namespace sluice
