import { expect, test } from 'vitest';

import { sharedByTests } from '#server/testing-ends.ts';
import { openShop, sellableConfig, type TestSeller, type TestShop } from '#server/testing.ts';

import { confirmAddress } from './testing-mailbox.ts';

/** Actions that require a confirmed address. */
const ACTIONS = {
  'save-checkout-page': (seller: TestSeller) =>
    seller.call('save-checkout-page', { config: sellableConfig(), slug: 'taller' }),
  'stripe-connect-onboarding': (seller: TestSeller) => seller.call('stripe-connect-onboarding', {}),
  'stripe-connect-authorize': (seller: TestSeller) => seller.call('stripe-connect-authorize', {}),
  'stripe-connect-complete': (seller: TestSeller) =>
    seller.call('stripe-connect-complete', { state: 'none', code: 'none' }),
  'create-api-key': (seller: TestSeller) =>
    seller.call('create-api-key', { name: 'Export', scopes: ['orders:read'] }),
  'create-webhook-endpoint': (seller: TestSeller) =>
    seller.call('create-webhook-endpoint', { url: 'https://receiver.example/hook' }),
  'add-domain': (seller: TestSeller) => seller.call('add-domain', { host: 'pay.shop.localhost' }),
} as const;

const changeUser = (shop: TestShop, { session }: TestSeller, change: object) =>
  shop.request('/auth/v1/user', {
    method: 'PUT',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${session.access_token}` },
    body: JSON.stringify(change),
  });

const world = sharedByTests(async () => {
  const shop = await openShop({ env: { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'shop@till.example' } });
  const unconfirmed = await shop.seller();
  const confirmed = await shop.seller();
  for (const seller of [unconfirmed, confirmed]) await seller.takePlan();
  await confirmAddress(shop.context, confirmed.session.user.id);
  return { shop, unconfirmed, confirmed };
});

test.for(Object.entries(ACTIONS))('where mail is sent, %s needs a confirmed address', async ([, act]) => {
  const { unconfirmed, confirmed } = world();
  expect(await act(unconfirmed)).toMatchObject({
    status: 403,
    body: {
      error: {
        code: 'email_not_confirmed',
        title: 'Confirm your email address',
        message: 'To do this, first open the confirmation link in the email we sent you.',
        email: unconfirmed.email,
      },
    },
  });
  expect((await act(confirmed)).body.error?.code).not.toBe('email_not_confirmed');
});

test.for([{ email: 'another@example.com' }, { phone: '+15550100777' }])(
  'where mail is sent, a change of %o needs a confirmed address',
  async (change) => {
    const { shop, unconfirmed, confirmed } = world();
    const refused = await changeUser(shop, unconfirmed, change);
    expect(refused.status).toBe(422);
    expect(await refused.json()).toMatchObject({ code: 'email_not_confirmed' });
    expect((await changeUser(shop, confirmed, change)).status).toBe(200);
  },
);

test('where no mail is sent, nothing waits for an impossible confirmation', async () => {
  const shop = await openShop();
  const seller = await shop.seller();
  await seller.takePlan();
  for (const act of Object.values(ACTIONS))
    expect((await act(seller)).body.error?.code).not.toBe('email_not_confirmed');
  expect((await changeUser(shop, seller, { email: 'another@example.com' })).status).toBe(200);
});
