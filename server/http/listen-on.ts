import type { RequestListener, Server } from 'node:http';

import type { StartedShop } from '#server/start-shop.ts';

import { Connections } from './connections.ts';
import { openServer } from './open-server.ts';

const DRAIN_MS = 20_000;
/** A terminal sends Ctrl-C to the launcher and to us: what comes this soon after the first is the same press. */
const SAME_PRESS_MS = 1000;

/** Listens where the config says and ends everything cleanly on SIGINT, SIGTERM and SIGHUP; a second signal forces. */
export async function listenOn(shop: StartedShop, listener: RequestListener): Promise<void> {
  const { host, port } = shop.config;
  const hosts = host === 'localhost' ? ['127.0.0.1', '::1'] : [host];
  const connections = new Connections();
  const servers = await Promise.all(
    hosts.map((name, index) => open(openServer(connections, listener), name, port, index > 0)),
  );
  let stoppedAt: number | null = null;
  const stop = () => {
    if (stoppedAt !== null && Date.now() - stoppedAt > SAME_PRESS_MS) process.exit(1);
    if (stoppedAt !== null) return;
    stoppedAt = Date.now();
    void shutDown(
      shop,
      servers.filter((server) => server !== null),
    );
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
}

/** A machine without IPv6 has no second loopback: that one may fail. */
function open(server: Server, host: string, port: number, optional: boolean): Promise<Server | null> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (optional && error.code !== 'EADDRINUSE') resolve(null);
      else reject(error.code === 'EADDRINUSE' ? new PortInUse(port) : error);
    });
    server.listen(port, host, () => resolve(server));
  });
}

/** Something else listens there; the message is meant for people. */
export class PortInUse extends Error {
  constructor(port: number) {
    super(`Port ${port} is in use. Choose another one: PORT=${port + 1} npm start`);
    this.name = 'PortInUse';
  }
}

async function shutDown(shop: StartedShop, servers: Server[]): Promise<void> {
  setTimeout(() => process.exit(1), DRAIN_MS).unref();
  await Promise.all(servers.map(closed));
  await shop.close();
  process.exit(0);
}

const closed = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
  });
