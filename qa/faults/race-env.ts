/** Two processes of one app with different clocks and time zones, the services that they contact, and the sellers. */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';

import { decode, encode, type Packet } from 'dns-packet';
import pg from 'pg';
import type Stripe from 'stripe';

import type { Seller } from '../../e2e/support/seller.ts';
import { startMailReceiver, type MailReceiver } from '../lib/mail-receiver.ts';
import { createStripeClient } from '../lib/sandbox-stripe.ts';
import { createTestEnv, type AppProcess, type TestEnv } from '../lib/test-env.ts';

export type RaceEnv = TestEnv & {
  /** The URLs of the two processes. */
  urls: readonly [string, string];
  stripe: Stripe;
  db: pg.Pool;
  mail: MailReceiver;
  webhooks: CountingServer;
  dns: CountingServer;
  /** Restarts a process with the options of its first start. */
  restart: (appProcess: AppProcess) => Promise<void>;
};

/** A seller and their Stripe customer. */
export type Racer = { seller: Seller; customer: string };
export type Fault = { race: string; subject: string; description: string };

export const listFaults = (race: string, subject: string, checks: Record<string, boolean>): Fault[] =>
  Object.entries(checks).flatMap(([description, isOk]) => (isOk ? [] : [{ race, subject, description }]));

const SKEWED = path.join(import.meta.dirname, 'skewed-clock.ts');

/** `skewS`: how many seconds one process's clock is fast and the other's is slow. */
export async function createRaceEnv(skewS: number): Promise<RaceEnv> {
  const cleanups = new AsyncDisposableStack();
  const mail = cleanups.use(await startMailReceiver());
  const webhooks = cleanups.use(await startWebhookReceiver());
  const dns = cleanups.use(await startEmptyDnsServer());
  const env = {
    LOG_LEVEL: 'warn',
    SMTP_URL: mail.getUrl(),
    MAIL_FROM: 'Tillwright <shop@till.example>',
    DNS_SERVERS: dns.address,
    DOMAIN_TARGET: 'till.example',
  };
  const testEnv = cleanups.use(await createTestEnv({ database: 'postgres', processCount: 2, started: false, env }));
  const restart = async (appProcess: AppProcess) => {
    const isFirst = appProcess === testEnv.appProcess;
    await appProcess.start({
      NODE_OPTIONS: `--import=${SKEWED}`,
      SKEW_MS: String((isFirst ? 1 : -1) * skewS * 1000),
      TZ: isFirst ? 'Pacific/Kiritimati' : 'America/St_Johns',
      PGAPPNAME: isFirst ? 'first' : 'second',
    });
  };
  await Promise.all(testEnv.appProcesses.map(restart));
  const db = new pg.Pool({ connectionString: testEnv.databaseUrl, max: 8 });
  cleanups.defer(() => db.end());
  return {
    ...testEnv,
    urls: [testEnv.url, testEnv.appProcesses[1]?.url ?? ''],
    stripe: createStripeClient(testEnv.sandboxUrl),
    db,
    mail,
    webhooks,
    dns,
    restart,
    [Symbol.asyncDispose]: () => cleanups.disposeAsync(),
  };
}

/** A server that counts requests. */
type CountingServer = Disposable & {
  /** The address, in the form that the kind of server needs. */
  address: string;
  counts: ReadonlyMap<string, number>;
};

const createCounter = () => {
  const counts = new Map<string, number>();
  return { counts, add: (key: string) => void counts.set(key, (counts.get(key) ?? 0) + 1) };
};

/** A webhook endpoint that accepts every delivery and counts deliveries by message id. */
async function startWebhookReceiver(): Promise<CountingServer> {
  const { counts, add } = createCounter();
  const server = createServer((request, answer) => {
    add(String(request.headers['webhook-id']));
    request.resume().on('end', () => answer.writeHead(204).end());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  const { port } = server.address() as AddressInfo;
  return { address: `http://127.0.0.1:${port}/hooks`, counts, [Symbol.dispose]: close };
}

const NXDOMAIN = 0x0183;

/** A name server that answers every query with "no such name" and counts queries, such as 'pay.example.com TXT'. */
async function startEmptyDnsServer(): Promise<CountingServer> {
  const { counts, add } = createCounter();
  const socket = createSocket('udp4');
  socket.on('message', (message, { port, address }) => {
    const { id = 0, questions = [] } = decode(message);
    for (const { name, type } of questions) add(`${name.toLowerCase()} ${type}`);
    const answer: Packet = { type: 'response', id, flags: NXDOMAIN, questions, answers: [] };
    socket.send(encode(answer), port, address);
  });
  await once(socket.bind(0, '127.0.0.1'), 'listening');
  return { address: `127.0.0.1:${socket.address().port}`, counts, [Symbol.dispose]: () => socket.close() };
}
