/** Mock servers on this machine. Used by tests only. */
import { createServer, type Socket } from 'node:net';

import { listen, type ListeningServer } from './listening-server.ts';

/** Opens a raw TCP server that calls `respond` with the first bytes of each connection. */
export const startRawServer = (respond: (socket: Socket, received: Buffer) => void): Promise<ListeningServer> =>
  listen(createServer((socket) => void socket.once('data', (received: Buffer) => respond(socket, received))));
