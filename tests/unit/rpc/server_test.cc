#include "rpc/server.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <stdexcept>
#include <string>

namespace sluice::server_test {

using nlohmann::json;

class Handler final : public RpcHandler {
 public:
  RpcResult on_request(const std::string& method, const json& params) override {
    if (method == "end") done = true;
    if (method == "throw") throw std::runtime_error("a reason");
    if (method == "at") return params.at("a");
    if (method == "none") return rpc_error(RpcError::kNoMethod, "none");
    return json(method);
  }
  void on_notification(const std::string& method, const json& params) override {
    notified += method;
    (void)params.at("a");
  }
  void on_idle() override { ++idle; }
  bool is_done() const override { return done; }

  bool done = false;
  int idle = 0;
  std::string notified;
};

// Returns the text that a server writes after these lines.
std::string served(std::string input, Handler* handler) {
  MessageReader reader(
      Framing::kLines,
      [&](char* buffer, std::size_t size) -> Result<std::size_t> {
        const std::size_t some = std::min(size, input.size());
        input.copy(buffer, some);
        input.erase(0, some);
        return some;
      });
  std::string written;
  RpcServer server(
      Framing::kLines, reader,
      [&](std::string_view text) -> Result<void> {
        written += text;
        return {};
      },
      [&] { return !input.empty(); });
  CHECK(server.serve(*handler).has_value());
  return written;
}

std::string request(const char* method, const char* more = "") {
  return fmt::format(R"({{"jsonrpc":"2.0","id":7,"method":"{}"{}}})", method,
                     more) +
         "\n";
}

TEST_CASE("answers") {
  Handler handler;
  CHECK(served(request("x"), &handler) ==
        "{\"id\":7,\"jsonrpc\":\"2.0\",\"result\":\"x\"}\n");
  CHECK(served(request("at", R"(,"params":{"a":[1]})"), &handler) ==
        "{\"id\":7,\"jsonrpc\":\"2.0\",\"result\":[1]}\n");
  const auto code = [&](const std::string& text) {
    const json answer = json::parse(served(text, &handler));
    CHECK(answer["id"] == 7);
    return answer["error"]["code"].get<int>();
  };
  CHECK(code(request("at")) == RpcError::kInvalidParams);
  CHECK(code(request("none")) == RpcError::kNoMethod);
  CHECK(code(request("throw")) == RpcError::kInternal);
  CHECK(code(request("at", R"(,"params":5)")) == RpcError::kInvalidParams);
}

TEST_CASE("a notification has no answer, even a wrong one") {
  Handler handler;
  CHECK(served(R"({"jsonrpc":"2.0","method":"n"})"
               "\n",
               &handler)
            .empty());
  CHECK(handler.notified == "n");
}

TEST_CASE("the handler ends the server") {
  Handler handler;
  const std::string written =
      served(request("end") + request("later"), &handler);
  CHECK(std::ranges::count(written, '\n') == 1);
}

TEST_CASE("idle comes when nothing waits") {
  Handler handler;
  served(request("a") + request("b") + request("c"), &handler);
  CHECK(handler.idle == 1);  // before the end of the input
}

TEST_CASE("an error of writing ends the server") {
  std::string input = request("a") + request("b");
  MessageReader reader(
      Framing::kLines,
      [&](char* buffer, std::size_t size) -> Result<std::size_t> {
        const std::size_t some = std::min(size, input.size());
        input.copy(buffer, some);
        input.erase(0, some);
        return some;
      });
  int writes = 0;
  RpcServer server(
      Framing::kLines, reader,
      [&](std::string_view) -> Result<void> {
        ++writes;
        return fail(ErrorCode::kIo, "full");
      },
      [] { return true; });
  Handler handler;
  CHECK(server.serve(handler).error().message == "full");
  CHECK(writes == 1);
}

}  // namespace sluice::server_test
