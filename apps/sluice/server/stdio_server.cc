#include "sluice/server/stdio_server.h"

#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>

#include "fs/file_system.h"
#include "report/output/output.h"

namespace sluice {

Result<void> serve_stdio(
    Framing framing,
    const std::function<std::unique_ptr<RpcHandler>(RpcServer&)>& handler) {
  // A closed pipe is then an error of write().
  std::signal(SIGPIPE, SIG_IGN);
  MessageReader reader(framing, [](char* buffer, std::size_t size) {
    return posix_file_system().read(STDIN_FILENO, buffer, size);
  });
  FdOutput output(STDOUT_FILENO, "standard output");
  RpcServer server(
      framing, reader,
      [&](std::string_view bytes) -> Result<void> {
        SLUICE_TRY(output.write(bytes));
        return output.flush();
      },
      [] {
        pollfd input{STDIN_FILENO, POLLIN, 0};
        return ::poll(&input, 1, 0) != 0;
      });
  const std::unique_ptr<RpcHandler> made = handler(server);
  return server.serve(*made);
}

}  // namespace sluice
