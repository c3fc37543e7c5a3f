/** What else a shop speaks with: sellers' programs, and name servers that know of nothing. Both count. */
import { createSocket } from 'node:dgram';
import { createServer } from 'node:http';

import { decode, encode, type Packet } from 'dns-packet';

export type CountingServer = {
  /** Its address; what it is called there depends on what it is. */
  address: string;
  counts: ReadonlyMap<string, number>;
  close: () => void;
};

const createCounter = () => {
  const counts = new Map<string, number>();
  return { counts, add: (key: string) => void counts.set(key, (counts.get(key) ?? 0) + 1) };
};

/** A program of a seller that takes whatever it is told; counts by the message's id. */
export async function startWebhookReceiver(): Promise<CountingServer> {
  const { counts, add } = createCounter();
  const server = createServer((request, answer) => {
    add(String(request.headers['webhook-id']));
    request.resume().on('end', () => answer.writeHead(204).end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { address: `http://127.0.0.1:${port}/hooks`, counts, close };
}

const NXDOMAIN = 0x0183;

/** A name server for which no name is there; counts questions, as 'pay.example.com TXT'. */
export async function startEmptyDnsServer(): Promise<CountingServer> {
  const { counts, add } = createCounter();
  const socket = createSocket('udp4');
  socket.on('message', (message, { port, address }) => {
    const { id = 0, questions = [] } = decode(message);
    for (const { name, type } of questions) add(`${name.toLowerCase()} ${type}`);
    const answer: Packet = { type: 'response', id, flags: NXDOMAIN, questions, answers: [] };
    socket.send(encode(answer), port, address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  return { address: `127.0.0.1:${socket.address().port}`, counts, close: () => socket.close() };
}
