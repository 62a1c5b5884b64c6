import { ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ConnectionError } from 'fastify';

const statuses: Record<string, number> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  HPE_HEADER_OVERFLOW: 431,
};

/**
 * Responds to invalid HTTP and closes the connection. The response contains `no-store`, because a downstream cache may
 * accept longer headers than this server does. Without `no-store`, such a cache could store the error in place of a
 * public page. No response is sent while an earlier request on the connection is still being answered.
 */
export function answerClientError(error: ConnectionError, socket: Socket): void {
  // The property `_httpMessage` of a socket contains the response that the socket is sending. Node's default error
  // handler reads the same property.
  const under: unknown = Reflect.get(socket, '_httpMessage');
  const isAnswering = under instanceof ServerResponse && (under.headersSent || under.req.complete);
  if (error.code !== 'ECONNRESET' && socket.writable && !isAnswering) {
    const status = statuses[error.code ?? ''] ?? 400;
    const said = ['Connection: close', 'Cache-Control: no-store', 'Content-Length: 0'].join('\r\n');
    socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${said}\r\n\r\n`);
  }
  socket.destroy(error);
}
