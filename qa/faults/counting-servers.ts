/**
 * Other servers that the app contacts: webhook endpoints of sellers, and name servers without records. Both count
 * requests.
 */
import { createSocket } from 'node:dgram';
import { createServer } from 'node:http';

import { decode, encode, type Packet } from 'dns-packet';

export type CountingServer = {
  /** The address, in the form that the kind of server needs. */
  address: string;
  counts: ReadonlyMap<string, number>;
  close: () => void;
};

const createCounter = () => {
  const counts = new Map<string, number>();
  return { counts, add: (key: string) => void counts.set(key, (counts.get(key) ?? 0) + 1) };
};

/** A webhook endpoint that accepts every delivery and counts deliveries by message id. */
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

/** A name server that answers every query with "no such name" and counts queries, such as 'pay.example.com TXT'. */
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
