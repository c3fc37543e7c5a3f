import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { sealUnbound } from '../testing/unbound-sealing.ts';
import { parseConfig } from './config.ts';
import { SEALED_CELLS, openSecrets, createSecrets } from './secrets.ts';

const CELL = SEALED_CELLS.factorSecret('1');

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'tillwright-secrets-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

test('generates missing secrets once, at random, readable by the owner only', async () => {
  const folder = path.join(await newFolder(), 'made', 'at', 'first', 'start');
  const config = parseConfig({ DATA_DIR: folder });
  const secrets = await openSecrets(config);
  const file = path.join(folder, 'secrets.json');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect((await stat(folder)).mode & 0o777).toBe(0o700);

  const reopened = await openSecrets(config);
  expect(reopened.webhooks).toEqual(secrets.webhooks);
  expect(reopened.hash('a token')).toBe(secrets.hash('a token'));
  expect(reopened.unseal(secrets.seal('a text', CELL), CELL)).toBe('a text');

  const other = await openSecrets(parseConfig({ DATA_DIR: await newFolder() }));
  expect(other.hash('a token')).not.toBe(secrets.hash('a token'));
  expect(other.webhooks).not.toEqual(secrets.webhooks);
  expect(new Set([...Object.values(secrets.webhooks), ...Object.values(other.webhooks)]).size).toBe(4);
});

test('gives concurrent first starts the same secrets', async () => {
  const config = parseConfig({ DATA_DIR: await newFolder() });
  const all = await Promise.all(Array.from({ length: 8 }, () => openSecrets(config)));
  expect(new Set(all.map(({ hash }) => hash('a token'))).size).toBe(1);
});

test('uses secrets of the environment and does not write them to disk', async () => {
  const folder = await newFolder();
  const AUTH_SECRET = 'an auth secret of thirty-two or more letters';
  const hooks = {
    STRIPE_WEBHOOK_SECRET_PLATFORM: 'whsec_platform_given',
    STRIPE_WEBHOOK_SECRET_CONNECT: 'whsec_connect_given',
  };
  const complete = await openSecrets(parseConfig({ DATA_DIR: folder, AUTH_SECRET, ...hooks }));
  expect(complete.webhooks).toEqual({ platform: 'whsec_platform_given', connect: 'whsec_connect_given' });
  await expect(stat(path.join(folder, 'secrets.json'))).rejects.toThrow('ENOENT');

  const partial = await openSecrets(parseConfig({ DATA_DIR: folder, AUTH_SECRET }));
  expect(partial.hash('a token')).toBe(complete.hash('a token'));
  expect(await readFile(path.join(folder, 'secrets.json'), 'utf8')).not.toContain(AUTH_SECRET);
});

test('reads texts of both secrets and writes with the current one', () => {
  const webhooks = { platform: 'p', connect: 'c' };
  const [previous, current] = [createSecrets('former', webhooks), createSecrets('new', webhooks)];
  const rotated = createSecrets('new', webhooks, 'former');
  expect(rotated.candidateHashes('a token')).toEqual([current.hash('a token'), previous.hash('a token')]);
  expect([rotated.hash('a token'), current.candidateHashes('a token')]).toEqual([
    current.hash('a token'),
    [current.hash('a token')],
  ]);
  expect(rotated.unseal(previous.seal('a text', CELL), CELL)).toBe('a text');
  expect(current.unseal(rotated.seal('a text', CELL), CELL)).toBe('a text');
  expect(current.unseal(rotated.reseal(previous.seal('a text', CELL), CELL) ?? '', CELL)).toBe('a text');
  expect(rotated.reseal(current.seal('a text', CELL), CELL)).toBeNull();
  const foreignText = createSecrets('a third', webhooks).seal('a text', CELL);
  expect(() => rotated.unseal(foreignText, CELL)).toThrow();
  expect(() => rotated.reseal(foreignText, CELL)).toThrow();
});

test('seals to a different text each time, and unseals only with the same secret and unmodified', () => {
  const webhooks = { platform: 'p', connect: 'c' };
  const [ours, other] = [createSecrets('mine', webhooks), createSecrets('other', webhooks)];
  const sealed = ours.seal('refresh token', CELL);
  expect(ours.seal('refresh token', CELL)).not.toBe(sealed);
  expect(ours.unseal(sealed, CELL)).toBe('refresh token');
  expect(() => other.unseal(sealed, CELL)).toThrow();
  const bytes = Buffer.from(sealed.slice('v2.'.length), 'base64url');
  for (const index of [0, 15, bytes.length - 1]) {
    const tampered = Buffer.from(bytes);
    tampered[index] = (tampered[index] ?? 0) ^ 1;
    expect(() => ours.unseal(`v2.${tampered.toString('base64url')}`, CELL)).toThrow();
  }
});

test('unseals only in the same table, column and row', () => {
  const secrets = createSecrets('mine', { platform: 'p', connect: 'c' });
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
  const secrets = createSecrets('new', { platform: 'p', connect: 'c' }, 'former');
  for (const authSecret of ['new', 'former']) {
    const unboundText = sealUnbound(authSecret, 'a text');
    expect(secrets.unseal(unboundText, CELL)).toBe('a text');
    const bound = secrets.reseal(unboundText, CELL) ?? '';
    expect(secrets.unseal(bound, CELL)).toBe('a text');
    expect(() => secrets.unseal(bound, SEALED_CELLS.factorSecret('2'))).toThrow();
    expect(secrets.reseal(bound, CELL)).toBeNull();
  }
});
