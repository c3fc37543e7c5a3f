import { expect, test } from 'vitest';

import { sharedByTests } from '#server/testing/cleanup.ts';
import { createTestApp, sellableConfig, type TestSeller, type TestApp } from '#server/testing/test-app.ts';

import { confirmAddress } from '../testing/take-mail.ts';

/** Actions that require a confirmed address. */
const ACTIONS = {
  'save-checkout-page': (seller: TestSeller) =>
    seller.rpc('save-checkout-page', { config: sellableConfig(), slug: 'taller' }),
  'stripe-connect-onboarding': (seller: TestSeller) => seller.rpc('stripe-connect-onboarding', {}),
  'stripe-connect-authorize': (seller: TestSeller) => seller.rpc('stripe-connect-authorize', {}),
  'stripe-connect-complete': (seller: TestSeller) =>
    seller.rpc('stripe-connect-complete', { state: 'none', code: 'none' }),
  'create-api-key': (seller: TestSeller) => seller.rpc('create-api-key', { name: 'Export', scopes: ['orders:read'] }),
  'create-webhook-endpoint': (seller: TestSeller) =>
    seller.rpc('create-webhook-endpoint', { url: 'https://receiver.example/hook' }),
  'add-domain': (seller: TestSeller) => seller.rpc('add-domain', { host: 'pay.shop.localhost' }),
} as const;

const updateUser = (app: TestApp, { session }: TestSeller, change: object) =>
  app.request('/auth/v1/user', {
    method: 'PUT',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${session.access_token}` },
    body: JSON.stringify(change),
  });

const createTestEnv = sharedByTests(async () => {
  const app = await createTestApp({
    env: { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'shop@till.example' },
  });
  const unconfirmed = await app.signUpSeller();
  const confirmed = await app.signUpSeller();
  for (const seller of [unconfirmed, confirmed]) await seller.givePlan();
  await confirmAddress(app.context, confirmed.session.user.id);
  return { app, unconfirmed, confirmed };
});

test.for(Object.entries(ACTIONS))('where mail is sent, %s needs a confirmed address', async ([, action]) => {
  const { unconfirmed, confirmed } = createTestEnv();
  expect(await action(unconfirmed)).toMatchObject({
    status: 403,
    body: {
      error: {
        code: 'email_not_confirmed',
        title: 'Confirm your email address',
        message: 'Open the confirmation link we emailed you, then try again.',
        email: unconfirmed.email,
      },
    },
  });
  expect((await action(confirmed)).body.error?.code).not.toBe('email_not_confirmed');
});

test.for([{ email: 'another@example.com' }, { phone: '+15550100777' }])(
  'where mail is sent, a change of %o needs a confirmed address',
  async (change) => {
    const { app, unconfirmed, confirmed } = createTestEnv();
    const response = await updateUser(app, unconfirmed, change);
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({ code: 'email_not_confirmed' });
    expect((await updateUser(app, confirmed, change)).status).toBe(200);
  },
);

test('where no mail is sent, nothing waits for an impossible confirmation', async () => {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  await seller.givePlan();
  for (const action of Object.values(ACTIONS))
    expect((await action(seller)).body.error?.code).not.toBe('email_not_confirmed');
  expect((await updateUser(app, seller, { email: 'another@example.com' })).status).toBe(200);
});
