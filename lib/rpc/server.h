// A server that speaks JSON-RPC 2.0. It reads requests, lets a handler answer
// them in their order, and writes the answers.
//
// Every request gets exactly one answer, also one that is no valid request. A
// message that cannot be read gets an error without an id, and the next message
// is read. docs: https://www.jsonrpc.org/specification
//
// Thread-safety: one thread. Ownership: refers to the reader.
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

#include "base/error.h"
#include "rpc/framing.h"

namespace sluice {

struct RpcError {
  static constexpr int kParse = -32700;
  static constexpr int kInvalidRequest = -32600;
  static constexpr int kNoMethod = -32601;
  static constexpr int kInvalidParams = -32602;
  static constexpr int kInternal = -32603;

  int code = kInternal;
  std::string message;  // for people; contains no secret
};

using RpcResult = tl::expected<nlohmann::json, RpcError>;

inline tl::unexpected<RpcError> rpc_error(int code, std::string message) {
  return tl::unexpected<RpcError>(RpcError{code, std::move(message)});
}

// nlohmann's exceptions may leave a function of a handler: members that are
// missing or of the wrong type are kInvalidParams.
class RpcHandler {
 public:
  virtual ~RpcHandler() = default;
  virtual RpcResult on_request(const std::string& method,
                               const nlohmann::json& params) = 0;
  virtual void on_notification(const std::string& method,
                               const nlohmann::json& params) = 0;
  // All messages that have come are handled.
  virtual void on_idle() {}
  // Whether to read no more.
  virtual bool is_done() const { return false; }
};

class RpcServer {
 public:
  // Takes the bytes of a message.
  using Write = std::function<Result<void>(std::string_view bytes)>;
  // Whether a read would not wait.
  using HasInput = std::function<bool()>;

  RpcServer(Framing framing, MessageReader& reader, Write write,
            HasInput has_input)
      : framing_(framing),
        reader_(reader),
        write_(std::move(write)),
        has_input_(std::move(has_input)) {}

  // Serves until the input ends or the handler is done. Errors: of reading and
  // writing.
  Result<void> serve(RpcHandler& handler);

  // To the other side. The answer to a request is ignored.
  void notify(const char* method, nlohmann::json params);
  void request(const char* method, nlohmann::json params);

 private:
  void send(const nlohmann::json& message);
  void handle(RpcHandler& handler, std::string_view text);
  // Returns the answer; nothing (null) to a notification or an answer.
  nlohmann::json answer(RpcHandler& handler, const nlohmann::json& message);

  const Framing framing_;
  MessageReader& reader_;
  const Write write_;
  const HasInput has_input_;
  std::optional<Error> failure_;  // of writing
  int requests_ = 0;
};

}  // namespace sluice
