import { readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { sql } from 'drizzle-orm';
import { expect, inject, test } from 'vitest';

import { configFrom, type Config } from '#server/config.ts';
import { isBroken } from '#server/invariants/check-invariants.ts';
import { openSecrets } from '#server/secrets.ts';
import { BACKUP_KEY, emptyDatabase, openBackedUp, openly, rowsIn } from '#server/testing-backups.ts';
import { sharedByTests } from '#server/testing-ends.ts';

import { makeBackup } from './make-backup.ts';
import type { Manifest } from './manifest.ts';
import { inMoment } from './moment.ts';
import { readBackup } from './read-backup.ts';
import { restoreBackup } from './restore-backup.ts';
import { expectRestored } from './testing-restored.ts';

const given = sharedByTests(openBackedUp);

test('restores a backup row by row and continues its sequences', async () => {
  const database = await emptyDatabase();
  await expectRestored(given(), database);
});

test('produces the same backup after a restore, and still notifies page changes', async () => {
  const { shop, config, manifest, open, folder } = given();
  const database = await emptyDatabase();
  await restoreBackup(config, database, { file: open });
  const again = await makeBackup({ ...shop.context, db: database.db }, path.join(folder, 'again.backup'));
  const sums = ({ tables }: Manifest) =>
    tables.filter(({ name }) => name !== 'audit_entries').map(({ name, sha256 }) => [name, sha256]);
  expect(sums(again)).toEqual(sums(manifest));
  const heard = Promise.withResolvers<string>();
  const listening = database.listen({
    hear: heard.resolve,
    connected: () => undefined,
    lost: () => undefined,
  });
  await listening.caughtUp();
  await database.db.execute(sql`update pages set unpublished_at = now()`);
  expect(await heard.promise).toMatch(/^[0-9a-f-]{36}$/);
  await listening.close();
});

/** The same bytes with one bit flipped. */
function bent(bytes: Buffer, place: number): Buffer {
  const changed = Buffer.from(bytes);
  const index = Math.floor((bytes.length - 1) * place);
  changed[index] = (changed[index] ?? 0) ^ 1;
  return changed;
}

const cut = (bytes: Buffer, part: number): Buffer => bytes.subarray(0, Math.floor(bytes.length * part));

test('changes nothing when a backup is damaged, truncated, foreign, newer or encrypted with another key', async () => {
  const { config, folder, manifest, ...files } = given();
  const database = await emptyDatabase();
  const [open, sealed] = [await readFile(files.open), await readFile(files.sealed)];
  const newer = open.toString('latin1').replace(`"schema":"${manifest.schema}"`, '"schema":"9999_newer"');
  const cases: [string, Buffer, RegExp][] = [
    ['empty', Buffer.alloc(0), /no backup of Tillwright/],
    ['foreign', Buffer.from('PGDMP and more of another program\n'), /no backup of Tillwright/],
    ['a head of its own', Buffer.from(newer, 'latin1'), /broken/],
    ['a chunk too many', Buffer.concat([sealed, sealed.subarray(-2000)]), /broken/],
  ];
  for (const place of [0.2, 0.5, 0.9, 1]) {
    cases.push([`open, a bit at ${place}`, bent(open, place), /broken/]);
    cases.push([`sealed, a bit at ${place}`, bent(sealed, place), /broken/]);
  }
  for (const part of [0.01, 0.3, 0.99]) {
    cases.push([`open, cut at ${part}`, cut(open, part), /broken|no backup/]);
    cases.push([`sealed, cut at ${part}`, cut(sealed, part), /broken|no backup/]);
  }
  for (const [name, bytes, says] of cases) {
    const file = path.join(folder, 'hostile.backup');
    await writeFile(file, bytes);
    await expect(restoreBackup(config, database, { file }), name).rejects.toThrow(says);
  }
  const otherKey = { ...config.operation, backupKey: 'another key of at least 32 letters' };
  const others: [Config, RegExp][] = [
    [openly(config), /set BACKUP_KEY/],
    [{ ...config, operation: otherKey }, /another BACKUP_KEY/],
    [{ ...config, authSecret: 'another secret, which is as long as it must be' }, /another AUTH_SECRET/],
    [{ ...config, mode: 'live' }, /in the sandbox, and this one runs in live mode/],
  ];
  for (const [other, says] of others)
    await expect(restoreBackup(other, database, { file: files.sealed })).rejects.toThrow(says);
  expect(await rowsIn(database, `select from pg_tables where schemaname in ('public', 'drizzle')`)).toEqual(
    [],
  );
});

test('restores a backup from before a change of AUTH_SECRET when the old secret is also configured', async () => {
  const { config, open } = given();
  const young = 'the secret of today, as long as it must be';
  const changed = { ...config, authSecret: young, authSecretAlso: config.authSecret };
  const { findings } = await restoreBackup(changed, await emptyDatabase(), { file: open });
  expect(findings.filter(isBroken)).toEqual([]);
});

test('refuses a backup of a newer schema and keeps the existing data', async () => {
  const { shop, config, open, folder } = given();
  const ahead = await emptyDatabase();
  await restoreBackup(config, ahead, { file: open });
  await ahead.db.execute(
    sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('x', 9999999999999)`,
  );
  const file = path.join(folder, 'newer.backup');
  await makeBackup({ ...shop.context, db: ahead.db }, file);
  await expect(restoreBackup(config, ahead, { file, replace: true })).rejects.toThrow(/newer Tillwright/);
  expect(await rowsIn(ahead, 'select email from orders')).toEqual([{ email: 'buyer@example.com' }]);
});

test('refuses a database that is not empty, and replaces it only on request', async () => {
  const { config, open } = given();
  const database = await emptyDatabase();
  await restoreBackup(config, database, { file: open });
  await database.db.execute(sql`update orders set email = 'kept@example.com'`);
  await expect(restoreBackup(config, database, { file: open })).rejects.toThrow(/not empty/);
  expect(await rowsIn(database, 'select email from orders')).toEqual([{ email: 'kept@example.com' }]);
  await restoreBackup(config, database, { file: open, replace: true });
  expect(await rowsIn(database, 'select email from orders')).toEqual([{ email: 'buyer@example.com' }]);
});

test('disables query timeouts within a snapshot', async () => {
  const { db } = await emptyDatabase();
  const limits = await inMoment(db, 'write', ({ ask }) =>
    ask(`select current_setting('statement_timeout') as statement,
      current_setting('idle_in_transaction_session_timeout') as idle`),
  );
  expect(limits).toEqual([{ statement: '0', idle: '0' }]);
});

test('refuses tables of another application', async () => {
  const { config, open } = given();
  const database = await emptyDatabase();
  await database.db.execute(sql`create table notes as select 42 as answer`);
  for (const replace of [false, true])
    await expect(restoreBackup(config, database, { file: open, replace })).rejects.toThrow(/not Tillwright/);
  expect(await rowsIn(database, 'select answer from notes')).toEqual([{ answer: 42 }]);
});

test('reads one snapshot despite concurrent writes', async () => {
  const { db } = given().shop.context;
  const now = 'select count(*)::int as count from visit_salts';
  await inMoment(db, 'read', async ({ ask }) => {
    const before = await ask(now);
    const writing = db.execute(sql`insert into visit_salts (day, salt) values ('2020-01-01', 'x')`);
    // On the embedded database the write waits for the end of the transaction.
    if (inject('postgres')) await writing;
    expect(await ask(now)).toEqual(before);
    void writing.catch(() => undefined);
  });
});

test('makes backups readable by the owner only, and encrypts each one differently', async () => {
  const { shop, open, sealed, folder, manifest } = given();
  for (const file of [open, sealed]) expect((await stat(file)).mode & 0o777).toBe(0o600);
  const other = path.join(folder, 'other.backup');
  await makeBackup(shop.context, other);
  const [one, two] = [await readFile(sealed), await readFile(other)];
  expect(one.subarray(300, 400).equals(two.subarray(300, 400))).toBe(false);
  expect((await readBackup(other, BACKUP_KEY)).tables).toHaveLength(manifest.tables.length);
  expect(one.includes('buyer@example.com')).toBe(false);
});

test('includes the secrets of the data folder in encrypted backups only, and restores them', async () => {
  const { shop, folder } = given();
  const [from, to] = [path.join(folder, 'from'), path.join(folder, 'to')];
  const own = configFrom({ DATA_DIR: from, BACKUP_KEY });
  const secrets = await openSecrets(own);
  const [full, bare] = [path.join(folder, 'full.backup'), path.join(folder, 'bare.backup')];
  const made = await makeBackup({ ...shop.context, config: own, secrets }, full);
  expect(made.files.map(({ name }) => name)).toEqual(['secrets.json']);
  await restoreBackup(configFrom({ DATA_DIR: to, BACKUP_KEY }), await emptyDatabase(), { file: full });
  const secretsIn = (dataDir: string) => readFile(path.join(dataDir, 'secrets.json'), 'utf8');
  expect(await secretsIn(to)).toBe(await secretsIn(from));
  expect((await stat(path.join(to, 'secrets.json'))).mode & 0o777).toBe(0o600);
  expect((await makeBackup({ ...shop.context, config: openly(own), secrets }, bare)).files).toEqual([]);
  const elsewhere = configFrom({ DATA_DIR: path.join(folder, 'elsewhere') });
  const database = await emptyDatabase();
  await expect(restoreBackup(elsewhere, database, { file: bare })).rejects.toThrow(/Put the secrets.json/);
  await restoreBackup(elsewhere, database, { file: bare, otherSecrets: true });
});
