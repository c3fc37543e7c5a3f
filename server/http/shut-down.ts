import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

import type { Logger } from 'pino';

/** Time for running requests; then they are aborted. */
const REQUEST_TIMEOUT_MS = 15_000;
/** Time until the process exits in any case, after it stops accepting connections. */
const SHUTDOWN_TIMEOUT_MS = 20_000;
/** Time after which connections that never sent a byte are closed, such as browsers' preconnects. */
const SILENT_SOCKET_TIMEOUT_MS = 1000;
const IDLE_CHECK_INTERVAL_MS = 100;
/** A terminal sends Ctrl-C to the launcher and to us: a second signal within this time is the same key press. */
const SAME_SIGNAL_WINDOW_MS = 1000;

type ShutDownOptions = {
  log: Logger;
  servers: readonly Server[];
  /** Time in which connections are still accepted after SIGTERM, in milliseconds. */
  delayMs: number;
  /** Default: fifteen seconds. */
  requestTimeoutMs?: number;
  app: { beginShutdown: () => void; stopWorkers: () => Promise<void>; close: () => Promise<void> };
  exit: (code: number) => void;
};

type ShutDown = {
  hasStarted: () => boolean;
  /** Shuts down cleanly; exits at once on the second signal. */
  onSignal: (signal: NodeJS.Signals) => void;
  /** Handles an uncaught exception, after which the state of the process is unreliable. */
  onException: (error: unknown) => void;
  /** Must be called for every response that may take longer than its tick: during shutdown it closes its connection. */
  onResponse: (response: ServerResponse) => void;
};

/**
 * Shutdown in order: /readyz fails and responses close their connections; after the delay no connection is accepted and
 * workers stop; running work ends; everything else is closed.
 */
export function createShutDown(options: ShutDownOptions): ShutDown {
  const openResponses = new Set<ServerResponse>();
  const sockets = socketsOf(options.servers);
  let startedAt: number | null = null;

  function start(delayMs: number, code: number): void {
    startedAt = Date.now();
    options.app.beginShutdown();
    for (const response of openResponses) closeAfterResponse(response);
    setTimeout(() => {
      setTimeout(() => options.exit(1), SHUTDOWN_TIMEOUT_MS).unref();
      void shutDownAll(options, sockets).then(
        () => options.exit(code),
        (error: unknown) => {
          options.log.fatal({ err: error }, 'shutdown_failed');
          options.exit(1);
        },
      );
    }, delayMs);
  }

  return {
    hasStarted: () => startedAt !== null,
    onSignal: (signal) => {
      if (startedAt === null) return start(signal === 'SIGINT' ? 0 : options.delayMs, 0);
      if (Date.now() - startedAt > SAME_SIGNAL_WINDOW_MS) options.exit(1);
    },
    onException: (error) => {
      options.log.fatal({ err: error }, 'uncaught_exception');
      if (startedAt === null) start(0, 1);
    },
    onResponse: (response) => {
      if (startedAt !== null) return closeAfterResponse(response);
      openResponses.add(response);
      response.once('close', () => openResponses.delete(response));
    },
  };
}

function closeAfterResponse(response: ServerResponse): void {
  if (!response.headersSent) response.shouldKeepAlive = false;
}

function socketsOf(servers: readonly Server[]): ReadonlySet<Socket> {
  const sockets = new Set<Socket>();
  for (const server of servers) {
    server.on('connection', (socket) => {
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
    });
  }
  return sockets;
}

async function shutDownAll(
  { servers, app, requestTimeoutMs = REQUEST_TIMEOUT_MS }: ShutDownOptions,
  sockets: ReadonlySet<Socket>,
): Promise<void> {
  const closeSockets = (shouldClose: (socket: Socket) => boolean) => () => {
    for (const socket of sockets) if (shouldClose(socket)) socket.destroy();
  };
  const silentTimer = setTimeout(
    closeSockets((socket) => socket.bytesRead === 0),
    SILENT_SOCKET_TIMEOUT_MS,
  );
  const abortTimer = setTimeout(
    closeSockets(() => true),
    requestTimeoutMs,
  );
  await Promise.all([...servers.map(closeServer), app.stopWorkers()]);
  clearTimeout(silentTimer);
  clearTimeout(abortTimer);
  await app.close();
}

/** Resolves when no connection is open. */
function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const idleTimer = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_INTERVAL_MS);
    server.close(() => {
      clearInterval(idleTimer);
      resolve();
    });
  });
}
