// Process of server/webhooks/deliveries-crash.full.test.ts: emits two events to an endpoint and waits to be
// killed. Its one argument is { folder, postgres, url } as JSON.
import { createAccount } from '#server/auth/create-account.ts';
import { getOrCreateSellerId } from '#server/auth/queries/users.ts';
import { insertEndpoint } from '#server/webhooks/queries/endpoints.ts';

import { emitWebhooks, type OutgoingEvent } from '../webhooks/emit-webhooks.ts';
import { createSecret } from '../webhooks/webhook-secret.ts';
import { createKillableApp } from './killable-app.ts';

const { url } = JSON.parse(process.argv[2] ?? '') as { url: string };

const { context } = await createKillableApp(() => ({ sandboxFile: null }));
const { db, mode } = context;
const now = context.realNow();
const { id: userId } = await createAccount(context, { email: 'seller@example.com', password: null });
const sellerId = await getOrCreateSellerId(db, userId, now);
const id = crypto.randomUUID();
const { secret, sealedSecret } = createSecret(context, id);
process.stdout.write(`${secret}\n`);
const endpoint = {
  id,
  mode,
  sellerId,
  url,
  description: '',
  format: 'standard',
  events: [],
  sealedSecret,
  sealedOldSecret: null,
  oldSecretUntil: null,
  pausedBy: null,
  failingSince: null,
  lastDeliveredAt: null,
  createdAt: now,
} as const;
const buildEvent = (label: string): OutgoingEvent => ({
  sellerId,
  key: label,
  type: 'order.paid',
  subject: 'one order',
  orderNumber: null,
  at: now,
  data: { label } as unknown as OutgoingEvent['data'],
  sentence: label,
});
await db.transaction(async (tx) => {
  await insertEndpoint(tx, { ...endpoint, events: [] }, 1);
  await emitWebhooks(context, tx, [buildEvent('one'), buildEvent('two')]);
});
context.wake('deliveries');
