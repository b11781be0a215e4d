// Messages of JSON-RPC in any bytes, by lines and by lengths. Any pieces give
// the same messages and errors, no message is too long, the reader ends, and
// everything that a server answers is JSON. The first bytes choose the framing,
// the bound and the size of a piece.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "base/check.h"
#include "rpc/framing.h"
#include "rpc/server.h"

using namespace sluice;

namespace {

MessageReader::Read pieces(std::string_view bytes, std::size_t most) {
  return [bytes, most](char* buffer,
                       std::size_t size) mutable -> Result<std::size_t> {
    const std::size_t some = std::min({size, most, bytes.size()});
    bytes.copy(buffer, some);
    bytes.remove_prefix(some);
    return some;
  };
}

std::vector<std::string> messages(Framing framing, std::string_view bytes,
                                  std::size_t piece, std::size_t most) {
  MessageReader reader(framing, pieces(bytes, piece), most);
  std::vector<std::string> all;
  for (;;) {
    const auto message = reader.next();
    if (message && !*message) return all;
    if (message) SLUICE_CHECK((*message)->size() <= most);
    all.push_back(message ? "+" + **message : "-" + message.error().message);
    SLUICE_CHECK(all.size() <= bytes.size());
  }
}

class Echo final : public RpcHandler {
 public:
  RpcResult on_request(const std::string& method,
                       const nlohmann::json& params) override {
    if (method == "at") return params.at("a").at(0);
    if (method == "none") return rpc_error(RpcError::kNoMethod, "none");
    return params;
  }
  void on_notification(const std::string&,
                       const nlohmann::json& params) override {
    (void)params.at("a");
  }
};

void check_answers(Framing framing, std::string_view bytes, std::size_t most) {
  MessageReader reader(framing, pieces(bytes, 64), most);
  std::string written;
  RpcServer server(
      framing, reader,
      [&](std::string_view text) -> Result<void> {
        written += text;
        return {};
      },
      [] { return true; });
  Echo echo;
  SLUICE_CHECK(server.serve(echo).has_value());
  MessageReader back(framing, pieces(written, written.size()));
  for (auto answer = back.next(); !answer || *answer; answer = back.next()) {
    SLUICE_CHECK(answer.has_value());
    SLUICE_CHECK(nlohmann::json::accept(**answer));
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  if (size < 3) return 0;
  const Framing framing =
      data[0] % 2 == 0 ? Framing::kLines : Framing::kContentLength;
  const std::size_t most = 16U + 8U * data[1];
  const std::string_view text(reinterpret_cast<const char*>(data + 3),
                              size - 3);
  SLUICE_CHECK(messages(framing, text, 1U + data[2], most) ==
               messages(framing, text, size, most));
  check_answers(framing, text, most);
  return 0;
}
