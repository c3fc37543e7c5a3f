import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

import type { Logger } from 'pino';

/** Requests that are under way have so long; what still goes on then is cut. */
const FINISH_MS = 15_000;
/** When everything must have ended, counted from when nobody is let in any more. */
const END_MS = 20_000;
/** A connection that has not said a word, as browsers make them to be quick, has so long to say one. */
const SILENCE_MS = 1000;
const LOOK_AGAIN_MS = 100;
/** A terminal sends Ctrl-C to the launcher and to us: what comes this soon after the first is the same press. */
const SAME_PRESS_MS = 1000;

/** What there is to end. */
export type Ending = {
  log: Logger;
  servers: readonly Server[];
  /** How long people are still let in after SIGTERM, in milliseconds. */
  delayMs: number;
  /** Left out: fifteen seconds. */
  finishMs?: number;
  shop: { leave: () => void; rest: () => Promise<void>; close: () => Promise<void> };
  /** Ends the process. */
  exit: (code: number) => void;
};

export type ShutDown = {
  /** Ends everything cleanly; the second time at once. */
  onSignal: (signal: NodeJS.Signals) => void;
  /** A fault that nobody caught: what the process knows is not to be trusted any more. */
  onFault: (error: unknown) => void;
  /** To be told of every answer before it is made: once we are leaving its connection is the last of its kind. */
  onAnswer: (response: ServerResponse) => void;
};

/**
 * The end of a process, in order: /readyz sends people elsewhere, and each answer ends its connection; after the delay
 * nobody is let in and workers begin nothing more; what was begun comes to its end; the rest is closed.
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

/** Resolves when nobody is connected any more. */
function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const look = setInterval(() => server.closeIdleConnections(), LOOK_AGAIN_MS);
    server.close(() => {
      clearInterval(look);
      resolve();
    });
  });
}
