import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

import type { Logger } from 'pino';

/** Time for running requests; then they are aborted. */
const FINISH_MS = 15_000;
/** Time until the process exits in any case, after it stops accepting connections. */
const END_MS = 20_000;
/** Time after which connections that never sent a byte are closed, such as browsers' preconnects. */
const SILENCE_MS = 1000;
const LOOK_AGAIN_MS = 100;
/** A terminal sends Ctrl-C to the launcher and to us: a second signal within this time is the same key press. */
const SAME_PRESS_MS = 1000;

/** Resources of the shutdown. */
export type Ending = {
  log: Logger;
  servers: readonly Server[];
  /** Time in which connections are still accepted after SIGTERM, in milliseconds. */
  delayMs: number;
  /** Default: fifteen seconds. */
  finishMs?: number;
  shop: { leave: () => void; rest: () => Promise<void>; close: () => Promise<void> };
  /** Exits the process. */
  exit: (code: number) => void;
};

export type ShutDown = {
  /** Shuts down cleanly; exits at once on the second signal. */
  onSignal: (signal: NodeJS.Signals) => void;
  /** Handles an uncaught exception, after which the state of the process is unreliable. */
  onFault: (error: unknown) => void;
  /** Must be called for every response: during shutdown it closes its connection. */
  onAnswer: (response: ServerResponse) => void;
};

/**
 * Shutdown in order: /readyz fails and responses close their connections; after the delay no connection is accepted and
 * workers stop; running work ends; everything else is closed.
 */
export function openShutDown(ending: Ending): ShutDown {
  const open = new Set<ServerResponse>();
  const sockets = socketsOf(ending.servers);
  let leftAt: number | null = null;

  function begin(delayMs: number, code: number): void {
    leftAt = Date.now();
    ending.shop.leave();
    for (const response of open) lastOfItsConnection(response);
    setTimeout(() => {
      setTimeout(() => ending.exit(1), END_MS).unref();
      void end(ending, sockets).then(
        () => ending.exit(code),
        (error: unknown) => {
          ending.log.fatal({ err: error }, 'the shop could not be closed');
          ending.exit(1);
        },
      );
    }, delayMs);
  }

  return {
    onSignal: (signal) => {
      if (leftAt === null) return begin(signal === 'SIGINT' ? 0 : ending.delayMs, 0);
      if (Date.now() - leftAt > SAME_PRESS_MS) ending.exit(1);
    },
    onFault: (error) => {
      ending.log.fatal({ err: error }, 'nobody caught this: the process ends');
      if (leftAt === null) begin(0, 1);
    },
    onAnswer: (response) => {
      if (leftAt !== null) return lastOfItsConnection(response);
      open.add(response);
      response.once('close', () => open.delete(response));
    },
  };
}

function lastOfItsConnection(response: ServerResponse): void {
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

async function end(
  { servers, shop, finishMs = FINISH_MS }: Ending,
  sockets: ReadonlySet<Socket>,
): Promise<void> {
  const cut = (isToEnd: (socket: Socket) => boolean) => () => {
    for (const socket of sockets) if (isToEnd(socket)) socket.destroy();
  };
  const silent = setTimeout(
    cut((socket) => socket.bytesRead === 0),
    SILENCE_MS,
  );
  const all = setTimeout(
    cut(() => true),
    finishMs,
  );
  await Promise.all([...servers.map(closed), shop.rest()]);
  clearTimeout(silent);
  clearTimeout(all);
  await shop.close();
}

/** Resolves when no connection is open. */
function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const look = setInterval(() => server.closeIdleConnections(), LOOK_AGAIN_MS);
    server.close(() => {
      clearInterval(look);
      resolve();
    });
  });
}
