import { createServer } from 'node:http';
import { isIP } from 'node:net';

import { expect, test } from 'vitest';

import { parseConfig } from '#server/core/config.ts';
import { openNameServer } from '#server/testing/dns-server.ts';
import { listen } from '#server/testing/listening-server.ts';

import { INTERNAL_URLS } from '../testing/internal-urls.ts';
import { createDns } from './dns.ts';
import { guardedRequest, type GuardedRequest } from './guarded-request.ts';
import { OutgoingError, BlockedAddressError } from './outgoing-error.ts';

const INTERNAL_IPS = INTERNAL_URLS.map((url) => new URL(url).hostname.replace(/^\[|\]$/g, '')).filter(
  (host) => isIP(host) !== 0,
);
/** Public but unallocated address block. */
const UNALLOCATED = '2d00::1';

async function createGuard() {
  const nameServer = await openNameServer();
  const server = createServer((_, answer) => answer.end('inside'));
  const internalServer = await listen(server);
  const context = {
    config: parseConfig({ APP_URL: 'https://shop.example.com', DOMAIN_ADDRESSES: '8.8.4.4' }),
    dns: createDns([nameServer.address]),
  };
  const request = (url: string, overrides: Partial<GuardedRequest> = {}) => {
    const { port } = internalServer;
    const target = new URL(url);
    target.port = String(port);
    const defaults = { method: 'POST', headers: [], body: 'hello', timeoutMs: 5000, maxBytes: 1000 };
    return guardedRequest(context, { ...defaults, url: target.href, ports: [port], ...overrides });
  };
  return { nameServer, internalServer, request, context };
}

const errorOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'it was answered',
    (error: unknown) => error,
  );

test('connects to no internal address in any notation', async () => {
  const { request, internalServer, nameServer } = await createGuard();
  expect(INTERNAL_URLS.length).toBeGreaterThan(60);
  for (const url of INTERNAL_URLS) expect(await errorOf(request(url)), url).toBeInstanceOf(BlockedAddressError);
  expect(internalServer.connections()).toBe(0);
  expect(nameServer.questions).toEqual([]);
});

test('refuses a name with an internal address, whatever other addresses it has', async () => {
  const { request, internalServer, nameServer } = await createGuard();
  for (const [index, address] of INTERNAL_IPS.entries()) {
    const recordType = isIP(address) === 4 ? 'A' : 'AAAA';
    const [direct, mixed, viaCname] = [
      `alone${index}.example.com`,
      `beside${index}.example.com`,
      `behind${index}.example.com`,
    ];
    nameServer.set(direct, { [recordType]: [address] });
    nameServer.set(mixed, {
      A: ['8.8.8.8'],
      AAAA: [UNALLOCATED],
      [recordType]: [recordType === 'A' ? '8.8.8.8' : UNALLOCATED, address],
    });
    nameServer.set(viaCname, { CNAME: [direct] });
    for (const name of [direct, mixed, viaCname]) {
      const error = await errorOf(request(`https://${name}/`));
      expect(error, `${name} ${address}`).toBeInstanceOf(BlockedAddressError);
      expect((error as BlockedAddressError).userMessage).toMatch(/ resolves to .+, which isn’t on the public internet/);
    }
  }
  expect(internalServer.connections()).toBe(0);
});

test('resolves a name once and connects to the checked address', async () => {
  const { request, internalServer, nameServer } = await createGuard();
  nameServer.set('flip.example.com', { AAAA: [UNALLOCATED] }, { AAAA: [UNALLOCATED] }, { A: ['127.0.0.1'] });
  const error = await errorOf(request('https://flip.example.com/', { timeoutMs: 3000 }));
  expect(error).toMatchObject({ name: 'OutgoingError', address: UNALLOCATED });
  expect(nameServer.questions.toSorted()).toEqual(['flip.example.com A', 'flip.example.com AAAA']);
  expect(await errorOf(request('https://flip.example.com/'))).toBeInstanceOf(BlockedAddressError);
  expect(internalServer.connections()).toBe(0);
});

test('refuses a name that resolves to the app itself', async () => {
  const { request, nameServer } = await createGuard();
  nameServer.set('mine.example.com', { A: ['8.8.4.4'] });
  expect(await errorOf(request('https://mine.example.com/'))).toMatchObject({
    userMessage: 'mine.example.com resolves to 8.8.4.4, which is this site itself.',
  });
});

test('describes missing names and failing name servers', async () => {
  const { request, nameServer } = await createGuard();
  nameServer.set('mute.example.com', { A: ['8.8.8.8'] });
  nameServer.setFailure('mute.example.com', 'silent');
  nameServer.set('ill.example.com', { A: ['8.8.8.8'] });
  nameServer.setFailure('ill.example.com', 'servfail');
  expect(await errorOf(request('https://none.example.com/'))).toMatchObject({
    code: 'ENOTFOUND',
    address: null,
    userMessage: 'none.example.com doesn’t resolve to an IP address.',
  });
  expect(await errorOf(request('https://mute.example.com/', { timeoutMs: 200 }))).toMatchObject({
    code: 'ETIMEDOUT',
    userMessage: 'We couldn’t resolve mute.example.com within 0.2 seconds.',
  });
  const failure = await errorOf(request('https://ill.example.com/'));
  expect(failure).toBeInstanceOf(OutgoingError);
  expect(failure).toMatchObject({ userMessage: 'The DNS lookup for ill.example.com failed.' });
});

test('returns a redirect without following it', async () => {
  const { internalServer, context } = await createGuard();
  const config = parseConfig({});
  const redirectServer = await listen(
    createServer((_, answer) => {
      answer.writeHead(307, { Location: `http://127.0.0.1:${internalServer.port}/inside` }).end('moved');
    }),
  );
  const url = `http://127.0.0.1:${redirectServer.port}/`;
  const request = { url, method: 'POST', headers: [], body: '', timeoutMs: 5000, maxBytes: 100 };
  const answer = await guardedRequest({ ...context, config }, request);
  expect(answer).toMatchObject({ status: 307, isTruncated: false, address: '127.0.0.1' });
  expect(Buffer.from(answer.body).toString()).toBe('moved');
  expect(internalServer.connections()).toBe(0);
});
