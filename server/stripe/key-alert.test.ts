import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';

import { checkoutAttempts } from '#server/db/schema-orders.ts';
import { outbox } from '#server/db/schema-outbox.ts';
import { providerAccounts } from '#server/db/schema-pages.ts';
import { createFaultyStripe } from '#server/testing/faulty-stripe.ts';
import { createTestApp } from '#server/testing/test-app.ts';

const OPERATOR = 'operator@example.com';

async function createConnectedApp() {
  const transport = createFaultyStripe();
  const app = await createTestApp({ wrapStripe: transport.wrapStripe, env: { OPERATOR_EMAIL: OPERATOR } });
  const seller = await app.signUpSeller();
  await seller.onboard();
  const alerts = () => app.context.db.select().from(outbox).where(eq(outbox.recipient, OPERATOR));
  return { transport, app, seller, alerts };
}

test('alerts the operator about a missing permission once a day and disconnects no seller', async () => {
  const { transport, app, seller, alerts } = await createConnectedApp();
  const before = (await seller.rpc('get-connection', {})).body;
  transport.injectFault(/^GET \/v1\/accounts\//, '403', 2);
  for (let index = 0; index < 2; index++)
    expect(await seller.rpc('get-connection', { refresh: true })).toMatchObject({
      status: 503,
      body: { error: { code: 'provider_unavailable' } },
    });
  expect(await app.context.db.select().from(providerAccounts)).toMatchObject([{ disconnectedAt: null }]);
  await expect.poll(alerts).toHaveLength(1);
  expect(JSON.stringify(await alerts())).toContain('rak_accounts_kyc_basic_read');
  expect(JSON.stringify(await alerts())).toContain('GET /v1/accounts/acct_');
  expect((await seller.rpc('get-connection', { refresh: true })).body).toEqual(before);
});

test('keeps the attempt when the key may not create a session and succeeds on retry', async () => {
  const { transport, app, seller } = await createConnectedApp();
  await seller.publishPage({}, 'once');
  transport.injectFault(/^POST \/v1\/checkout\/sessions$/, '403', 1);
  const attempt = crypto.randomUUID();
  const pay = () => app.rpc('create-checkout-session', { slug: 'once', attempt });
  expect(await pay()).toMatchObject({ status: 503, body: { error: { code: 'provider_unavailable' } } });
  expect((await pay()).status).toBe(200);
  expect(await app.context.db.select().from(checkoutAttempts)).toMatchObject([{ state: 'open' }]);
});

test('alerts the operator about a rejected key and asks buyers to retry', async () => {
  const { transport, app, seller, alerts } = await createConnectedApp();
  await seller.publishPage({}, 'once');
  transport.injectFault(/^POST \/v1\/checkout\/sessions$/, '401', 1);
  const pay = () => app.rpc('create-checkout-session', { slug: 'once' });
  expect(await pay()).toMatchObject({ status: 503, body: { error: { code: 'provider_unavailable' } } });
  await expect.poll(async () => JSON.stringify(await alerts())).toContain('STRIPE_SECRET_KEY');
  expect((await pay()).status).toBe(200);
});
