/** Programs of others on this machine, which behave as they are told. Seen by tests only. */
import { createServer, type Socket } from 'node:net';

import { listening, type Listening } from '#server/testing-listening.ts';

/** Speaks to whoever has said something, byte by byte as it likes. */
export const openRaw = (speak: (socket: Socket, heard: Buffer) => void): Promise<Listening> =>
  listening(createServer((socket) => void socket.once('data', (heard: Buffer) => speak(socket, heard))));
