import { createServer, type RequestListener, type Server } from 'node:http';
import type { Socket } from 'node:net';

import type { Connections } from './connections.ts';
import { rejectSocket, type RejectionStatus } from './socket-refusal.ts';

/** An HTTP server with tight time and size limits. Several servers may share `connections`. */
export function createHttpServer(connections: Connections, listener: RequestListener): Server {
  const server = createServer(
    {
      headersTimeout: 10_000,
      requestTimeout: 60_000,
      keepAliveTimeout: 5000,
      connectionsCheckingInterval: 1000,
      maxHeaderSize: 16_384,
    },
    (request, response) => connections.handleRequest(request, response, () => listener(request, response)),
  );
  // Inactivity timeout; our responses take less than half of it.
  server.setTimeout(30_000);
  server.on('connection', (socket) => connections.add(socket));
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) =>
    connections.rejectSocket(socket, ERROR_STATUSES[error.code ?? ''] ?? 400),
  );
  server.on('connect', (_, socket: Socket) => rejectSocket(socket, 405));
  return server;
}

const ERROR_STATUSES: Record<string, RejectionStatus> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
};
