import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';

import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';

import { openPostgres } from '#server/db/open-postgres.ts';
import { createTestApp } from '#server/testing/test-app.ts';

import { missingBackupTools, pgDumpMajor } from '../test-postgres.ts';
import { openImagePostgres, type ImagePostgres } from './compose.ts';

const SETTINGS = { DOMAIN: 'shop.example', OPERATOR_EMAIL: 'owner@shop.example' };
const PASSWORDS = { DATABASE_PASSWORD: 'theShops', POSTGRES_PASSWORD: 'theServers' };

const missing = missingBackupTools();
let postgres: ImagePostgres;
const folder = mkdtempSync(path.join(tmpdir(), 'tillwright-role-'));
beforeAll(async () => {
  postgres = await openImagePostgres(
    { ...SETTINGS, ...PASSWORDS },
    missing === null ? (pgDumpMajor() ?? Infinity) : Infinity,
  );
});
afterAll(async () => {
  await postgres.close();
  rmSync(folder, { recursive: true });
});

async function querySql(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client
    .query(sql)
    .then(({ rows }: { rows: unknown[] }) => rows)
    .finally(() => client.end());
}

async function run(script: string, ...args: string[]): Promise<{ output: string; code: number | null }> {
  const env = {
    PATH: process.env.PATH,
    DATABASE_URL: postgres.shopUrl,
    AUTH_SECRET: 'a secret that is as long as it must be',
    DATA_DIR: path.join(folder, 'data'),
    BACKUP_DIR: path.join(folder, 'backups'),
  };
  const child = spawn(process.execPath, [`server/ops/commands/${script}.ts`, ...args], { env });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [output, errors, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { output: output + errors, code };
}

test('gives the database role one database, a password, and no other privileges', async () => {
  expect(
    await querySql(
      postgres.url,
      `select rolsuper or rolcreaterole or rolcreatedb or rolreplication or rolbypassrls as more, pg_get_userbyid(datdba) as owner
       from pg_roles, pg_database where rolname = 'tillwright' and datname = 'tillwright'`,
    ),
  ).toEqual([{ more: false, owner: 'tillwright' }]);
  const otherUrl = new URL(postgres.shopUrl);
  otherUrl.password = PASSWORDS.POSTGRES_PASSWORD;
  await expect(querySql(otherUrl.href, 'select 1')).rejects.toThrow('password authentication failed');
  for (const database of ['postgres', 'template1']) {
    const otherDatabase = new URL(postgres.shopUrl);
    otherDatabase.pathname = `/${database}`;
    await expect(querySql(otherDatabase.href, 'select 1')).rejects.toThrow('permission denied for database');
  }
  for (const sql of [
    'create role another',
    'create database another',
    'alter role tillwright superuser',
    'alter system set fsync = off',
    `select pg_read_file('PG_VERSION')`,
    `copy (select 1) to program 'true'`,
    'set session_replication_role = replica',
    'select rolpassword from pg_authid',
  ])
    await expect(querySql(postgres.shopUrl, sql), sql).rejects.toThrow(/permission denied|must be superuser/);
});

/** An app on that role, closed by the test or after it. */
async function createAppWithRole() {
  const database = openPostgres(postgres.shopUrl, 'drizzle', () => undefined);
  let closed: Promise<void> | null = null;
  const close = () => (closed ??= database.close());
  onTestFinished(close);
  await database.migrate();
  return createTestApp({ database: { ...database, close } });
}

test('migrates and sells with that role', async () => {
  const app = await createAppWithRole();
  const seller = await app.signUpSeller();
  await seller.publishPage({}, 'mug');
  const { body } = await app.rpc('create-checkout-session', { slug: 'mug' });
  await app.payAtStripe(body.url);
  await app.close();
  expect(await listOrders()).toHaveLength(1);
}, 180_000);

const listOrders = () => querySql(postgres.shopUrl, 'select id, state from orders');

test.skipIf(missing !== null)(
  `backs up, tests a restore and restores with that role${missing ? ` (${missing})` : ''}`,
  async () => {
    const ordersBefore = await listOrders();
    const backup = await run('backup');
    expect(backup, backup.output).toMatchObject({ code: 0 });
    const tested = await run('backup', '--rehearse');
    expect(tested, tested.output).toMatchObject({ code: 0 });
    const name = readdirSync(path.join(folder, 'backups')).find((entry) => entry.endsWith('.backup')) ?? '';
    await querySql(postgres.shopUrl, `update orders set state = 'refunded'`);
    const restored = await run('restore', path.join(folder, 'backups', name), '--replace', '--yes');
    expect(restored, restored.output).toMatchObject({ code: 0 });
    expect(await listOrders()).toEqual(ordersBefore);
  },
  180_000,
);

test("passes the doctor's database checks with that role", async () => {
  await (await createAppWithRole()).close();
  const otherClient = new pg.Client({ connectionString: postgres.url });
  await otherClient.connect();
  onTestFinished(() => otherClient.end());
  const { output } = await run('doctor', '--json');
  const findings = (JSON.parse(output) as { part: string; state: string; says: string }[])
    .filter(({ part }) => part === 'database')
    .map(({ state, says }) => `${state}: ${says}`);
  expect(findings).toContainEqual(expect.stringMatching(/^ok: ([2-9]|\d\d) of \d+ connections in use/));
  // The test server runs without fsync.
  expect(findings.filter((line) => !line.startsWith('ok'))).toEqual([expect.stringMatching(/^wrong: fsync is off/)]);
}, 180_000);
