import { expect, test } from 'vitest';
import { buy, look, openRehearsal, openSeller, order, post, typed, type Rehearsal } from '../rehearsal.ts';

const ask = async ({ sandbox }: Rehearsal, fields: Record<string, string>) => {
  const answer = await sandbox.pages.request('/clock', {
    method: 'POST',
    headers: { accept: 'application/json' },
    body: new URLSearchParams(fields),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, string> };
};

test('reads the clock as JSON and moves it by seconds or to a date', async () => {
  const rehearsal = openRehearsal();
  const read = async () => {
    const { now } = (await (await look(rehearsal.sandbox, '/clock.json')).json()) as { now: string };
    return Date.parse(now);
  };
  const before = await read();
  expect(Math.abs(before - Date.now())).toBeLessThan(5000);
  const moved = await ask(rehearsal, { by: '86400' });
  expect(moved.status).toBe(200);
  expect(Date.parse(moved.body['now'] ?? '') - before).toBeGreaterThanOrEqual(86_400_000);
  const to = new Date(before + 10 * 86_400_000).toISOString();
  await ask(rehearsal, { to });
  expect((await read()) - Date.parse(to)).toBeLessThan(5000);
  expect(rehearsal.sandbox.now().getTime()).toBeGreaterThanOrEqual(Date.parse(to));
  await rehearsal.sandbox.close();
});

test('moves by a month to the same day and reads a date without a zone as UTC', async () => {
  const rehearsal = openRehearsal();
  const year = new Date().getUTCFullYear() + 1;
  await ask(rehearsal, { to: `${year}-01-31T10:30` });
  expect(rehearsal.sandbox.now().toISOString().slice(0, 16)).toBe(`${year}-01-31T10:30`);
  await ask(rehearsal, { by: 'month' });
  expect(rehearsal.sandbox.now().toISOString().slice(5, 7)).toBe('02');
  await rehearsal.sandbox.close();
});

test('refuses to move back, to an invalid date or too far', async () => {
  const rehearsal = openRehearsal();
  const before = rehearsal.sandbox.now().getTime();
  const answers = [];
  for (const fields of [{ to: '2020-01-01' }, { to: '9999-01-01' }, { to: 'soon' }, { by: '-5' }, {}])
    answers.push(await ask(rehearsal, fields as Record<string, string>));
  expect(answers.map(({ status, body }) => [status, body['error']])).toEqual([
    [422, 'The clock only goes forward. Choose a later date.'],
    [422, 'That is too far: at most 5 years at once.'],
    [422, 'Choose a date.'],
    [422, 'Give a whole number of seconds above zero.'],
    [422, 'Choose a date.'],
  ]);
  expect(rehearsal.sandbox.now().getTime() - before).toBeLessThan(5000);
  const page = await post(rehearsal.sandbox, '/clock', { to: '2020-01-01' });
  expect([page.status, await page.text()]).toEqual([422, expect.stringContaining('only goes forward')]);
  await rehearsal.sandbox.close();
});

test('lists the events that a move of the clock caused', async () => {
  const rehearsal = openRehearsal();
  const { sandbox } = rehearsal;
  const seller = await openSeller(rehearsal);
  await buy(rehearsal, seller, order({ mode: 'subscription' }));
  const moved = await post(sandbox, '/clock', { by: 'month' });
  expect(moved.status).toBe(303);
  const to = moved.headers.get('location') ?? '';
  expect(to).toMatch(/^\/sandbox\/clock\?since=\d+$/);
  const text = await (await look(sandbox, to.replace('/sandbox', ''))).text();
  expect(text).toContain('<code>invoice.created</code>');
  expect(text).toContain(`/sandbox/dashboard/${seller.stripeAccount}#events`);
  expect(text).not.toContain('<code>checkout.session.completed</code>');
  expect(text).toContain('An invoice is finalised and charged');
  await sandbox.close();
});

test('marks a pending refund as succeeded an hour later', async () => {
  const rehearsal = openRehearsal();
  const { stripe, sandbox } = rehearsal;
  const seller = await openSeller(rehearsal);
  const { session } = await buy(rehearsal, seller, order(), typed('4000 0000 0000 7726'));
  const payment_intent = session.payment_intent as string;
  const { id, status } = await stripe.refunds.create({ payment_intent }, seller);
  expect(status).toBe('pending');
  await ask(rehearsal, { by: '3600' });
  expect((await stripe.refunds.retrieve(id, undefined, seller)).status).toBe('succeeded');
  await sandbox.settled();
  expect(rehearsal.types().slice(-2)).toEqual(['refund.updated', 'charge.refund.updated']);
  await sandbox.close();
});

test('returns the amount of a failed refund to the seller', async () => {
  const rehearsal = openRehearsal();
  const { stripe, sandbox } = rehearsal;
  const seller = await openSeller(rehearsal);
  const { session } = await buy(rehearsal, seller, order(), typed('4000 0000 0000 5126'));
  const payment_intent = session.payment_intent as string;
  const kept = await stripe.refunds.create({ payment_intent, amount: 1000 }, seller);
  expect(kept.status).toBe('succeeded');
  await ask(rehearsal, { by: '3600' });
  const failed = await stripe.refunds.retrieve(kept.id, undefined, seller);
  expect(failed).toMatchObject({ status: 'failed', failure_reason: 'expired_or_canceled_card' });
  const [charge] = (await stripe.charges.list({ payment_intent }, seller)).data;
  expect(charge).toMatchObject({ amount_refunded: 0, refunded: false });
  const { data } = await stripe.balanceTransactions.list({ source: kept.id }, seller);
  expect(data.map(({ type, net }) => [type, net])).toEqual([
    ['refund_failure', 1000],
    ['refund', -1000],
  ]);
  await sandbox.settled();
  expect(rehearsal.types()).toContain('refund.failed');
  await sandbox.close();
});
