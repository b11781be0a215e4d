#include "rpc/server.h"

#include <exception>
#include <utility>

#include "text/bounded_json.h"

namespace sluice {
namespace {

using nlohmann::json;

json error_json(const json& id, const RpcError& error) {
  return {{"jsonrpc", "2.0"},
          {"id", id},
          {"error", {{"code", error.code}, {"message", error.message}}}};
}

bool is_id(const json& id) {
  return id.is_string() || id.is_number() || id.is_null();
}

RpcResult result_of(RpcHandler& handler, const std::string& method,
                    const json& params) {
  try {
    return handler.on_request(method, params);
  } catch (const json::exception&) {
    return rpc_error(RpcError::kInvalidParams,
                     "a parameter is missing, or has the wrong type");
  } catch (const std::exception& error) {
    return rpc_error(RpcError::kInternal, error.what());
  }
}

}  // namespace

void RpcServer::send(const json& message) {
  if (failure_) return;
  const std::string text =
      message.dump(-1, ' ', false, json::error_handler_t::replace);
  Result<void> written = write_(framed(framing_, text));
  if (!written) failure_ = std::move(written).error();
}

void RpcServer::notify(const char* method, json params) {
  send({{"jsonrpc", "2.0"}, {"method", method}, {"params", std::move(params)}});
}

void RpcServer::request(const char* method, json params) {
  send({{"jsonrpc", "2.0"},
        {"id", fmt::format("sluice-{}", ++requests_)},
        {"method", method},
        {"params", std::move(params)}});
}

json RpcServer::answer(RpcHandler& handler, const json& message) {
  const auto invalid = [](const json& id, const char* why) {
    return error_json(id, {RpcError::kInvalidRequest, why});
  };
  if (!message.is_object()) return invalid({}, "a message is an object");
  const bool has_id = message.contains("id");
  const json id = has_id ? message["id"] : json();
  if (!is_id(id)) return invalid({}, "an id is a text or a number");
  if (!message.contains("method")) {
    const bool is_answer =
        message.contains("result") || message.contains("error");
    return is_answer ? json() : invalid(id, "a request has a method");
  }
  if (!message["method"].is_string() || text_field(message, "jsonrpc") != "2.0")
    return invalid(id, "a request has a method, and jsonrpc is \"2.0\"");
  const std::string method = message["method"];
  const json params = message.value("params", json::object());
  if (!params.is_structured())
    return error_json(id, {RpcError::kInvalidParams, "params is no object"});
  if (has_id) {
    const RpcResult result = result_of(handler, method, params);
    if (!result) return error_json(id, result.error());
    return {{"jsonrpc", "2.0"}, {"id", id}, {"result", *result}};
  }
  try {
    handler.on_notification(method, params);
  } catch (const json::exception&) {
    // Nobody waits for an answer.
  }
  return {};
}

void RpcServer::handle(RpcHandler& handler, std::string_view text) {
  const json message = parse_json(text);
  if (message.is_discarded())
    return send(error_json(
        {}, {RpcError::kParse, "the message is not JSON, or nests too deep"}));
  if (!message.is_array()) {
    const json reply = answer(handler, message);
    if (!reply.is_null()) send(reply);
    return;
  }
  json replies = json::array();
  for (const json& one : message) {
    json reply = answer(handler, one);
    if (!reply.is_null()) replies.push_back(std::move(reply));
  }
  if (message.empty())
    send(error_json({}, {RpcError::kInvalidRequest, "an empty batch"}));
  else if (!replies.empty())
    send(replies);
}

Result<void> RpcServer::serve(RpcHandler& handler) {
  while (!handler.is_done()) {
    if (!reader_.has_bytes() && !has_input_()) handler.on_idle();
    Result<std::optional<std::string>> message = reader_.next();
    if (!message && message.error().code != ErrorCode::kUsage)
      return tl::unexpected<Error>(std::move(message).error());
    if (!message)
      send(
          error_json({}, {RpcError::kInvalidRequest, message.error().message}));
    else if (!*message)
      return {};
    else
      handle(handler, **message);
    if (failure_) return tl::unexpected<Error>(*failure_);
  }
  return {};
}

}  // namespace sluice
