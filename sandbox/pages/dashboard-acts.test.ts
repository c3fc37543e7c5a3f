import type Stripe from 'stripe';
import { expect, test } from 'vitest';
import { buy, failure, look, openRehearsal, openSeller, order, post } from '../rehearsal.ts';

/** Opens a seller with one sale and the actions of their dashboard. */
const openDesk = async (params: Stripe.Checkout.SessionCreateParams = order()) => {
  const rehearsal = openRehearsal();
  const { sandbox, stripe } = rehearsal;
  const seller = await openSeller(rehearsal);
  const { session } = await buy(rehearsal, seller, params);
  const dashboard = `/dashboard/${seller.stripeAccount}`;
  return {
    ...rehearsal,
    seller,
    session,
    see: async () => (await look(sandbox, dashboard)).text(),
    send: async (path: string, fields: Record<string, string>) => {
      const answer = await post(sandbox, `${dashboard}/${path}`, fields);
      const [, alert = ''] = /role="alert">([^<]*)</.exec(await answer.text()) ?? [];
      return [answer.status, alert];
    },
    types: async () => {
      await sandbox.settled();
      return rehearsal.types();
    },
    pass: (days: number) => sandbox.clock.moveTo(new Date(sandbox.now().getTime() + days * 24 * 3600_000)),
    dispute: async () => (await stripe.disputes.list({}, seller)).data[0],
    subscription: async () => (await stripe.subscriptions.list({ status: 'all' }, seller)).data[0],
  };
};
const done = [303, ''];

test('disputes, answers and decides a payment from the dashboard', async () => {
  const desk = await openDesk();
  const [charge] = (await desk.stripe.charges.list({}, desk.seller)).data;
  expect(await desk.see()).toContain(`charges/${charge?.id}/dispute`);
  expect(await desk.send(`charges/${charge?.id}/dispute`, { reason: 'duplicate' })).toEqual(done);
  const dispute = await desk.dispute();
  expect(dispute).toMatchObject({ reason: 'duplicate', status: 'needs_response' });
  const seen = await desk.see();
  expect(seen).not.toContain(`charges/${charge?.id}/dispute`);
  expect(seen).not.toContain(`charges/${charge?.id}/refund`);
  expect(seen).toMatch(/needs response[\s\S]*Answer[\s\S]*Win[\s\S]*Lose/);
  expect(await desk.send(`charges/${charge?.id}/dispute`, { reason: 'general' })).toEqual([
    422,
    `Charge ${charge?.id} is disputed already.`,
  ]);
  expect(await desk.send(`disputes/${dispute?.id}`, { act: 'answer' })).toEqual(done);
  expect(await desk.dispute()).toMatchObject({ status: 'under_review' });
  expect(await desk.send(`disputes/${dispute?.id}`, { act: 'win' })).toEqual(done);
  expect(await desk.dispute()).toMatchObject({ status: 'won' });
  expect((await desk.send(`disputes/${dispute?.id}`, { act: 'lose' }))[0]).toBe(422);
  expect((await desk.send(`disputes/${dispute?.id}`, { act: 'dance' }))[0]).toBe(422);
  await desk.sandbox.close();
});

test('closes or escalates an inquiry from the dashboard', async () => {
  const desk = await openDesk();
  const [charge] = (await desk.stripe.charges.list({}, desk.seller)).data;
  await desk.send(`charges/${charge?.id}/dispute`, { reason: 'inquiry' });
  const { id = '' } = (await desk.dispute()) ?? {};
  expect(await desk.see()).toContain('Escalate');
  expect(await desk.send(`disputes/${id}`, { act: 'escalate' })).toEqual(done);
  expect(await desk.send(`disputes/${id}`, { act: 'escalate' })).toEqual([
    422,
    'Only an inquiry can become a dispute.',
  ]);
  expect(await desk.send(`disputes/${id}`, { act: 'lose' })).toEqual(done);
  expect(await desk.dispute()).toMatchObject({ status: 'lost' });
  await desk.sandbox.close();
});

test('schedules, undoes and forces the cancellation of a subscription', async () => {
  const desk = await openDesk(order({ mode: 'subscription' }));
  const { id = '' } = (await desk.subscription()) ?? {};
  expect(await desk.send(`subscriptions/${id}`, { act: 'cancel_at_end' })).toEqual(done);
  expect(await desk.subscription()).toMatchObject({ status: 'active', cancel_at_period_end: true });
  expect(await desk.see()).toContain('Let it go on');
  expect(await desk.send(`subscriptions/${id}`, { act: 'go_on' })).toEqual(done);
  expect(await desk.subscription()).toMatchObject({ cancel_at_period_end: false, cancel_at: null });
  expect(await desk.send(`subscriptions/${id}`, { act: 'cancel' })).toEqual(done);
  expect(await desk.subscription()).toMatchObject({ status: 'canceled' });
  expect(await desk.see()).not.toContain('Cancel now');
  expect(await desk.send(`subscriptions/${id}`, { act: 'cancel' })).toEqual([
    422,
    'This subscription has ended already.',
  ]);
  expect((await desk.types()).at(-1)).toBe('customer.subscription.deleted');
  await desk.sandbox.close();
});

test('marks a subscription past_due at its renewal with a failing card and recovers with a good card', async () => {
  const desk = await openDesk(order({ mode: 'subscription' }));
  const { id = '' } = (await desk.subscription()) ?? {};
  expect(await desk.send(`subscriptions/${id}`, { act: 'fail' })).toEqual(done);
  expect(await desk.see()).toContain('Give it a good card');
  desk.pass(32);
  expect(await desk.subscription()).toMatchObject({ status: 'past_due' });
  expect(await desk.types()).toContain('invoice.payment_failed');
  await desk.send(`subscriptions/${id}`, { act: 'succeed' });
  desk.pass(5);
  expect(await desk.subscription()).toMatchObject({ status: 'active' });
  await desk.sandbox.close();
});

test('restricts and restores an account and notifies the platform', async () => {
  const desk = await openDesk();
  const account = () => desk.stripe.accounts.retrieve(desk.seller.stripeAccount);
  expect(await desk.send('settings', { act: 'restrict' })).toEqual(done);
  expect(await account()).toMatchObject({
    charges_enabled: false,
    requirements: { disabled_reason: 'requirements.past_due' },
  });
  const refused = desk.stripe.checkout.sessions.create(order(), desk.seller);
  expect((await failure(refused)).statusCode).toBe(400);
  expect(await desk.send('settings', { act: 'restore' })).toEqual(done);
  expect(await account()).toMatchObject({ charges_enabled: true, requirements: { disabled_reason: null } });
  expect((await desk.types()).slice(-2)).toEqual(['account.updated', 'account.updated']);
  await desk.sandbox.close();
});

test('keeps a setting after an account disconnects and refuses settings for the platform', async () => {
  const desk = await openDesk();
  await desk.send('settings', { act: 'debits_on' });
  expect(await desk.see()).toContain('bank debits');
  const platform = await post(desk.sandbox, '/dashboard/platform/settings', { act: 'debits_on' });
  expect(platform.status).toBe(422);
  expect(await (await look(desk.sandbox, '/dashboard/platform')).text()).not.toContain('<h2>Settings</h2>');
  expect((await post(desk.sandbox, `/dashboard/${desk.seller.stripeAccount}/disconnect`, {})).status).toBe(
    303,
  );
  expect(await failure(desk.stripe.charges.list({}, desk.seller))).toMatchObject({ code: 'account_invalid' });
  await desk.sandbox.close();
});
