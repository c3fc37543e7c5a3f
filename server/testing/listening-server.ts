/** Servers that listen on this machine for the duration of a test. Used by tests only. */
import type { AddressInfo, Server, Socket } from 'node:net';

import { onTestFinished } from 'vitest';

/** The Node environment that a server passes beside a request from this address. Used by tests only. */
export const nodeEnvFrom = (remoteAddress: string, host = 'localhost:3000') => ({
  incoming: { socket: { remoteAddress }, url: '/', rawHeaders: ['Host', host] },
});

/** Port of a server, and its total and open connections. */
export type ListeningServer = { port: number; connections: () => number; openConnections: () => number };

/** Listens on a free port of 127.0.0.1. Closes the server and its connections when the test ends. */
export async function listen(server: Server): Promise<ListeningServer> {
  const sockets = new Set<Socket>();
  let connections = 0;
  server.on('connection', (socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { port, connections: () => connections, openConnections: () => sockets.size };
}

/** Resolves when no connection is open. */
export async function waitForDisconnect({ openConnections }: ListeningServer): Promise<void> {
  while (openConnections() > 0) await new Promise((resolve) => setImmediate(resolve));
}
