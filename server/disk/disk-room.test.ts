import { pino } from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';

import { emptyConfig } from '#domain/checkout-page.ts';
import { openShop } from '#server/testing.ts';
import { openProgram } from '#server/testing-api.ts';
import { cameFrom } from '#server/testing-peer.ts';

import { watchDisk } from './disk-room.ts';

const MEGABYTE = 2 ** 20;

/** A disk whose free space the test sets and whose checks run on a fake timer. */
async function openDisk() {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const lines: { msg: string; freeMb: number }[] = [];
  const log = pino(
    { base: null },
    { write: (line: string) => void lines.push(JSON.parse(line) as (typeof lines)[0]) },
  );
  let left = 500;
  const free = async () => left * MEGABYTE;
  const room = await watchDisk({ folder: '/', floor: 200 * MEGABYTE, log, free, everyMs: 1000 });
  const leave = async (megabytes: number) => {
    left = megabytes;
    await vi.advanceTimersByTimeAsync(1000);
  };
  return { room, lines, leave };
}

test('counts the disk as full below the floor until space is free again, and logs each change once', async () => {
  const { room, lines, leave } = await openDisk();
  expect(room.isFull()).toBe(false);
  await leave(199);
  await leave(150);
  expect(room.isFull()).toBe(true);
  expect(() => room.need()).toThrow(expect.objectContaining({ code: 'disk_full' }));
  await leave(200);
  expect(room.isFull()).toBe(false);
  room.need();
  expect(lines.map(({ msg, freeMb }) => [freeMb, msg])).toEqual([
    [199, 'the disk is full: nothing more is saved, and what is there is still shown'],
    [200, 'there is room on the disk again'],
  ]);
});

test('keeps the last known state when free space cannot be read', async () => {
  let isAsked = false;
  const free = async () => {
    if (isAsked) throw new Error('no such folder');
    isAsked = true;
    return 0;
  };
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const log = pino({ level: 'silent' });
  const room = await watchDisk({ folder: '/', floor: 1, log, free, everyMs: 1000 });
  await vi.advanceTimersByTimeAsync(1000);
  expect(room.isFull()).toBe(true);
  await room.close();
});

/** An app with a published page and an API client, on a disk that the test fills and empties. */
async function openShopOnDisk() {
  let left = 500;
  const log = pino({ level: 'silent' });
  const free = async () => left * MEGABYTE;
  const room = await watchDisk({ folder: '/', floor: 200 * MEGABYTE, log, free, everyMs: 5 });
  const shop = await openShop({ room });
  const seller = await shop.seller();
  const page = await seller.publish();
  const program = await openProgram(shop, seller);
  const leave = async (megabytes: number) => {
    left = megabytes;
    await vi.waitFor(() => expect(room.isFull()).toBe(megabytes < 200), { timeout: 20_000 });
  };
  return { shop, seller, page, program, leave };
}

const json = (body: object) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

test('serves reads and refuses writes on a full disk until space is free again', async () => {
  const { shop, seller, page, program, leave } = await openShopOnDisk();
  const newcomer = { email: 'newcomer@example.com', password: 'correct horse' };
  const token = { email: seller.email, password: 'correct horse' };
  const writes = async () => [
    (await seller.call('save-draft', { config: emptyConfig() })).status,
    (await shop.call('create-checkout-session', { slug: page.slug, termsAccepted: true })).status,
    (await program.ask('POST', '/pages', { body: { config: emptyConfig() } })).status,
    (await shop.request('/auth/v1/signup', json(newcomer))).status,
  ];
  const reads = async () => [
    (await seller.call('list-pages', {})).status,
    (await seller.call('get-page', { pageId: page.pageId })).status,
    (await program.ask('GET', '/pages')).status,
    (await shop.request('/auth/v1/token?grant_type=password', json(token))).status,
    (await shop.request('/readyz')).status,
  ];
  await leave(100);
  expect(await writes()).toEqual([503, 503, 503, 503]);
  expect(await reads()).toEqual([200, 200, 200, 200, 200]);
  // Stripe retries its events for days.
  expect((await shop.request('/webhooks/stripe/connect', json({}))).status).toBe(503);
  await leave(300);
  expect(await writes()).toEqual([200, 200, 201, 200]);
});

test('exports a metric that tells whether writes are refused', async () => {
  const { shop, leave } = await openShopOnDisk();
  const figure = async () => {
    const request = new Request('http://localhost:3000/metrics');
    const told = await (await shop.fetch(request, cameFrom('127.0.0.1'))).text();
    return /^tillwright_disk_full (\d)$/m.exec(told)?.[1];
  };
  expect(await figure()).toBe('0');
  await leave(100);
  expect(await figure()).toBe('1');
  await leave(300);
  expect(await figure()).toBe('0');
});

test('sends Retry-After with refusals on a full disk', async () => {
  const { shop, seller, program, leave } = await openShopOnDisk();
  await leave(100);
  const headers = { authorization: `Bearer ${seller.session.access_token}` };
  const call = json({ config: emptyConfig() });
  const refused = await shop.request('/functions/v1/save-draft', {
    ...call,
    headers: { ...call.headers, ...headers },
  });
  expect(refused.headers.get('retry-after')).toBe('60');
  expect(await refused.json()).toMatchObject({ error: { code: 'disk_full' } });
  const signUp = await shop.request(
    '/auth/v1/signup',
    json({ email: 'new@example.com', password: 'secret horse' }),
  );
  expect(signUp.headers.get('retry-after')).toBe('60');
  const { headers: told } = await program.ask('POST', '/pages', { body: { config: emptyConfig() } });
  expect(told.get('retry-after')).toBe('60');
  const event = await shop.request('/webhooks/stripe/connect', json({}));
  expect(event.headers.get('retry-after')).toBe('60');
});
