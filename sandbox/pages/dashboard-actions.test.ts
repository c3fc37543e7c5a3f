import type Stripe from 'stripe';
import { expect, test } from 'vitest';

import {
  buyOrder,
  getError,
  getPage,
  openFixture,
  createSeller,
  orderParams,
  postForm,
} from '../testing/sandbox-fixture.ts';

/** Opens a seller with one sale and the actions of their dashboard. */
const openDashboardFixture = async (params: Stripe.Checkout.SessionCreateParams = orderParams()) => {
  const fixture = openFixture();
  const { sandbox, stripe } = fixture;
  const seller = await createSeller(fixture);
  const { session } = await buyOrder(fixture, seller, params);
  const dashboard = `/dashboard/${seller.stripeAccount}`;
  return {
    ...fixture,
    seller,
    session,
    getDashboard: async () => (await getPage(sandbox, dashboard)).text(),
    postAction: async (path: string, fields: Record<string, string>) => {
      const response = await postForm(sandbox, `${dashboard}/${path}`, fields);
      const [, alert = ''] = /role="alert">([^<]*)</.exec(await response.text()) ?? [];
      return [response.status, alert];
    },
    listEventTypes: async () => {
      await sandbox.waitForDeliveries();
      return fixture.eventTypes();
    },
    advanceDays: (days: number) => sandbox.clock.moveTo(new Date(sandbox.now().getTime() + days * 24 * 3600_000)),
    dispute: async () => (await stripe.disputes.list({}, seller)).data[0],
    subscription: async () => (await stripe.subscriptions.list({ status: 'all' }, seller)).data[0],
  };
};
const REDIRECTED = [303, ''];

test('disputes, answers and decides a payment from the dashboard', async () => {
  const fixture = await openDashboardFixture();
  const [charge] = (await fixture.stripe.charges.list({}, fixture.seller)).data;
  expect(await fixture.getDashboard()).toContain(`charges/${charge?.id}/dispute`);
  expect(await fixture.postAction(`charges/${charge?.id}/dispute`, { reason: 'duplicate' })).toEqual(REDIRECTED);
  const dispute = await fixture.dispute();
  expect(dispute).toMatchObject({ reason: 'duplicate', status: 'needs_response' });
  const html = await fixture.getDashboard();
  expect(html).not.toContain(`charges/${charge?.id}/dispute`);
  expect(html).not.toContain(`charges/${charge?.id}/refund`);
  expect(html).toMatch(/needs response[\s\S]*Submit evidence[\s\S]*Win[\s\S]*Lose/);
  expect(await fixture.postAction(`charges/${charge?.id}/dispute`, { reason: 'general' })).toEqual([
    422,
    `Charge ${charge?.id} is disputed already.`,
  ]);
  expect(await fixture.postAction(`disputes/${dispute?.id}`, { act: 'answer' })).toEqual(REDIRECTED);
  expect(await fixture.dispute()).toMatchObject({ status: 'under_review' });
  expect(await fixture.postAction(`disputes/${dispute?.id}`, { act: 'win' })).toEqual(REDIRECTED);
  expect(await fixture.dispute()).toMatchObject({ status: 'won' });
  expect((await fixture.postAction(`disputes/${dispute?.id}`, { act: 'lose' }))[0]).toBe(422);
  expect((await fixture.postAction(`disputes/${dispute?.id}`, { act: 'dance' }))[0]).toBe(422);
  await fixture.sandbox.close();
});

test('closes or escalates an inquiry from the dashboard', async () => {
  const fixture = await openDashboardFixture();
  const [charge] = (await fixture.stripe.charges.list({}, fixture.seller)).data;
  await fixture.postAction(`charges/${charge?.id}/dispute`, { reason: 'inquiry' });
  const { id = '' } = (await fixture.dispute()) ?? {};
  expect(await fixture.getDashboard()).toContain('Escalate');
  expect(await fixture.postAction(`disputes/${id}`, { act: 'escalate' })).toEqual(REDIRECTED);
  expect(await fixture.postAction(`disputes/${id}`, { act: 'escalate' })).toEqual([
    422,
    'Only an inquiry can become a dispute.',
  ]);
  expect(await fixture.postAction(`disputes/${id}`, { act: 'lose' })).toEqual(REDIRECTED);
  expect(await fixture.dispute()).toMatchObject({ status: 'lost' });
  await fixture.sandbox.close();
});

