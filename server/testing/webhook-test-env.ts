/** Test support for webhooks: a seller with endpoints and a local receiver. For tests only. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';

import { eq } from 'drizzle-orm';
import { Webhook } from 'standardwebhooks';

import type { RpcContract } from '#domain/rpc-contract.ts';
import { getOrCreateSellerId } from '#server/auth/queries/users.ts';
import { webhookDeliveries, webhookEndpoints } from '#server/db/schema-webhooks.ts';

import { emitWebhooks, type OutgoingEvent } from '../webhooks/emit-webhooks.ts';
import { listen, type ListeningServer } from './listening-server.ts';
import { authClient, createTestApp, type RpcResponse, type TestSeller, type TestApp } from './test-app.ts';

/** Creates an app with a fixed system clock that the test moves. `settled` resolves when no delivery is due. */
export async function createAppWithFixedClock(options: Parameters<typeof createTestApp>[0] = {}): Promise<TestApp> {
  const app = await createTestApp({ ...options, freezeClock: true });
  return { ...app, waitUntilIdle: app.workers.deliveries.waitUntilIdle };
}

export type ReceivedRequest = { id: string; body: string; headers: Record<string, string>; label: string };

/** Returns a status, or a function that writes the response itself. */
type Responder = (request: ReceivedRequest, times: number) => number | ((answer: ServerResponse) => void);

export type Receiver = ListeningServer & {
  url: string;
  received: ReceivedRequest[];
  /** Sets how the receiver responds from now on. By default it accepts everything. */
  respondWith: (responder: Responder) => void;
  /** Labels of the received events. */
  labels: () => string[];
};

/** Starts a webhook receiver on this machine. */
export async function startReceiver(): Promise<Receiver> {
  const received: ReceivedRequest[] = [];
  let responder: Responder = () => 204;
  const receive = async (request: IncomingMessage, answer: ServerResponse): Promise<void> => {
    const body = await text(request);
    const headers = request.headers as Record<string, string>;
    const entry = { id: headers['webhook-id'] ?? '', body, headers, label: readLabel(body) };
    received.push(entry);
    const next = responder(entry, received.filter(({ id }) => id === entry.id).length);
    if (typeof next === 'number') answer.writeHead(next).end();
    else next(answer);
  };
  const server = createServer((request, answer) => {
    // A request that breaks off does not count as received.
    receive(request, answer).catch(() => undefined);
  });
  const listeningServer = await listen(server);
  return {
    ...listeningServer,
    url: `http://127.0.0.1:${listeningServer.port}/hooks`,
    received,
    respondWith: (next) => void (responder = next),
    labels: () => received.map(({ label }) => label),
  };
}

function readLabel(body: string): string {
  const { data } = JSON.parse(body) as { data?: { label?: string } };
  return data?.label ?? body;
}

/** Verifies a request with the Standard Webhooks library. Throws if the signature is invalid. */
export const verifyRequest = ({ body, headers }: Pick<ReceivedRequest, 'body' | 'headers'>, secret: string): unknown =>
  new Webhook(secret).verify(body, headers);

type WebhookTestEnv = {
  seller: TestSeller;
  sellerId: string;
  createEndpoint: (
    url: string,
    more?: Partial<RpcContract['create-webhook-endpoint']['body']>,
  ) => Promise<{ id: string; secret: string }>;
  /** Signs in again for each call, however much time has passed. */
  call: TestSeller['rpc'];
  /** Emits events of the given subjects, with a label in their data. */
  emit: (...events: { subject: string | null; label: string }[]) => Promise<void>;
  listDeliveries: (endpointId: string) => Promise<(typeof webhookDeliveries.$inferSelect)[]>;
  findEndpoint: (id: string) => Promise<typeof webhookEndpoints.$inferSelect>;
};

/** Creates a seller whose endpoints receive the events that the test emits. */
export async function createWebhookTestEnv(app: TestApp): Promise<WebhookTestEnv> {
  const { context } = app;
  const seller = await app.signUpSeller();
  const sellerId = await getOrCreateSellerId(context.db, seller.session.user.id, context.now());
  await seller.givePlan();
  return {
    seller,
    sellerId,
    call: callWithNewSession(app, seller.email),
    createEndpoint: async (url, more) => {
      const { status, body } = await seller.rpc('create-webhook-endpoint', { url, ...more });
      if (status !== 200) throw new Error(JSON.stringify(body));
      return { id: body.endpoint.id, secret: body.secret };
    },
    emit: async (...events) => {
      const outgoingEvents = events.map((one) => buildEvent(sellerId, one));
      await context.db.transaction((tx) => emitWebhooks(context, tx, outgoingEvents));
      context.wake('deliveries');
    },
    ...createRowReaders(app),
  };
}

const callWithNewSession =
  (app: TestApp, email: string): TestSeller['rpc'] =>
  async (name, body) => {
    const { data } = await authClient(app.request).signInWithPassword({ email, password: 'correct horse' });
    const answer = await app.request(`/functions/v1/${name}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${data.session?.access_token}`,
      },
      body: JSON.stringify(body),
    });
    return { status: answer.status, body: (await answer.json()) as RpcResponse<typeof name>['body'] };
  };

const createRowReaders = ({ context: { db } }: TestApp): Pick<WebhookTestEnv, 'listDeliveries' | 'findEndpoint'> => ({
  listDeliveries: (endpointId) =>
    db
      .select()
      .from(webhookDeliveries)
      .where(eq(webhookDeliveries.endpointId, endpointId))
      .orderBy(webhookDeliveries.position),
  findEndpoint: async (id) => {
    const [row] = await db.select().from(webhookEndpoints).where(eq(webhookEndpoints.id, id));
    if (!row) throw new Error('There is no such endpoint');
    return row;
  },
});

const buildEvent = (
  sellerId: string,
  { subject, label }: { subject: string | null; label: string },
): OutgoingEvent => ({
  sellerId,
  key: crypto.randomUUID(),
  type: 'order.paid',
  subject,
  orderNumber: null,
  at: new Date(),
  data: { label } as unknown as OutgoingEvent['data'],
  sentence: label,
});
