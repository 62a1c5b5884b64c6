import { ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ConnectionError } from 'fastify';

const statuses: Record<string, number> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  HPE_HEADER_OVERFLOW: 431,
};

/**
 * Closes a connection after invalid HTTP. The refusal forbids storage: a cache on the way that accepts longer headers
 * than this server would otherwise store it as everyone's page. It is never written in the
 * place of the answer to an earlier request, nor into the middle of one.
 */
export function answerClientError(error: ConnectionError, socket: Socket): void {
  // Node's own mark of an answer under way; its default handler uses it too.
  const under: unknown = Reflect.get(socket, '_httpMessage');
  const isAnswering = under instanceof ServerResponse && (under.headersSent || under.req.complete);
  if (error.code !== 'ECONNRESET' && socket.writable && !isAnswering) {
    const status = statuses[error.code ?? ''] ?? 400;
    const said = ['Connection: close', 'Cache-Control: no-store', 'Content-Length: 0'].join('\r\n');
    socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${said}\r\n\r\n`);
  }
  socket.destroy(error);
}
