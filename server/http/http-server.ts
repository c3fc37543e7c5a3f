import { type RequestListener, type Server, createServer } from 'node:http';
import type { Socket } from 'node:net';

import type { StartedApp } from '#server/start-app.ts';

import { Connections } from './connections.ts';
import { createShutDown } from './shut-down.ts';
import { rejectSocket, type RejectionStatus } from './socket-rejection.ts';
import { yieldToDatabaseRequests } from './yield-to-database-requests.ts';

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

/**
 * Connections waiting to be accepted. When this queue is full, clients get no response for many seconds. The system's
 * limit also applies (net.core.somaxconn).
 */
const BACKLOG = 4096;

/** Listens on the configured hosts and shuts down on SIGINT, SIGTERM and SIGHUP; a second signal forces the exit. */
export async function startHttpServer(app: StartedApp, listener: RequestListener): Promise<void> {
  const { host, port, operations: operation } = app.config;
  const { log } = app.context;
  const hosts = host === 'localhost' ? ['127.0.0.1', '::1'] : [host];
  const connections = new Connections();
  const handle = yieldToDatabaseRequests(listener);
  const servers = hosts.map(() =>
    createHttpServer(connections, (request, response) => {
      shutDown.onResponse(response);
      handle(request, response);
    }),
  );
  const shutDown = createShutDown({
    log,
    servers,
    delayMs: operation.shutdownDelayMs,
    app,
    exit: (code) => process.exit(code),
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, shutDown.onSignal);
  process.on('uncaughtException', shutDown.onException);
  // A rejection belongs to one request or worker run; others continue.
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'unhandled_rejection'));
  await Promise.all(servers.map((server, index) => listenOnHost(server, hosts[index] ?? host, port, index > 0)));
}

/** The second loopback address may fail: a machine may have no IPv6. */
function listenOnHost(server: Server, host: string, port: number, isOptional: boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (isOptional && error.code !== 'EADDRINUSE') resolve();
      else reject(error.code === 'EADDRINUSE' ? new PortInUse(port) : error);
    });
    server.listen({ port, host, backlog: BACKLOG }, () => resolve());
  });
}

/** The port is in use; the message is shown to the operator. */
export class PortInUse extends Error {
  constructor(port: number) {
    super(`Port ${port} is in use. Choose another one: PORT=${port + 1} npm start`);
    this.name = 'PortInUse';
  }
}
