import { expect, test } from 'vitest';

import { queueMail } from '#server/db/outbox.ts';
import { findReceiptMail } from '#server/db/receipt-mail.ts';
import { findSuppression, suppressAddress } from '#server/db/suppressed-addresses.ts';

import { MINUTE, openMailShop, queue, rowsOf } from './testing-mail-shop.ts';

const TO = 'Buyer@Example.com';

test.for([
  ['550 no such user', 'bounce'],
  ['550 5.1.1 <buyer@example.com> unknown', 'bounce'],
  ['553-5.1.3 bad address\r\n553 5.1.3 bad address', 'bounce'],
  ['550 5.2.1 mailbox closed', 'bounce'],
  ['550 5.7.1 your reputation is low', null],
  ['552 5.2.2 mailbox full', null],
  ['554 refused', null],
  ['450 4.1.1 later', null],
] as const)(
  'suppresses an address for a missing mailbox, but not for a policy rejection: %s',
  async ([answer, reason]) => {
    const { shop, smtp } = await openMailShop();
    void smtp.fail({ at: 'RCPT', answer });
    await queue(shop, TO);
    await shop.settled();
    const [row] = await rowsOf(shop);
    expect(row?.status).toBe(answer.startsWith('4') ? 'waiting' : 'failed');
    expect(row?.lastError).toMatch(new RegExp(`^The mail server said: ${answer.slice(0, 3)}`));
    expect(await findSuppression(shop.context.db, 'buyer@example.com')).toBe(reason);
  },
);

test('does not suppress an address when the message itself is rejected', async () => {
  const { shop, smtp } = await openMailShop();
  void smtp.fail({ at: 'message', answer: '550 5.1.1 spam' });
  await queue(shop, TO);
  await shop.settled();
  expect(await findSuppression(shop.context.db, TO)).toBeNull();
});

test('sends requested mail to a suppressed address, and removes the suppression after a success', async () => {
  const { shop, smtp } = await openMailShop();
  const { db, now, realNow, secrets } = shop.context;
  await suppressAddress(db, { address: TO, reason: 'bounce', now: realNow() });
  await queue(shop, TO, 'not asked for');
  const ask = (key: string) =>
    queueMail(db, {
      key,
      to: TO,
      mail: { kind: 'confirmation_code', code: '042137' },
      seal: secrets.seal,
      now: now(),
    });
  void smtp.fail({ at: 'RCPT', answer: '550 5.1.1 unknown' });
  await ask('first');
  await shop.settled();
  expect(smtp.received).toEqual([]);
  expect(await findSuppression(db, TO)).toBe('bounce');
  await ask('second');
  await shop.settled();
  expect(smtp.received).toHaveLength(1);
  expect(await findSuppression(db, TO)).toBeNull();
  await queue(shop, TO, 'welcome again');
  await shop.settled();
  expect(smtp.received).toHaveLength(2);
  const states = (await rowsOf(shop)).map(({ dedupKey, status }) => [dedupKey, status]);
  expect(Object.fromEntries(states)).toEqual({
    'not asked for': 'failed',
    first: 'failed',
    second: 'sent',
    'welcome again': 'sent',
  });
});

test('stores the last error in the row and clears it after a success', async () => {
  const { shop, smtp } = await openMailShop();
  void smtp.fail({ at: 'RCPT', answer: `450 ${'busy '.repeat(200)}` });
  await queue(shop, TO);
  await shop.settled();
  const [row] = await rowsOf(shop);
  expect(row?.lastError).toMatch(/^The mail server said: 450 busy/);
  expect(row?.lastError?.length).toBeLessThanOrEqual(300);
  shop.advance(MINUTE);
  await shop.settled();
  expect(await rowsOf(shop)).toMatchObject([{ status: 'sent', lastError: null }]);
});

test('reports no receipt for an order without one', async () => {
  const { shop } = await openMailShop();
  expect(await findReceiptMail(shop.context.db, crypto.randomUUID())).toEqual({
    state: 'none',
    at: null,
    reason: null,
  });
});
