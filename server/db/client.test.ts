import { sql } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';

import { openTestDatabase } from '#server/testing/test-database.ts';

import { isUniqueViolation, sqlStateOf, type Db } from './client.ts';

async function openDb(): Promise<Db> {
  const database = await openTestDatabase();
  onTestFinished(() => database.close());
  return database.db;
}

const select = sql`select 1 as one`;

test('throws when the outer handle is used inside a transaction, by any method', async () => {
  const db = await openDb();
  const methods: [string, () => unknown][] = [
    ['execute', () => db.execute(select)],
    ['select', () => db.select()],
    ['insert', () => db.insert({} as never)],
    ['update', () => db.update({} as never)],
    ['delete', () => db.delete({} as never)],
    ['transaction', () => db.transaction(async () => undefined)],
  ];
  await db.transaction(async (tx) => {
    for (const [method, run] of methods) {
      expect(run, method).toThrow(`The outer database handle was asked (${method}) inside a transaction`);
    }
    await tx.execute(select);
  });
});

test('throws in code that is called inside a transaction', async () => {
  const db = await openDb();
  const queryOuterHandle = async () => {
    await new Promise((resolve) => setImmediate(resolve));
    return db.execute(select);
  };
  await expect(db.transaction(() => queryOuterHandle())).rejects.toThrow('The outer database handle was asked');
  await expect(db.transaction((tx) => tx.transaction(() => queryOuterHandle()))).rejects.toThrow('The outer database');
});

test('answers outside of transactions, beside them and after them', async () => {
  const db = await openDb();
  const transaction = db.transaction(async (tx) => {
    await tx.execute(select);
    return 'done';
  });
  await db.execute(select);
  expect(await transaction).toBe('done');
  await db.execute(select);
});

test('repeats a transaction after a deadlock, at most twice, and no other failure', async () => {
  const db = await openDb();
  await db.execute(sql`create table notes (id serial primary key)`);
  const countRuns = async (sqlState: string, failures: number) => {
    let runs = 0;
    const result = await db
      .transaction(async (tx) => {
        runs += 1;
        await tx.execute(sql`insert into notes default values`);
        if (runs <= failures) throw Object.assign(new Error('conflict'), { code: sqlState });
        return 'done';
      })
      .catch((error: unknown) => sqlStateOf(error));
    return { runs, result };
  };
  expect(await countRuns('40P01', 1)).toEqual({ runs: 2, result: 'done' });
  expect(await countRuns('40001', 9)).toEqual({ runs: 3, result: '40001' });
  expect(await countRuns('23505', 1)).toEqual({ runs: 1, result: '23505' });
  expect((await db.execute(sql`select id from notes`)) as { rows: unknown[] }).toHaveProperty('rows.length', 1);
});

test('rolls back a transaction that throws', async () => {
  const db = await openDb();
  await db.execute(sql`create table notes (id int primary key)`);
  const broken = db.transaction(async (tx) => {
    await tx.execute(sql`insert into notes values (1)`);
    throw new Error('halfway');
  });
  await expect(broken).rejects.toThrow('halfway');
  const duplicateInsert = db.execute(sql`insert into notes values (1), (1)`);
  const error: unknown = await duplicateInsert.catch((reason: unknown) => reason);
  expect([sqlStateOf(error), isUniqueViolation(error)]).toEqual(['23505', true]);
  expect(isUniqueViolation(new Error('another'))).toBe(false);
  await db.execute(sql`insert into notes values (1)`);
});
