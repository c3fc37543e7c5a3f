import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

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
    timeout: 30_000,
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
