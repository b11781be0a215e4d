// A JSON-RPC server on standard input and output.
// Thread-safety: one thread.
#pragma once

#include <functional>
#include <memory>

#include "base/error.h"
#include "rpc/server.h"

namespace sluice {

// Makes the handler for a server, and serves until the input ends or the
// handler is done. Standard output has only messages; warnings go to standard
// error. Errors: of reading and writing.
Result<void> serve_stdio(
    Framing framing,
    const std::function<std::unique_ptr<RpcHandler>(RpcServer&)>& handler);

}  // namespace sluice