test('schedules, undoes and forces the cancellation of a subscription', async () => {
  const fixture = await openDashboardFixture(orderParams({ mode: 'subscription' }));
  const { id = '' } = (await fixture.subscription()) ?? {};
  expect(await fixture.postAction(`subscriptions/${id}`, { act: 'cancel_at_end' })).toEqual(REDIRECTED);
  expect(await fixture.subscription()).toMatchObject({ status: 'active', cancel_at_period_end: true });
  expect(await fixture.getDashboard()).toContain('Undo cancellation');
  expect(await fixture.postAction(`subscriptions/${id}`, { act: 'go_on' })).toEqual(REDIRECTED);
  expect(await fixture.subscription()).toMatchObject({ cancel_at_period_end: false, cancel_at: null });
  expect(await fixture.postAction(`subscriptions/${id}`, { act: 'cancel' })).toEqual(REDIRECTED);
  expect(await fixture.subscription()).toMatchObject({ status: 'canceled' });
  expect(await fixture.getDashboard()).not.toContain('Cancel immediately');
  expect(await fixture.postAction(`subscriptions/${id}`, { act: 'cancel' })).toEqual([
    422,
    'This subscription has already ended.',
  ]);
  expect((await fixture.listEventTypes()).at(-1)).toBe('customer.subscription.deleted');
  await fixture.sandbox.close();
});

test('marks a subscription past_due at its renewal with a failing card and recovers with a good card', async () => {
  const fixture = await openDashboardFixture(orderParams({ mode: 'subscription' }));
  const { id = '' } = (await fixture.subscription()) ?? {};
  expect(await fixture.postAction(`subscriptions/${id}`, { act: 'fail' })).toEqual(REDIRECTED);
  expect(await fixture.getDashboard()).toContain('Use a working card');
  fixture.advanceDays(32);
  expect(await fixture.subscription()).toMatchObject({ status: 'past_due' });
  expect(await fixture.listEventTypes()).toContain('invoice.payment_failed');
  await fixture.postAction(`subscriptions/${id}`, { act: 'succeed' });
  fixture.advanceDays(5);
  expect(await fixture.subscription()).toMatchObject({ status: 'active' });
  await fixture.sandbox.close();
});

test('restricts and restores an account and notifies the platform', async () => {
  const fixture = await openDashboardFixture();
  const account = () => fixture.stripe.accounts.retrieve(fixture.seller.stripeAccount);
  expect(await fixture.postAction('settings', { act: 'restrict' })).toEqual(REDIRECTED);
  expect(await account()).toMatchObject({
    charges_enabled: false,
    requirements: { disabled_reason: 'requirements.past_due' },
  });
  const rejected = fixture.stripe.checkout.sessions.create(orderParams(), fixture.seller);
  expect((await getError(rejected)).statusCode).toBe(400);
  expect(await fixture.postAction('settings', { act: 'restore' })).toEqual(REDIRECTED);
  expect(await account()).toMatchObject({ charges_enabled: true, requirements: { disabled_reason: null } });
  expect((await fixture.listEventTypes()).slice(-2)).toEqual(['account.updated', 'account.updated']);
  await fixture.sandbox.close();
});

test('keeps a setting after an account disconnects and refuses settings for the platform', async () => {
  const fixture = await openDashboardFixture();
  await fixture.postAction('settings', { act: 'debits_on' });
  expect(await fixture.getDashboard()).toContain('Bank debits');
  const platform = await postForm(fixture.sandbox, '/dashboard/platform/settings', { act: 'debits_on' });
  expect(platform.status).toBe(422);
  expect(await (await getPage(fixture.sandbox, '/dashboard/platform')).text()).not.toContain('<h2>Settings</h2>');
  expect((await postForm(fixture.sandbox, `/dashboard/${fixture.seller.stripeAccount}/disconnect`, {})).status).toBe(
    303,
  );
  expect(await getError(fixture.stripe.charges.list({}, fixture.seller))).toMatchObject({
    code: 'account_invalid',
  });
  await fixture.sandbox.close();
});
