/** Mock servers on this machine. Used by tests only. */
import { createServer, type Socket } from 'node:net';

import { listening, type Listening } from '#server/testing-listening.ts';

/** Opens a raw TCP server that calls `respond` with the first bytes of each connection. */
export const openRaw = (speak: (socket: Socket, heard: Buffer) => void): Promise<Listening> =>
  listening(createServer((socket) => void socket.once('data', (heard: Buffer) => speak(socket, heard))));
