// What may stand behind an option, and what is said when something else does: a
// line that names the option, the value and what is allowed. CLI11's own checks
// name its types ("UINT:POSITIVE") and ranges to three hundred digits.
// Thread-safety: pure functions, but for the options themselves.
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

// For CLI::Option::transform(). Each refuses the empty text.
CLI::Validator one_of(const std::vector<std::string>& choices);
// In decimal digits; leading zeros mean nothing.
CLI::Validator number_in(std::uint64_t least, std::uint64_t most);
CLI::Validator size_text();
// K/N, of which shard_of() makes a shard.
CLI::Validator shard_text();

// A value in backquotes, without control characters. A long one is cut after a
// few bytes: it may be a secret that was put in the wrong place.
std::string shown_value(std::string_view value);

// A number of bytes, or of K, M, G: 1,024 each of the one before; never 0.
std::optional<std::uint64_t> bytes_of(std::string_view text);

// Of two numbers, K/N: the K-th of N shards.
std::optional<Shard> shard_of(std::string_view text);

// Those of one_of(); empty for another option.
std::vector<std::string> choices_of(const CLI::Option& option);

// What its check is: number_in() or size_text().
bool takes_number(const CLI::Option& option);
bool takes_size(const CLI::Option& option);

// "--workers", of a hidden option, too.
std::string long_name(const CLI::Option& option);

// Errors: kUsage, if one of `texts` is empty. `name` is what the message calls
// the option.
Result<void> refuse_empty(const CLI::Option& option, std::string_view name,
                          const std::vector<std::string>& texts);

// What CLI11 says of a command line, as a sentence of ours: "--workers needs a
// value: a number from 1 to 1024".
std::string sentence_of(const CLI::App& app, const CLI::ParseError& error);

// What a check of ours refused, without the option's name.
std::string refusal_of(const CLI::Option& option, const CLI::Error& error);

}  // namespace sluice
