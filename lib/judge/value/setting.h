// Distinguishes the settings beside the values of a store of secrets
// from these values: a Kubernetes Secret has a password, and also the region, the
// bucket and the client id that go with it.
// Thread-safety: pure functions. Cost: no allocation; some 100 ns.
#pragma once

#include <cstddef>
#include <string_view>

namespace sluice {

// Whether a value with this name is a setting, by its name (AWS_REGION,
// client-id) or by its form: an address of mail, a host, an ARN, a region, a
// digest; or a document, whose secrets are found in it. The value may be in
// base64.
bool is_setting(std::string_view name, std::string_view value);

// Returns the key at the beginning of the line on which text[value] is, or of
// the line above: the name of the block of YAML that the value is, or of the
// template's action around it. Passes over a key `content`. Empty if there is
// none. Reads at most 256 bytes.
std::string_view name_above(std::string_view text, std::size_t value);

}  // namespace sluice
