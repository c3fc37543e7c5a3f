import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { sql } from 'drizzle-orm';
import { expect, inject, onTestFinished, test } from 'vitest';

import { newPostgresDatabase } from '../../scripts/test-postgres.ts';
import type { Database } from './client.ts';
import { openEmbedded } from './open-embedded.ts';
import { openPostgres } from './open-postgres.ts';
import { users } from './schema-users.ts';

/** A copy of the migrations that ends before the one with this tag; `addRest` adds the others. */
async function copyMigrationsBefore(tag: string): Promise<{ folder: string; addRest: () => Promise<void> }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'tillwright-migrations-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await cp('drizzle', folder, { recursive: true });
  const journalFile = path.join(folder, 'meta/_journal.json');
  const journalText = await readFile(journalFile, 'utf8');
  const journal = JSON.parse(journalText) as { entries: { tag: string }[] };
  const end = journal.entries.findIndex((entry) => entry.tag === tag);
  await writeFile(journalFile, JSON.stringify({ ...journal, entries: journal.entries.slice(0, end) }));
  return { folder, addRest: () => writeFile(journalFile, journalText) };
}

/** Concurrent clients of a new PostgreSQL database, or one embedded database used by all. */
async function openDatabases(count: number, migrationsFolder = 'drizzle'): Promise<Database[]> {
  const server = inject('postgres');
  if (!server) {
    const database = await openEmbedded(null, migrationsFolder);
    onTestFinished(() => database.close());
    return Array<Database>(count).fill(database);
  }
  const { url, drop } = await newPostgresDatabase(server);
  const databases = Array.from({ length: count }, () => openPostgres(url, migrationsFolder, () => undefined));
  onTestFinished(async () => {
    for (const database of databases) await database.close();
    await drop();
  });
  return databases;
}

const listAppliedMigrations = async ({ db }: Database) => {
  const answer: unknown = await db.execute(sql`select hash from drizzle.__drizzle_migrations`);
  return (answer as { rows: { hash: string }[] }).rows.map(({ hash }) => hash);
};

test('migrates a new database once when several processes start at the same time', async () => {
  const [first, ...otherDatabases] = await openDatabases(4);
  if (!first) throw new Error('No database');
  if (first.embedded) for (const database of [first, ...otherDatabases]) await database.migrate();
  else await Promise.all([first, ...otherDatabases].map((database) => database.migrate()));
  const applied = await listAppliedMigrations(first);
  expect(applied.length).toBeGreaterThan(0);
  expect(new Set(applied).size).toBe(applied.length);
  expect(await first.db.select().from(users)).toEqual([]);
  await first.migrate();
  expect(await listAppliedMigrations(first)).toEqual(applied);
});

/** Inserts rows with values of earlier versions, and next to each a similar one that must not change. */
async function insertFormerValues({ db }: Database): Promise<void> {
  const id = sql`gen_random_uuid()`;
  await db.transaction(async (tx) => {
    // The rows need no parents.
    await tx.execute(sql`set local session_replication_role = replica`);
    for (const status of ['parked', 'done'])
      await tx.execute(sql`
        insert into stripe_events (mode, id, scope, account_id, type, object_id, status, next_at, created_at, received_at)
        values ('live', ${status}, 'connect', '', '', '', ${status}, now(), now(), now())`);
    for (const kind of ['email_change_asked', 'phone_change_asked', 'recovery_asked', 'signed_in'])
      await tx.execute(sql`insert into security_events (id, user_id, kind, at) values (${id}, ${id}, ${kind}, now())`);
    for (const [key, kind, props] of [
      ['a', 'security_notice', { event: 'phone_change_asked', detail: 'x' }],
      ['b', 'security_notice', { event: 'password_changed' }],
      ['plan_canceled:live:s:wish:7', 'plan_canceled', {}],
      ['dispute_notice:live:acct:dp_1:asked', 'dispute_notice', {}],
      ['dispute_notice:live:acct:dp_1', 'dispute_notice', {}],
    ] as const)
      await tx.execute(sql`
        insert into outbox (id, dedup_key, kind, recipient, props, status, next_at, created_at)
        values (${id}, ${key}, ${kind}, '', ${JSON.stringify(props)}::jsonb, 'waiting', now(), now())`);
    for (const [key, kind] of [
      ['disputed dp_1 asked', 'disputed'],
      ['disputed dp_1', 'disputed'],
      ['refund_asked r asked', 'refund_asked'],
    ]) {
      await tx.execute(sql`
        insert into order_events (id, attempt_id, key, kind, at) values (${id}, ${id}, ${key}, ${kind}, now())`);
      await tx.execute(sql`
        insert into webhook_events (id, mode, seller_id, key, type, body, summary, created_at)
        values (${id}, 'live', ${id}, ${`a ${key}`}, ${kind === 'disputed' ? 'dispute.opened' : 'refund.requested'}, '', '', now())`);
    }
    for (const [actor, action, subject] of [
      ['shop', 'plan_changed', 'sub_1'],
      ['operator', 'secrets_resealed', 'shop'],
      ['operator', 'events_replayed', 'parked'],
      ['seller', 'sign_in_failed', 'nobody'],
      ['seller', 'slug_changed', 'shop'],
    ])
      await tx.execute(sql`
        insert into audit_entries (id, at, actor, action, subject) values (${id}, now(), ${actor}, ${action}, ${subject})`);
    for (const account of ['', 'acct_1', ':books', ':refusals', ':open']) {
      await tx.execute(sql`
        insert into reconcile_cursors (mode, account_id, listed_until, next_at) values ('live', ${account}, now(), now())`);
      await tx.execute(sql`
        insert into job_starts (name, starts, started_at) values (${`cursor live ${account}`}, 1, now())`);
    }
    for (const key of ['puzzle:n1', 'puzzles:n2'])
      await tx.execute(sql`insert into rate_buckets (key, window_end, count) values (${key}, now(), 1)`);
  });
}

