import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { configFrom } from './config.ts';
import { SEALED_CELLS } from './sealed-cell.ts';
import { openSecrets, secretsFrom } from './secrets.ts';
import { sealUnbound } from './testing-sealed.ts';

const CELL = SEALED_CELLS.factorSecret('1');

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'tillwright-secrets-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

test('generates missing secrets once, at random, readable by the owner only', async () => {
  const folder = path.join(await newFolder(), 'made', 'at', 'first', 'start');
  const config = configFrom({ DATA_DIR: folder });
  const secrets = await openSecrets(config);
  const file = path.join(folder, 'secrets.json');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect((await stat(folder)).mode & 0o777).toBe(0o700);

  const again = await openSecrets(config);
  expect(again.webhooks).toEqual(secrets.webhooks);
  expect(again.hash('a token')).toBe(secrets.hash('a token'));
  expect(again.unseal(secrets.seal('a text', CELL), CELL)).toBe('a text');

  const other = await openSecrets(configFrom({ DATA_DIR: await newFolder() }));
  expect(other.hash('a token')).not.toBe(secrets.hash('a token'));
  expect(other.webhooks).not.toEqual(secrets.webhooks);
  expect(new Set([...Object.values(secrets.webhooks), ...Object.values(other.webhooks)]).size).toBe(4);
});

test('gives concurrent first starts the same secrets', async () => {
  const config = configFrom({ DATA_DIR: await newFolder() });
  const opened = await Promise.all(Array.from({ length: 8 }, () => openSecrets(config)));
  expect(new Set(opened.map(({ hash }) => hash('a token'))).size).toBe(1);
});

test('uses secrets of the environment and does not write them to disk', async () => {
  const folder = await newFolder();
  const AUTH_SECRET = 'an auth secret of thirty-two or more letters';
  const hooks = {
    STRIPE_WEBHOOK_SECRET_PLATFORM: 'whsec_platform_given',
    STRIPE_WEBHOOK_SECRET_CONNECT: 'whsec_connect_given',
  };
  const whole = await openSecrets(configFrom({ DATA_DIR: folder, AUTH_SECRET, ...hooks }));
  expect(whole.webhooks).toEqual({ platform: 'whsec_platform_given', connect: 'whsec_connect_given' });
  await expect(stat(path.join(folder, 'secrets.json'))).rejects.toThrow('ENOENT');

  const half = await openSecrets(configFrom({ DATA_DIR: folder, AUTH_SECRET }));
  expect(half.hash('a token')).toBe(whole.hash('a token'));
  expect(await readFile(path.join(folder, 'secrets.json'), 'utf8')).not.toContain(AUTH_SECRET);
});

test('reads texts of both secrets and writes with the current one', () => {
  const webhooks = { platform: 'p', connect: 'c' };
  const [former, young] = [secretsFrom('former', webhooks), secretsFrom('new', webhooks)];
  const both = secretsFrom('new', webhooks, 'former');
  expect(both.hashes('a token')).toEqual([young.hash('a token'), former.hash('a token')]);
  expect([both.hash('a token'), young.hashes('a token')]).toEqual([
    young.hash('a token'),
    [young.hash('a token')],
  ]);
  expect(both.unseal(former.seal('a text', CELL), CELL)).toBe('a text');
  expect(young.unseal(both.seal('a text', CELL), CELL)).toBe('a text');
  expect(young.unseal(both.reseal(former.seal('a text', CELL), CELL) ?? '', CELL)).toBe('a text');
  expect(both.reseal(young.seal('a text', CELL), CELL)).toBeNull();
  const stranger = secretsFrom('a third', webhooks).seal('a text', CELL);
  expect(() => both.unseal(stranger, CELL)).toThrow();
  expect(() => both.reseal(stranger, CELL)).toThrow();
});

test('seals to a different text each time, and unseals only with the same secret and unmodified', () => {
  const webhooks = { platform: 'p', connect: 'c' };
  const [mine, other] = [secretsFrom('mine', webhooks), secretsFrom('other', webhooks)];
  const sealed = mine.seal('refresh token', CELL);
  expect(mine.seal('refresh token', CELL)).not.toBe(sealed);
  expect(mine.unseal(sealed, CELL)).toBe('refresh token');
  expect(() => other.unseal(sealed, CELL)).toThrow();
  const bytes = Buffer.from(sealed.slice('v2.'.length), 'base64url');
  for (const at of [0, 15, bytes.length - 1]) {
    const touched = Buffer.from(bytes);
    touched[at] = (touched[at] ?? 0) ^ 1;
    expect(() => mine.unseal(`v2.${touched.toString('base64url')}`, CELL)).toThrow();
  }
});

test('unseals only in the same table, column and row', () => {
  const secrets = secretsFrom('mine', { platform: 'p', connect: 'c' });
  const sealed = secrets.seal('whsec_mine', SEALED_CELLS.webhookSecret('1'));
  expect(secrets.unseal(sealed, SEALED_CELLS.webhookSecret('1'))).toBe('whsec_mine');
  for (const cell of [
    SEALED_CELLS.webhookSecret('2'),
    SEALED_CELLS.oldWebhookSecret('1'),
    SEALED_CELLS.factorSecret('1'),
  ]) {
    expect(() => secrets.unseal(sealed, cell)).toThrow();
    expect(() => secrets.reseal(sealed, cell)).toThrow();
  }
  // Without its prefix it is not a text of an earlier version either.
  expect(() => secrets.unseal(sealed.slice('v2.'.length), SEALED_CELLS.webhookSecret('1'))).toThrow();
});

test('reads a text of an earlier version and binds it to its cell when resealing', () => {
  const secrets = secretsFrom('new', { platform: 'p', connect: 'c' }, 'former');
  for (const authSecret of ['new', 'former']) {
    const earlier = sealUnbound(authSecret, 'a text');
    expect(secrets.unseal(earlier, CELL)).toBe('a text');
    const bound = secrets.reseal(earlier, CELL) ?? '';
    expect(secrets.unseal(bound, CELL)).toBe('a text');
    expect(() => secrets.unseal(bound, SEALED_CELLS.factorSecret('2'))).toThrow();
    expect(secrets.reseal(bound, CELL)).toBeNull();
  }
});
