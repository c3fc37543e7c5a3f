import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

const ROOT = path.join(import.meta.dirname, '..');
const OWN_NODE = path.join(ROOT, 'node_modules/.bin/node');
const NODE = existsSync(OWN_NODE) ? OWN_NODE : process.execPath;

/** Starts the server with no other environment variables. */
function start(env: Record<string, string>) {
  const folder = mkdtempSync(path.join(tmpdir(), 'refused-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const options = {
    env: { PATH: process.env.PATH, DATA_DIR: folder, ...env },
    encoding: 'utf8',
    timeout: 30_000,
  } as const;
  const { status, stdout, stderr } = spawnSync(NODE, [path.join(ROOT, 'server.ts')], options);
  return { status, said: `${stdout}${stderr}` };
}

test('refuses to start without AUTH_SECRET and names the missing variable', () => {
  const password = 'canary-of-the-database';
  const { status, said } = start({ DATABASE_URL: `postgres://owner:${password}@db.example/shop` });
  expect(status).toBe(1);
  expect(said).toContain('AUTH_SECRET must be set when DATABASE_URL is set');
  expect(said).not.toContain(password);
  expect(said).not.toMatch(/^\s+at /m);
});

test('refuses to start with a Stripe key but no webhook secrets, and does not print the key', () => {
  const { status, said } = start({ STRIPE_SECRET_KEY: 'sk_test_51CanaryKey' });
  expect(status).toBe(1);
  expect(said).toContain('STRIPE_WEBHOOK_SECRET_PLATFORM');
  expect(said).not.toContain('51CanaryKey');
});
