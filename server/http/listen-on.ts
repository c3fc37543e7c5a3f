import type { RequestListener, Server } from 'node:http';

import type { StartedShop } from '#server/start-shop.ts';

import { Connections } from './connections.ts';
import { openServer } from './open-server.ts';
import { openShutDown } from './shut-down.ts';
import { inTurns } from './turns.ts';

/**
 * So many may wait for us to let them in or send them away. Whom the system has no room for hears nothing for many seconds,
 * and the system itself has a limit of its own (net.core.somaxconn).
 */
const BACKLOG = 4096;

/** Listens where the config says and ends everything cleanly on SIGINT, SIGTERM and SIGHUP; a second signal forces. */
export async function listenOn(shop: StartedShop, listener: RequestListener): Promise<void> {
  const { host, port, operation } = shop.config;
  const { log } = shop.context;
  const hosts = host === 'localhost' ? ['127.0.0.1', '::1'] : [host];
  const connections = new Connections();
  const answer = inTurns(listener);
  const servers = hosts.map(() =>
    openServer(connections, (request, response) => {
      shutDown.onAnswer(response);
      answer(request, response);
    }),
  );
  const shutDown = openShutDown({
    log,
    servers,
    delayMs: operation.shutdownDelayMs,
    shop,
    exit: (code) => process.exit(code),
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, shutDown.onSignal);
  process.on('uncaughtException', shutDown.onFault);
  // Of one request or one round of a worker: the others go on.
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'nobody waited for this'));
  await Promise.all(servers.map((server, index) => open(server, hosts[index] ?? host, port, index > 0)));
}

/** A machine without IPv6 has no second loopback: that one may fail. */
function open(server: Server, host: string, port: number, optional: boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (optional && error.code !== 'EADDRINUSE') resolve();
      else reject(error.code === 'EADDRINUSE' ? new PortInUse(port) : error);
    });
    server.listen({ port, host, backlog: BACKLOG }, () => resolve());
  });
}

/** Something else listens there; the message is meant for people. */
export class PortInUse extends Error {
  constructor(port: number) {
    super(`Port ${port} is in use. Choose another one: PORT=${port + 1} npm start`);
    this.name = 'PortInUse';
  }
}