test('sums the orders of earlier versions by day', async () => {
  const { folder, addRest } = await copyMigrationsBefore('0030_order_days');
  const [database] = await openDatabases(1, folder);
  if (!database) throw new Error('No database');
  await database.migrate();
  const id = sql`gen_random_uuid()`;
  await database.db.transaction(async (tx) => {
    // The rows need no parents.
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.execute(sql`insert into sellers (id, user_id, created_at) values (${id}, ${id}, now())`);
    for (const [number, state, createdAt] of [
      [1, 'paid', '2026-03-01T00:00:00Z'],
      [2, 'paid', '2026-03-01T23:59:59Z'],
      [3, 'refunded', '2026-03-01T12:00:00Z'],
      [4, 'paid', '2026-03-02T00:00:00Z'],
    ] as const)
      await tx.execute(sql`
        insert into orders (id, mode, seller_id, number, attempt_id, page_id, version_id, account_id, session_id, state,
          currency, original, discount, total, received, created_at)
        select ${id}, 'live', id, ${number}::int, ${id}, id, ${id}, '', ${String(number)}, ${state}, 'USD', 100, 0, 100, 100,
          ${createdAt}::timestamptz from sellers`);
  });
  await addRest();
  await database.migrate();
  const listDays = async () => {
    const answer: unknown = await database.db.execute(sql`
      select day::text || ' ' || state || ' ' || orders || ' ' || received as value from order_days order by 1`);
    return (answer as { rows: { value: string }[] }).rows.map(({ value }) => value);
  };
  expect(await listDays()).toEqual(['2026-03-01 paid 2 200', '2026-03-01 refunded 1 100', '2026-03-02 paid 1 100']);
  await database.db.execute(sql`update orders set state = 'refunded' where number = 2`);
  expect(await listDays()).toEqual(['2026-03-01 paid 1 100', '2026-03-01 refunded 2 200', '2026-03-02 paid 1 100']);
});

test('gives stored values their standard names and leaves all others unchanged', async () => {
  const { folder, addRest } = await copyMigrationsBefore('0022_standard_values');
  const [database] = await openDatabases(1, folder);
  if (!database) throw new Error('No database');
  await database.migrate();
  await insertFormerValues(database);
  await addRest();
  await database.migrate();
  const list = async (query: ReturnType<typeof sql>) => {
    const answer: unknown = await database.db.execute(query);
    return (answer as { rows: { value: string }[] }).rows.map(({ value }) => value);
  };
  expect({
    statuses: await list(sql`select id || ' ' || status as value from stripe_events order by 1`),
    securityEvents: await list(sql`select kind as value from security_events order by 1`),
    notices: await list(sql`select props::text as value from outbox where kind = 'security_notice' order by dedup_key`),
    mailKeys: await list(sql`select dedup_key as value from outbox where kind <> 'security_notice' order by 1`),
    orderEvents: await list(sql`select key as value from order_events order by 1`),
    webhookEvents: await list(sql`select key as value from webhook_events order by 1`),
    audit: await list(sql`select actor || ' ' || action || ' ' || subject as value from audit_entries order by 1`),
    cursors: await list(sql`select account_id as value from reconcile_cursors order by 1`),
    jobs: await list(sql`select name as value from job_starts order by 1`),
    buckets: await list(sql`select key as value from rate_buckets order by 1`),
  }).toEqual({
    statuses: ['done done', 'parked dead_lettered'],
    securityEvents: ['email_change_requested', 'phone_change_requested', 'recovery_requested', 'signed_in'],
    notices: ['{"event": "phone_change_requested", "detail": "x"}', '{"event": "password_changed"}'],
    mailKeys: [
      'dispute_notice:live:acct:dp_1',
      'dispute_notice:live:acct:dp_1:inquiry',
      'plan_canceled:live:s:plan_change:7',
    ],
    orderEvents: ['disputed dp_1', 'disputed dp_1 inquiry', 'refund_asked r asked'],
    webhookEvents: ['a disputed dp_1', 'a disputed dp_1 inquiry', 'a refund_asked r asked'],
    audit: [
      'operator events_replayed dead_lettered',
      'operator secrets_resealed system',
      'seller sign_in_failed unknown',
      'seller slug_changed shop',
      'system plan_changed sub_1',
    ],
    cursors: ['', ':declines', ':ledger', ':open', 'acct_1'],
    jobs: ['cursor live ', 'cursor live :declines', 'cursor live :ledger', 'cursor live :open', 'cursor live acct_1'],
    buckets: ['proof-of-work:n1', 'puzzles:n2'],
  });
  await expect(database.db.execute(sql`update audit_entries set actor = 'shop'`)).rejects.toThrow();
});
