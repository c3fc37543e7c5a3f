import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { sql } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';

import { lockFolder } from '#server/db/folder-lock.ts';
import { openEmbedded } from '#server/db/open-embedded.ts';

const ROOT = path.join(import.meta.dirname, '../..');
const OWN_NODE = path.join(ROOT, 'node_modules/.bin/node');
const NODE = existsSync(OWN_NODE) ? OWN_NODE : process.execPath;

/** Starts the server with no other environment variables. */
function startServer(env: Record<string, string>) {
  const folder = mkdtempSync(path.join(tmpdir(), 'refused-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const options = {
    env: { PATH: process.env.PATH, DATA_DIR: folder, ...env },
    encoding: 'utf8',
    timeout: 60_000,
  } as const;
  const { status, stdout, stderr } = spawnSync(NODE, [path.join(ROOT, 'server.ts')], options);
  return { status, output: `${stdout}${stderr}` };
}

test('refuses to start without AUTH_SECRET and names the missing variable', () => {
  const password = 'canary-of-the-database';
  const { status, output } = startServer({ DATABASE_URL: `postgres://owner:${password}@db.example/shop` });
  expect(status).toBe(1);
  expect(output).toContain('AUTH_SECRET must be set when DATABASE_URL is set');
  expect(output).not.toContain(password);
  expect(output).not.toMatch(/^\s+at /m);
});

test('refuses to start with a Stripe key but no webhook secrets, and does not print the key', () => {
  const { status, output } = startServer({ STRIPE_SECRET_KEY: 'sk_test_51CanaryKey' });
  expect(status).toBe(1);
  expect(output).toContain('STRIPE_WEBHOOK_SECRET_PLATFORM');
  expect(output).not.toContain('51CanaryKey');
});

test('refuses a database whose schema a later version has changed, and says how to go back', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'newer-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const folderLock = await lockFolder(folder);
  const database = await openEmbedded(folderLock, 'drizzle');
  await database.migrate();
  await database.db.execute(
    sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', 9999999999999)`,
  );
  await database.close();
  await folderLock.release();
  const BUILD_DIR = path.join(folder, 'build');
  mkdirSync(path.join(BUILD_DIR, 'client'), { recursive: true });
  const { status, output } = startServer({ DATA_DIR: folder, BUILD_DIR });
  expect(status).toBe(1);
  expect(output).toMatch(/later version .* has changed the schema.*ALLOW_NEWER_SCHEMA=1/);
  expect(output).not.toMatch(/^\s+at /m);
}, 120_000);
