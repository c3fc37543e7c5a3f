import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';

import { outbox } from '#server/db/schema-mail.ts';
import { attempts } from '#server/db/schema-money.ts';
import { providerAccounts } from '#server/db/schema-pages.ts';
import { openRoad } from '#server/testing-faults.ts';
import { openShop } from '#server/testing.ts';

const OPERATOR = 'operator@example.com';

async function openConnected() {
  const road = openRoad();
  const shop = await openShop({ aroundProvider: road.aroundProvider, env: { OPERATOR_EMAIL: OPERATOR } });
  const seller = await shop.seller();
  await seller.onboard();
  const alerts = () => shop.context.db.select().from(outbox).where(eq(outbox.recipient, OPERATOR));
  return { road, shop, seller, alerts };
}

test('alerts the operator about a missing permission once a day and disconnects no seller', async () => {
  const { road, shop, seller, alerts } = await openConnected();
  const before = (await seller.call('get-connection', {})).body;
  road.break(/^GET \/v1\/accounts\//, '403', 2);
  for (let time = 0; time < 2; time++)
    expect(await seller.call('get-connection', { refresh: true })).toMatchObject({
      status: 503,
      body: { error: { code: 'provider_unavailable' } },
    });
  expect(await shop.context.db.select().from(providerAccounts)).toMatchObject([{ disconnectedAt: null }]);
  await expect.poll(alerts).toHaveLength(1);
  expect(JSON.stringify(await alerts())).toContain('rak_accounts_kyc_basic_read');
  expect(JSON.stringify(await alerts())).toContain('GET /v1/accounts/acct_');
  expect((await seller.call('get-connection', { refresh: true })).body).toEqual(before);
});

test('keeps the attempt when the key may not create a session and succeeds on retry', async () => {
  const { road, shop, seller } = await openConnected();
  await seller.publish({}, 'once');
  road.break(/^POST \/v1\/checkout\/sessions$/, '403', 1);
  const attempt = crypto.randomUUID();
  const pay = () => shop.call('create-checkout-session', { slug: 'once', attempt });
  expect(await pay()).toMatchObject({ status: 503, body: { error: { code: 'provider_unavailable' } } });
  expect((await pay()).status).toBe(200);
  expect(await shop.context.db.select().from(attempts)).toMatchObject([{ state: 'open' }]);
});

test('alerts the operator about a rejected key and asks buyers to retry', async () => {
  const { road, shop, seller, alerts } = await openConnected();
  await seller.publish({}, 'once');
  road.break(/^POST \/v1\/checkout\/sessions$/, '401', 1);
  const pay = () => shop.call('create-checkout-session', { slug: 'once' });
  expect(await pay()).toMatchObject({ status: 503, body: { error: { code: 'provider_unavailable' } } });
  await expect.poll(async () => JSON.stringify(await alerts())).toContain('STRIPE_SECRET_KEY');
  expect((await pay()).status).toBe(200);
});
