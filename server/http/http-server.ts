import { type RequestListener, type Server, type ServerResponse, createServer } from 'node:http';
import type { Socket } from 'node:net';

import { httpErrorMessages } from '#content/messages/http-errors.ts';
import type { StartedApp } from '#server/start-app.ts';

import { NO_SITE, shortResponseHeaders } from './security-headers.ts';
import { createShutDown } from './shut-down.ts';

/** Connections of one server; Node closes further ones at once, and the proxy in front tries again. */
const MAX_CONNECTIONS = 4000;
/** Bounds what one connection can pipeline. */
const MAX_REQUESTS_PER_CONNECTION = 1000;
/** Inactivity timeout; our responses take less than half of it. */
const INACTIVITY_TIMEOUT_MS = 30_000;

/** An HTTP server with tight time and size limits. */
export function createHttpServer(listener: RequestListener): Server {
  const server = createServer(
    {
      headersTimeout: 10_000,
      // Covers the body as well.
      requestTimeout: 60_000,
      keepAliveTimeout: 5000,
      connectionsCheckingInterval: 1000,
      maxHeaderSize: 16_384,
    },
    listener,
  );
  server.maxConnections = MAX_CONNECTIONS;
  server.maxRequestsPerSocket = MAX_REQUESTS_PER_CONNECTION;
  server.setTimeout(INACTIVITY_TIMEOUT_MS);
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) =>
    rejectSocket(socket, ERROR_STATUSES[error.code ?? ''] ?? 400),
  );
  server.on('connect', (_, socket: Socket) => rejectSocket(socket, 405));
  return server;
}

const ERROR_STATUSES: Record<string, keyof typeof REJECTIONS> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
};

/** Responses on sockets without a readable request. */
const REJECTIONS = {
  400: ['Bad Request', httpErrorMessages.badRequest],
  405: ['Method Not Allowed', httpErrorMessages.methodNotAllowed],
  408: ['Request Timeout', httpErrorMessages.timeout],
  413: ['Content Too Large', httpErrorMessages.bodyTooLarge],
  431: ['Request Header Fields Too Large', httpErrorMessages.headersTooLarge],
} as const;

/** Time for the client to read the response. */
const CLOSE_DELAY_MS = 1000;

/** Answers unreadable input and closes the socket. */
function rejectSocket(socket: Socket, status: keyof typeof REJECTIONS): void {
  // Node's own error handler reads the pending response from this property, too.
  const { _httpMessage: pending } = socket as Socket & { _httpMessage?: ServerResponse | null };
  // A complete request before the unreadable input must not get this as its response.
  const isOtherResponse = pending && (pending.headersSent || pending.req.complete);
  socket.on('error', () => undefined);
  if (isOtherResponse || !socket.writable) return void socket.destroy();
  const [name, text] = REJECTIONS[status];
  const headers = {
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Length': Buffer.byteLength(text),
    ...shortResponseHeaders(NO_SITE),
    Connection: 'close',
  };
  const lines = [`HTTP/1.1 ${status} ${name}`, ...Object.entries(headers).map((header) => header.join(': '))];
  socket.end(`${lines.join('\r\n')}\r\n\r\n${text}`);
  // Reads and discards further input: closing a socket with unread bytes would discard the response.
  socket.resume();
  setTimeout(() => socket.destroy(), CLOSE_DELAY_MS).unref();
}

/**
 * Connections waiting to be accepted. When this queue is full, clients get no response for many seconds. The system's
 * limit also applies (net.core.somaxconn).
 */
const BACKLOG = 4096;

/**
 * Listens on the configured hosts and shuts down on SIGINT, SIGTERM and SIGHUP; a second signal forces the exit. The page
 * cache answers before `listener`.
 */
export async function startHttpServer(app: StartedApp, listener: RequestListener): Promise<void> {
  const { host, port, operations: operation } = app.config;
  const { log } = app.context;
  const hosts = host === 'localhost' ? ['127.0.0.1', '::1'] : [host];
  const servers = hosts.map(() =>
    createHttpServer((request, response) => {
      if (!shutDown.hasStarted() && app.serveFromCache(request, response)) return;
      shutDown.onResponse(response);
      listener(request, response);
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
    super(`Port ${port} is already in use. Choose another one: PORT=${port + 1} npm start`);
    this.name = 'PortInUse';
  }
}
