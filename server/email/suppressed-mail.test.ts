import { expect, test } from 'vitest';

import { queueMail } from '#server/email/queries/outbox.ts';
import { findSuppression, suppressAddress } from '#server/email/queries/suppressed-addresses.ts';
import { findReceiptMail } from '#server/ledger/queries/order-details.ts';

import { MINUTE, openMailApp, queueTestMail, rowsOf } from '../testing/mail-app.ts';

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
    const { app, smtp } = await openMailApp();
    void smtp.fail({ stage: 'RCPT', response: answer });
    await queueTestMail(app, TO);
    await app.waitUntilIdle();
    const [row] = await rowsOf(app);
    expect(row?.status).toBe(answer.startsWith('4') ? 'waiting' : 'failed');
    expect(row?.lastError).toMatch(new RegExp(`^The mail server responded: ${answer.slice(0, 3)}`));
    expect(await findSuppression(app.context.db, 'buyer@example.com')).toBe(reason);
  },
);

test('does not suppress an address when the message itself is rejected', async () => {
  const { app, smtp } = await openMailApp();
  void smtp.fail({ stage: 'message', response: '550 5.1.1 spam' });
  await queueTestMail(app, TO);
  await app.waitUntilIdle();
  expect(await findSuppression(app.context.db, TO)).toBeNull();
});

test('sends requested mail to a suppressed address, and removes the suppression after a success', async () => {
  const { app, smtp } = await openMailApp();
  const { db, now, realNow, secrets } = app.context;
  await suppressAddress(db, { address: TO, reason: 'bounce', now: realNow() });
  await queueTestMail(app, TO, 'not asked for');
  const queueRequested = (key: string) =>
    queueMail(db, {
      key,
      to: TO,
      mail: { kind: 'confirmation_code', code: '042137' },
      seal: secrets.seal,
      now: now(),
    });
  void smtp.fail({ stage: 'RCPT', response: '550 5.1.1 unknown' });
  await queueRequested('first');
  await app.waitUntilIdle();
  expect(smtp.received).toEqual([]);
  expect(await findSuppression(db, TO)).toBe('bounce');
  await queueRequested('second');
  await app.waitUntilIdle();
  expect(smtp.received).toHaveLength(1);
  expect(await findSuppression(db, TO)).toBeNull();
  await queueTestMail(app, TO, 'welcome again');
  await app.waitUntilIdle();
  expect(smtp.received).toHaveLength(2);
  const states = (await rowsOf(app)).map(({ dedupKey, status }) => [dedupKey, status]);
  expect(Object.fromEntries(states)).toEqual({
    'not asked for': 'failed',
    first: 'failed',
    second: 'sent',
    'welcome again': 'sent',
  });
});

test('stores the last error in the row and clears it after a success', async () => {
  const { app, smtp } = await openMailApp();
  void smtp.fail({ stage: 'RCPT', response: `450 ${'busy '.repeat(200)}` });
  await queueTestMail(app, TO);
  await app.waitUntilIdle();
  const [row] = await rowsOf(app);
  expect(row?.lastError).toMatch(/^The mail server responded: 450 busy/);
  expect(row?.lastError?.length).toBeLessThanOrEqual(300);
  app.advance(MINUTE);
  await app.waitUntilIdle();
  expect(await rowsOf(app)).toMatchObject([{ status: 'sent', lastError: null }]);
});

test('reports no receipt for an order without one', async () => {
  const { app } = await openMailApp();
  expect(await findReceiptMail(app.context.db, crypto.randomUUID())).toEqual({
    state: 'none',
    at: null,
    reason: null,
  });
});
