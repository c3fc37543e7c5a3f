// Process of server/seller-webhooks/deliveries-killed.full.test.ts: emits two events to an endpoint and waits to be
// killed. Its one argument is { folder, postgres, url } as JSON.
import { createAccount } from '#server/auth/accounts.ts';
import { insertEndpoint } from '#server/db/webhook-endpoints.ts';
import { upsertSeller } from '#server/db/sellers.ts';
import { openKillable } from '#server/testing-killable.ts';

import { tellWebhooks, type ToldWebhook } from './tell-webhooks.ts';
import { madeSecret } from './webhook-secret.ts';

const { url } = JSON.parse(process.argv[2] ?? '') as { url: string };

const { context } = await openKillable(() => ({ sandboxFile: null }));
const { db, mode } = context;
const now = context.realNow();
const { id: userId } = await createAccount(context, { email: 'seller@example.com', password: null });
const sellerId = await upsertSeller(db, userId, now);
const id = crypto.randomUUID();
const { secret, sealedSecret } = madeSecret(context, id);
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
const told = (say: string): ToldWebhook => ({
  sellerId,
  key: say,
  type: 'order.paid',
  subject: 'one order',
  orderNumber: null,
  at: now,
  say: () => ({ data: { say }, sentence: say }),
});
await db.transaction(async (tx) => {
  await insertEndpoint(tx, { ...endpoint, events: [] }, 1);
  await tellWebhooks(context, tx, [told('one'), told('two')]);
});
context.ring('deliveries');
