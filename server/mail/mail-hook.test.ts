import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';

import { outbox } from '#server/db/schema-mail.ts';
import { findSuppression } from '#server/db/suppressed-addresses.ts';
import { openShop, type TestShop } from '#server/testing.ts';
import { openTestDatabase } from '#server/testing-database.ts';

import { openMailShop, queue, rowsOf } from './testing-mail-shop.ts';

const SECRET = 'a secret between two machines';
const env = { MAIL_HOOK_SECRET: SECRET };
const TO = 'Buyer@Example.com';

const tell = (shop: TestShop, body: unknown, authorization: string | null = `Bearer ${SECRET}`) =>
  shop.request('/webhooks/mail', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(authorization ? { authorization } : {}) },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

const bounce = (change: object = {}) => ({
  events: [{ type: 'bounce', permanent: true, recipient: TO, messageId: null, ...change }],
});

async function sentMail(shop: TestShop, to = TO): Promise<string> {
  await queue(shop, to);
  await shop.settled();
  const [row] = await shop.context.db.select().from(outbox).where(eq(outbox.recipient, to));
  return row?.id ?? '';
}

test('answers 404 without a secret', async () => {
  const shop = await openShop();
  expect((await tell(shop, bounce(), 'Bearer ')).status).toBe(404);
  expect((await tell(shop, bounce(), 'Bearer null')).status).toBe(404);
});

test('refuses a request without the secret', async () => {
  const { shop } = await openMailShop({ env });
  for (const shown of [null, 'Bearer', 'Bearer ', SECRET, `Bearer ${SECRET}x`, `Basic ${SECRET}`]) {
    const answer = await tell(shop, bounce(), shown);
    expect([shown, answer.status]).toEqual([shown, 401]);
  }
  expect(await findSuppression(shop.context.db, TO)).toBeNull();
});

test.for([
  'no json',
  '[]',
  '{}',
  { events: [{ ...bounce().events[0], type: 'opened' }] },
  { events: [{ ...bounce().events[0], more: 1 }] },
  { events: [{ ...bounce().events[0], permanent: 'yes' }] },
  { events: [{ ...bounce().events[0], recipient: 'not an address' }] },
  { events: [bounce().events[0]], more: 1 },
  { events: Array.from({ length: 501 }, () => bounce().events[0]) },
])('refuses a report of another shape: %j', async (body) => {
  const { shop } = await openMailShop({ env });
  expect((await tell(shop, body)).status).toBe(400);
  expect(await findSuppression(shop.context.db, TO)).toBeNull();
});

test('refuses a report that is too large', async () => {
  const { shop } = await openMailShop({ env });
  expect((await tell(shop, ' '.repeat(300_000))).status).toBe(413);
});

test.for([
  ['bounce', 'Mail to this address came back'],
  ['complaint', 'has reported ours as unwanted'],
] as const)('marks a mail as bounced and suppresses its address permanently: %s', async ([type, words]) => {
  const { shop, smtp } = await openMailShop({ env });
  const id = await sentMail(shop);
  const messageId = /^Message-ID: (.*)\r$/im.exec(smtp.received[0]?.message ?? '')?.[1];
  for (let turn = 0; turn < 2; turn++) {
    const answer = await tell(shop, bounce({ type, messageId }));
    expect([answer.status, await answer.json()]).toEqual([200, { received: 1 }]);
  }
  expect(await rowsOf(shop)).toMatchObject([
    { id, status: 'bounced', lastError: expect.stringContaining(words) },
  ]);
  await queue(shop, TO.toLowerCase(), 'another');
  await shop.settled();
  const rows = await rowsOf(shop);
  expect(rows.find(({ dedupKey }) => dedupKey === 'another')).toMatchObject({
    status: 'failed',
    lastError: expect.stringContaining(words),
  });
  expect(smtp.received).toHaveLength(1);
});

test('marks a temporary bounce, and sends to its address again', async () => {
  const { shop, smtp } = await openMailShop({ env });
  const id = await sentMail(shop);
  await tell(shop, bounce({ permanent: false, messageId: `<${id}@localhost>` }));
  expect(await rowsOf(shop)).toMatchObject([
    { status: 'bounced', lastError: 'The mailbox could not take it.' },
  ]);
  await queue(shop, TO, 'another');
  await shop.settled();
  expect(smtp.received).toHaveLength(2);
});

test('ignores a report for an unknown or unsent mail', async () => {
  const { shop, smtp } = await openMailShop({ env });
  void smtp.fail({ at: 'RCPT', answer: '554 5.7.1 not you' });
  const id = await sentMail(shop);
  for (const messageId of [
    `<${id}@localhost>`,
    `<${crypto.randomUUID()}@localhost>`,
    `'; drop table outbox`,
    '',
  ])
    expect((await tell(shop, bounce({ messageId, recipient: 'other@example.com' }))).status).toBe(200);
  expect(await rowsOf(shop)).toMatchObject([
    { status: 'failed', lastError: 'The mail server said: 554 5.7.1 not you' },
  ]);
});

test('answers 503 while the database is unavailable', async () => {
  const database = await openTestDatabase();
  const shop = await openShop({ env, database: { ...database, close: async () => undefined } });
  await database.close();
  expect((await tell(shop, bounce())).status).toBe(503);
});
