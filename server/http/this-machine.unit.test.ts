import { Hono } from 'hono';
import { expect, test } from 'vitest';

import { isThisMachine } from './this-machine.ts';

type Headers = Record<string, string>;
const doors = new Hono().get('/', (call) => call.text(String(isThisMachine(call))));

async function asked(peer: string | undefined, origin: string, headers: Headers = {}): Promise<boolean> {
  const socket = { remoteAddress: peer };
  return (await (await doors.request(`${origin}/`, { headers }, { incoming: { socket } })).text()) === 'true';
}

const HERE = 'http://localhost:3000';

test('accepts a browser on this machine under every loopback name', async () => {
  for (const peer of ['127.0.0.1', '127.8.8.8', '::1', '::ffff:127.0.0.1'])
    for (const origin of [HERE, 'http://127.0.0.1:3000', 'http://[::1]:3000', 'http://localhost'])
      expect([peer, origin, await asked(peer, origin)]).toEqual([peer, origin, true]);
});

test('accepts a call inside the process', async () => {
  expect(await (await doors.request(`${HERE}/`)).text()).toBe('true');
});

test('rejects another machine and a closed socket', async () => {
  for (const peer of ['192.168.1.7', '203.0.113.7', '2001:db8::1', '::ffff:10.0.0.1', undefined])
    expect([peer, await asked(peer, HERE)]).toEqual([peer, false]);
});

test('rejects a client that a local proxy names as remote', async () => {
  const foreign: Headers[] = [
    { 'x-forwarded-for': '203.0.113.7' },
    { 'x-forwarded-for': '127.0.0.1, 203.0.113.7' },
    { 'x-forwarded-for': '203.0.113.7, 127.0.0.1' },
    { 'x-forwarded-for': 'unknown' },
    { 'x-real-ip': '203.0.113.7' },
    { 'x-forwarded-host': 'shop.example' },
    { forwarded: 'for=127.0.0.1;host=localhost' },
    { 'cf-connecting-ip': '203.0.113.7' },
  ];
  for (const headers of foreign)
    expect([headers, await asked('127.0.0.1', HERE, headers)]).toEqual([headers, false]);
  expect(await asked('127.0.0.1', HERE, { 'x-forwarded-for': '127.0.0.1', 'x-real-ip': '::1' })).toBe(true);
});

test('rejects a host name that resolves to this machine (DNS rebinding)', async () => {
  for (const origin of [
    'http://evil.example:3000',
    'http://localhost.evil.example',
    'http://127.0.0.1.nip.io',
    'http://10.0.0.1',
    'https://shop.example',
  ])
    expect([origin, await asked('127.0.0.1', origin)]).toEqual([origin, false]);
});
