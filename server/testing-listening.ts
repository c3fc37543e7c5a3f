/** What listens on this machine for as long as a test lasts. Seen by tests only. */
import type { AddressInfo, Server, Socket } from 'node:net';

import { onTestFinished } from 'vitest';

/** Whatever listens: the port that it got, and how often somebody connected. */
export type Listening = { port: number; connections: () => number; open: () => number };

/** Listens on a free port of 127.0.0.1. Closed, with all that is connected to it, when its test ends. */
export async function listening(server: Server): Promise<Listening> {
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
  return { port, connections: () => connections, open: () => sockets.size };
}

/** Resolves when nobody is connected any more. */
export async function allGone({ open }: Listening): Promise<void> {
  while (open() > 0) await new Promise((resolve) => setImmediate(resolve));
}
