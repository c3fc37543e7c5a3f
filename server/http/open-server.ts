import { createServer, type RequestListener, type Server } from 'node:http';
import type { Socket } from 'node:net';

import type { Connections } from './connections.ts';
import { refuseAtSocket, type RefusedStatus } from './socket-refusal.ts';

/** An HTTP server with tight time and size limits. Several servers may share `connections`. */
export function openServer(connections: Connections, listener: RequestListener): Server {
  const server = createServer(
    {
      headersTimeout: 10_000,
      requestTimeout: 60_000,
      keepAliveTimeout: 5000,
      connectionsCheckingInterval: 1000,
      maxHeaderSize: 16_384,
    },
    (request, response) => connections.take(request, response, () => listener(request, response)),
  );
  // Inactivity timeout; our responses take less than half of it.
  server.setTimeout(30_000);
  server.on('connection', (socket) => connections.add(socket));
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) =>
    connections.refuse(socket, STATUSES[error.code ?? ''] ?? 400),
  );
  server.on('connect', (_, socket: Socket) => refuseAtSocket(socket, 405));
  return server;
}

const STATUSES: Record<string, RefusedStatus> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
};
