// Checks of the values of options, and the messages about wrong values: one
// line with the option, the value and the allowed values. CLI11's own messages
// contain its type names ("UINT:POSITIVE") and numbers of three hundred digits.
// Thread-safety: pure functions; the options belong to the caller.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "finding/shard.h"

namespace sluice {

// Checks for CLI::Option::transform(). Each refuses an empty text.
CLI::Validator one_of(const std::vector<std::string>& choices);
// In decimal digits; leading zeros are allowed.
CLI::Validator number_in(std::uint64_t least, std::uint64_t most);
CLI::Validator size_text();
// K/N; shard_of() converts it.
CLI::Validator shard_text();

// Returns the value in backquotes, without control characters. A long one is
// cut after a few bytes, because it may be a secret in the wrong place.
std::string shown_value(std::string_view value);

// Converts a size in bytes, or in K, M or G (powers of 1,024). Nothing if it is
// not a size, or is 0.
std::optional<std::uint64_t> bytes_of(std::string_view text);

// Converts K/N to the K-th of N shards.
std::optional<Shard> shard_of(std::string_view text);

// Returns the choices of one_of(); empty for any other option.
std::vector<std::string> choices_of(const CLI::Option& option);

// Whether the option's check is number_in() or size_text().
bool takes_number(const CLI::Option& option);
bool takes_size(const CLI::Option& option);

// Returns "--workers", also for a hidden option.
std::string long_name(const CLI::Option& option);

// Error: kUsage if one of `texts` is empty. The message calls the option
// `name`.
Result<void> refuse_empty(const CLI::Option& option, std::string_view name,
                          const std::vector<std::string>& texts);

// Converts a message of CLI11 to one of ours: "--workers needs a value: a
// number from 1 to 1024".
std::string sentence_of(const CLI::App& app, const CLI::ParseError& error);

// Returns the message of one of our checks, without the option's name.
std::string refusal_of(const CLI::Option& option, const CLI::Error& error);

}  // namespace sluice
