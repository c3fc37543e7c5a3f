import { eq } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';

import { openTestDatabase } from '#server/testing/test-database.ts';

import { insertMissing, insertMany, isOneOf, updateMany } from './bulk-rows.ts';
import { outbox } from './schema-outbox.ts';

type Row = typeof outbox.$inferSelect;

const NOW = new Date('2026-11-20T12:00:00.123Z');

const row = (name: string, overrides: Partial<Row> = {}): Row => ({
  id: crypto.randomUUID(),
  dedupKey: name,
  channel: 'mail',
  kind: 'receipt',
  recipient: 'buyer@example.com',
  props: { name, list: [1, null, { deep: true }] },
  status: 'waiting',
  tries: 0,
  nextAt: NOW,
  lastError: null,
  attemptId: null,
  createdAt: NOW,
  sentAt: null,
  ...overrides,
});

async function openDb() {
  const database = await openTestDatabase();
  onTestFinished(() => database.close());
  return database.db;
}

test('stores and returns any text unchanged', async () => {
  const db = await openDb();
  const names = [`'; drop table outbox; --`, 'ünïcödé \u202e 🎉 "quotes" \\ $1', 'x'.repeat(10_000), '{}', ''];
  const rows = names.map((name) => row(name));
  expect(await insertMany(db, outbox, rows)).toBe(names.length);
  const stored = await db.select().from(outbox);
  expect(new Map(stored.map((first) => [first.id, first]))).toEqual(new Map(rows.map((first) => [first.id, first])));
});

test('rejects all rows when one contains invalid text', async () => {
  const db = await openDb();
  for (const name of ['a\0b', 'a\ud800b'])
    await expect(insertMany(db, outbox, [row('good'), row(name)])).rejects.toThrow();
  expect(await db.select().from(outbox)).toEqual([]);
});

test('skips existing rows when asked to, and rejects them otherwise', async () => {
  const db = await openDb();
  await insertMany(db, outbox, [row('one')]);
  const more = [row('one', { recipient: 'other@example.com' }), row('two'), row('two')];
  await expect(insertMany(db, outbox, more)).rejects.toThrow();
  expect(await insertMany(db, outbox, more, true)).toBe(1);
  const [first] = await db.select().from(outbox).where(eq(outbox.dedupKey, 'one'));
  expect(first?.recipient).toBe('buyer@example.com');
});

test('updates only the named columns', async () => {
  const db = await openDb();
  const [first, second] = [row('one'), row('two')];
  await insertMany(db, outbox, [first, second]);
  const changed = { ...first, recipient: 'other@example.com', sentAt: NOW, tries: 3 };
  await updateMany(db, outbox, [changed], new Set(['sentAt', 'tries']));
  const stored = await db
    .select()
    .from(outbox)
    .where(isOneOf(outbox.id, [first.id], 'uuid'));
  expect(stored).toEqual([{ ...first, sentAt: NOW, tries: 3 }]);
});

test('returns only the ids of inserted rows', async () => {
  const db = await openDb();
  const [first, second, duplicate] = [row('one'), row('two'), row('two')];
  expect(await insertMissing(db, outbox, [first])).toEqual(new Set([first.id]));
  expect(await insertMissing(db, outbox, [row('one'), second, duplicate])).toEqual(new Set([second.id]));
  expect(await insertMissing(db, outbox, [])).toEqual(new Set());
});
