import { expect, test } from 'vitest';

import {
  buyOrder,
  getPage,
  openFixture,
  createSeller,
  orderParams,
  postForm,
  cardForm,
  type SandboxFixture,
} from '../testing/sandbox-fixture.ts';

const moveClock = async ({ sandbox }: SandboxFixture, fields: Record<string, string>) => {
  const response = await sandbox.pages.request('/clock', {
    method: 'POST',
    headers: { accept: 'application/json' },
    body: new URLSearchParams(fields),
  });
  return { status: response.status, body: (await response.json()) as Record<string, string> };
};

test('reads the clock as JSON and moves it by seconds or to a date', async () => {
  const fixture = openFixture();
  const readClock = async () => {
    const { now } = (await (await getPage(fixture.sandbox, '/clock.json')).json()) as { now: string };
    return Date.parse(now);
  };
  const before = await readClock();
  expect(Math.abs(before - Date.now())).toBeLessThan(5000);
  const moveResponse = await moveClock(fixture, { by: '86400' });
  expect(moveResponse.status).toBe(200);
  expect(Date.parse(moveResponse.body['now'] ?? '') - before).toBeGreaterThanOrEqual(86_400_000);
  const to = new Date(before + 10 * 86_400_000).toISOString();
  await moveClock(fixture, { to });
  expect((await readClock()) - Date.parse(to)).toBeLessThan(5000);
  expect(fixture.sandbox.now().getTime()).toBeGreaterThanOrEqual(Date.parse(to));
  await fixture.sandbox.close();
});

test('moves by a month to the same day and reads a date without a zone as UTC', async () => {
  const fixture = openFixture();
  const year = new Date().getUTCFullYear() + 1;
  await moveClock(fixture, { to: `${year}-01-31T10:30` });
  expect(fixture.sandbox.now().toISOString().slice(0, 16)).toBe(`${year}-01-31T10:30`);
  await moveClock(fixture, { by: 'month' });
  expect(fixture.sandbox.now().toISOString().slice(5, 7)).toBe('02');
  await fixture.sandbox.close();
});

test('refuses to move back, to an invalid date or too far', async () => {
  const fixture = openFixture();
  const before = fixture.sandbox.now().getTime();
  const responses = [];
  for (const fields of [{ to: '2020-01-01' }, { to: '9999-01-01' }, { to: 'soon' }, { by: '-5' }, {}])
    responses.push(await moveClock(fixture, fields as Record<string, string>));
  expect(responses.map(({ status, body }) => [status, body['error']])).toEqual([
    [422, 'The clock only moves forward. Choose a later date.'],
    [422, 'Choose a date within the next 5 years.'],
    [422, 'Choose a date.'],
    [422, 'Enter a whole number of seconds greater than zero.'],
    [422, 'Choose a date.'],
  ]);
  expect(fixture.sandbox.now().getTime() - before).toBeLessThan(5000);
  const page = await postForm(fixture.sandbox, '/clock', { to: '2020-01-01' });
  expect([page.status, await page.text()]).toEqual([422, expect.stringContaining('only moves forward')]);
  await fixture.sandbox.close();
});

test('lists the events that a move of the clock caused', async () => {
  const fixture = openFixture();
  const { sandbox } = fixture;
  const seller = await createSeller(fixture);
  await buyOrder(fixture, seller, orderParams({ mode: 'subscription' }));
  const moveResponse = await postForm(sandbox, '/clock', { by: 'month' });
  expect(moveResponse.status).toBe(303);
  const to = moveResponse.headers.get('location') ?? '';
  expect(to).toMatch(/^\/sandbox\/clock\?since=\d+$/);
  const text = await (await getPage(sandbox, to.replace('/sandbox', ''))).text();
  expect(text).toContain('<code>invoice.created</code>');
  expect(text).toContain(`/sandbox/dashboard/${seller.stripeAccount}#events`);
  expect(text).not.toContain('<code>checkout.session.completed</code>');
  expect(text).toContain('An invoice is finalized and charged');
  await sandbox.close();
});

test('marks a pending refund as succeeded an hour later', async () => {
  const fixture = openFixture();
  const { stripe, sandbox } = fixture;
  const seller = await createSeller(fixture);
  const { session } = await buyOrder(fixture, seller, orderParams(), cardForm('4000 0000 0000 7726'));
  const payment_intent = session.payment_intent as string;
  const { id, status } = await stripe.refunds.create({ payment_intent }, seller);
  expect(status).toBe('pending');
  await moveClock(fixture, { by: '3600' });
  expect((await stripe.refunds.retrieve(id, undefined, seller)).status).toBe('succeeded');
  await sandbox.waitForDeliveries();
  expect(fixture.eventTypes().slice(-2)).toEqual(['refund.updated', 'charge.refund.updated']);
  await sandbox.close();
});

test('returns the amount of a failed refund to the seller', async () => {
  const fixture = openFixture();
  const { stripe, sandbox } = fixture;
  const seller = await createSeller(fixture);
  const { session } = await buyOrder(fixture, seller, orderParams(), cardForm('4000 0000 0000 5126'));
  const payment_intent = session.payment_intent as string;
  const refund = await stripe.refunds.create({ payment_intent, amount: 1000 }, seller);
  expect(refund.status).toBe('succeeded');
  await moveClock(fixture, { by: '3600' });
  const failedRefund = await stripe.refunds.retrieve(refund.id, undefined, seller);
  expect(failedRefund).toMatchObject({ status: 'failed', failure_reason: 'expired_or_canceled_card' });
  const [charge] = (await stripe.charges.list({ payment_intent }, seller)).data;
  expect(charge).toMatchObject({ amount_refunded: 0, refunded: false });
  const { data } = await stripe.balanceTransactions.list({ source: refund.id }, seller);
  expect(data.map(({ type, net }) => [type, net])).toEqual([
    ['refund_failure', 1000],
    ['refund', -1000],
  ]);
  await sandbox.waitForDeliveries();
  expect(fixture.eventTypes()).toContain('refund.failed');
  await sandbox.close();
});
