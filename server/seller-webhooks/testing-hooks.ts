/** Test support for webhooks: a seller with endpoints and a local receiver. For tests only. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';

import { eq } from 'drizzle-orm';
import { Webhook } from 'standardwebhooks';

import type { Calls } from '#domain/calls.ts';
import { webhookDeliveries, webhookEndpoints } from '#server/db/schema-webhooks.ts';
import { upsertSeller } from '#server/db/sellers.ts';
import { listening, type Listening } from '#server/testing-listening.ts';
import { authClient, openShop, type Answer, type TestSeller, type TestShop } from '#server/testing.ts';

import { tellWebhooks, type ToldWebhook } from './tell-webhooks.ts';

/** Creates an app with a fixed system clock that the test moves. `settled` resolves when no delivery is due. */
export async function openStillShop(parts: Parameters<typeof openShop>[0] = {}): Promise<TestShop> {
  const shop = await openShop({ ...parts, still: true });
  return { ...shop, settled: shop.workers.deliveries.settled };
}

export type Heard = { id: string; body: string; headers: Record<string, string>; say: string };

/** Returns a status, or a function that writes the response itself. */
type Behaviour = (heard: Heard, times: number) => number | ((answer: ServerResponse) => void);

export type Receiver = Listening & {
  url: string;
  heard: Heard[];
  /** Sets how the receiver responds from now on. By default it accepts everything. */
  behave: (behaviour: Behaviour) => void;
  /** Labels of the received events. */
  said: () => string[];
};

/** Starts a webhook receiver on this machine. */
export async function openReceiver(): Promise<Receiver> {
  const heard: Heard[] = [];
  let behaviour: Behaviour = () => 204;
  const take = async (request: IncomingMessage, answer: ServerResponse): Promise<void> => {
    const body = await text(request);
    const headers = request.headers as Record<string, string>;
    const one = { id: headers['webhook-id'] ?? '', body, headers, say: sayOf(body) };
    heard.push(one);
    const next = behaviour(one, heard.filter(({ id }) => id === one.id).length);
    if (typeof next === 'number') answer.writeHead(next).end();
    else next(answer);
  };
  const server = createServer((request, answer) => {
    // A request that breaks off does not count as received.
    take(request, answer).catch(() => undefined);
  });
  const listens = await listening(server);
  return {
    ...listens,
    url: `http://127.0.0.1:${listens.port}/hooks`,
    heard,
    behave: (next) => void (behaviour = next),
    said: () => heard.map(({ say }) => say),
  };
}

function sayOf(body: string): string {
  const { data } = JSON.parse(body) as { data?: { say?: string } };
  return data?.say ?? body;
}

/** Verifies a request with the Standard Webhooks library. Throws if the signature is invalid. */
export const verified = ({ body, headers }: Pick<Heard, 'body' | 'headers'>, secret: string): unknown =>
  new Webhook(secret).verify(body, headers);

export type Hooks = {
  seller: TestSeller;
  sellerId: string;
  endpoint: (
    url: string,
    more?: Partial<Calls['create-webhook-endpoint']['body']>,
  ) => Promise<{ id: string; secret: string }>;
  /** Signs in again for each call, however much time has passed. */
  call: TestSeller['call'];
  /** Emits events of the given subjects, with a label in their data. */
  tell: (...told: { subject: string | null; say: string }[]) => Promise<void>;
  deliveries: (endpointId: string) => Promise<(typeof webhookDeliveries.$inferSelect)[]>;
  endpointRow: (id: string) => Promise<typeof webhookEndpoints.$inferSelect>;
};

/** Creates a seller whose endpoints receive the events that the test emits. */
export async function openHooks(shop: TestShop): Promise<Hooks> {
  const { context } = shop;
  const seller = await shop.seller();
  const sellerId = await upsertSeller(context.db, seller.session.user.id, context.now());
  await seller.takePlan();
  return {
    seller,
    sellerId,
    call: callAnew(shop, seller.email),
    endpoint: async (url, more) => {
      const { status, body } = await seller.call('create-webhook-endpoint', { url, ...more });
      if (status !== 200) throw new Error(JSON.stringify(body));
      return { id: body.endpoint.id, secret: body.secret };
    },
    tell: async (...said) => {
      const told = said.map((one) => toldOf(sellerId, one));
      await context.db.transaction((tx) => tellWebhooks(context, tx, told));
      context.ring('deliveries');
    },
    ...rowsOf(shop),
  };
}

const callAnew =
  (shop: TestShop, email: string): TestSeller['call'] =>
  async (name, asked) => {
    const { data } = await authClient(shop.request).signInWithPassword({ email, password: 'correct horse' });
    const answer = await shop.request(`/functions/v1/${name}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${data.session?.access_token}`,
      },
      body: JSON.stringify(asked),
    });
    return { status: answer.status, body: (await answer.json()) as Answer<typeof name>['body'] };
  };

const rowsOf = ({ context: { db } }: TestShop): Pick<Hooks, 'deliveries' | 'endpointRow'> => ({
  deliveries: (endpointId) =>
    db
      .select()
      .from(webhookDeliveries)
      .where(eq(webhookDeliveries.endpointId, endpointId))
      .orderBy(webhookDeliveries.position),
  endpointRow: async (id) => {
    const [row] = await db.select().from(webhookEndpoints).where(eq(webhookEndpoints.id, id));
    if (!row) throw new Error('There is no such endpoint');
    return row;
  },
});

const toldOf = (
  sellerId: string,
  { subject, say }: { subject: string | null; say: string },
): ToldWebhook => ({
  sellerId,
  key: crypto.randomUUID(),
  type: 'order.paid',
  subject,
  orderNumber: null,
  at: new Date(),
  say: () => ({ data: { say }, sentence: say }),
});
