import { eq } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';

import { openTestDatabase } from '#server/testing-database.ts';

import { insertMany, isOneOf, updateMany } from './many-rows.ts';
import { outbox } from './schema-mail.ts';

type Row = typeof outbox.$inferSelect;

const NOW = new Date('2026-11-20T12:00:00.123Z');

const row = (name: string, change: Partial<Row> = {}): Row => ({
  id: crypto.randomUUID(),
  dedupKey: name,
  channel: 'mail',
  kind: 'receipt',
  recipient: 'buyer@example.com',
  props: { name, parts: [1, null, { deep: true }] },
  status: 'waiting',
  attempts: 0,
  nextAt: NOW,
  lastError: null,
  attemptId: null,
  createdAt: NOW,
  sentAt: null,
  ...change,
});

async function openDb() {
  const database = await openTestDatabase();
  onTestFinished(() => database.close());
  return database.db;
}

test('rows come back as they went in, whatever stands in them', async () => {
  const db = await openDb();
  const names = [
    `'; drop table outbox; --`,
    'ünïcödé \u202e 🎉 "quotes" \\ $1',
    'x'.repeat(10_000),
    '{}',
    '',
  ];
  const rows = names.map((name) => row(name));
  expect(await insertMany(db, outbox, rows)).toBe(names.length);
  const stored = await db.select().from(outbox);
  expect(new Map(stored.map((one) => [one.id, one]))).toEqual(new Map(rows.map((one) => [one.id, one])));
});

test('what the database cannot keep is left out, and the rest is kept', async () => {
  const db = await openDb();
  await insertMany(db, outbox, [row('key', { recipient: 'a\0b\ud800c', props: { deep: ['\0'] } })]);
  expect(await db.select().from(outbox)).toMatchObject([{ recipient: 'ab\ufffdc', props: { deep: [''] } }]);
});

test('what is there already is left as it is where that is said, and refused where it is not', async () => {
  const db = await openDb();
  await insertMany(db, outbox, [row('one')]);
  const more = [row('one', { recipient: 'other@example.com' }), row('two'), row('two')];
  await expect(insertMany(db, outbox, more)).rejects.toThrow();
  expect(await insertMany(db, outbox, more, true)).toBe(1);
  const [one] = await db.select().from(outbox).where(eq(outbox.dedupKey, 'one'));
  expect(one?.recipient).toBe('buyer@example.com');
});

test('only the columns that are named are written', async () => {
  const db = await openDb();
  const [one, two] = [row('one'), row('two')];
  await insertMany(db, outbox, [one, two]);
  const changed = { ...one, recipient: 'other@example.com', sentAt: NOW, attempts: 3 };
  await updateMany(db, outbox, [changed], new Set(['sentAt', 'attempts']));
  const found = await db
    .select()
    .from(outbox)
    .where(isOneOf(outbox.id, [one.id], 'uuid'));
  expect(found).toEqual([{ ...one, sentAt: NOW, attempts: 3 }]);
});
