import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';

import { outbox } from '#server/db/schema-outbox.ts';
import { findSuppression } from '#server/email/queries/suppressed-addresses.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';
import { openTestDatabase } from '#server/testing/test-database.ts';

import { openMailApp, queueTestMail, rowsOf } from '../testing/mail-app.ts';

const SECRET = 'a secret between two machines';
const env = { MAIL_HOOK_SECRET: SECRET };
const TO = 'Buyer@Example.com';

const postEvents = (app: TestApp, body: unknown, authorization: string | null = `Bearer ${SECRET}`) =>
  app.request('/webhooks/mail', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(authorization ? { authorization } : {}) },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

const bounce = (change: object = {}) => ({
  events: [{ type: 'bounce', permanent: true, recipient: TO, messageId: null, ...change }],
});

async function sentMail(app: TestApp, to = TO): Promise<string> {
  await queueTestMail(app, to);
  await app.waitUntilIdle();
  const [row] = await app.context.db.select().from(outbox).where(eq(outbox.recipient, to));
  return row?.id ?? '';
}

test('answers 404 without a secret', async () => {
  const app = await createTestApp();
  expect((await postEvents(app, bounce(), 'Bearer ')).status).toBe(404);
  expect((await postEvents(app, bounce(), 'Bearer null')).status).toBe(404);
});

test('refuses a request without the secret', async () => {
  const { app } = await openMailApp({ env });
  for (const authorization of [null, 'Bearer', 'Bearer ', SECRET, `Bearer ${SECRET}x`, `Basic ${SECRET}`]) {
    const answer = await postEvents(app, bounce(), authorization);
    expect([authorization, answer.status]).toEqual([authorization, 401]);
  }
  expect(await findSuppression(app.context.db, TO)).toBeNull();
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
  const { app } = await openMailApp({ env });
  expect((await postEvents(app, body)).status).toBe(400);
  expect(await findSuppression(app.context.db, TO)).toBeNull();
});

test('refuses a report that is too large', async () => {
  const { app } = await openMailApp({ env });
  expect((await postEvents(app, ' '.repeat(300_000))).status).toBe(413);
});

test.for([
  ['bounce', 'Emails to this address bounce'],
  ['complaint', 'The recipient reported our emails as spam'],
] as const)('marks a mail as bounced and suppresses its address permanently: %s', async ([type, error]) => {
  const { app, smtp } = await openMailApp({ env });
  const id = await sentMail(app);
  const messageId = /^Message-ID: (.*)\r$/im.exec(smtp.received[0]?.message ?? '')?.[1];
  for (let i = 0; i < 2; i++) {
    const answer = await postEvents(app, bounce({ type, messageId }));
    expect([answer.status, await answer.json()]).toEqual([200, { received: 1 }]);
  }
  expect(await rowsOf(app)).toMatchObject([{ id, status: 'bounced', lastError: expect.stringContaining(error) }]);
  await queueTestMail(app, TO.toLowerCase(), 'another');
  await app.waitUntilIdle();
  const rows = await rowsOf(app);
  expect(rows.find(({ dedupKey }) => dedupKey === 'another')).toMatchObject({
    status: 'failed',
    lastError: expect.stringContaining(error),
  });
  expect(smtp.received).toHaveLength(1);
});

test('marks a temporary bounce, and sends to its address again', async () => {
  const { app, smtp } = await openMailApp({ env });
  const id = await sentMail(app);
  await postEvents(app, bounce({ permanent: false, messageId: `<${id}@localhost>` }));
  expect(await rowsOf(app)).toMatchObject([
    { status: 'bounced', lastError: 'The address can’t receive emails right now.' },
  ]);
  await queueTestMail(app, TO, 'another');
  await app.waitUntilIdle();
  expect(smtp.received).toHaveLength(2);
});

test('ignores a report for an unknown or unsent mail', async () => {
  const { app, smtp } = await openMailApp({ env });
  void smtp.fail({ stage: 'RCPT', response: '554 5.7.1 not you' });
  const id = await sentMail(app);
  for (const messageId of [`<${id}@localhost>`, `<${crypto.randomUUID()}@localhost>`, `'; drop table outbox`, ''])
    expect((await postEvents(app, bounce({ messageId, recipient: 'other@example.com' }))).status).toBe(200);
  expect(await rowsOf(app)).toMatchObject([
    { status: 'failed', lastError: 'The mail server responded: 554 5.7.1 not you' },
  ]);
});

test('answers 503 while the database is unavailable', async () => {
  const database = await openTestDatabase();
  const app = await createTestApp({ env, database: { ...database, close: async () => undefined } });
  await database.close();
  expect((await postEvents(app, bounce())).status).toBe(503);
});
