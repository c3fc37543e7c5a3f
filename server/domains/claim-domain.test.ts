import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';

import { HOUR_MS, MINUTE_MS } from '#domain/time-units.ts';
import { domains } from '#server/db/schema-domains.ts';
import { outbox } from '#server/db/schema-outbox.ts';
import { openNameServer, type Zone } from '#server/testing/dns-server.ts';
import {
  claimDomain,
  checkDomain,
  openDomainTestEnv,
  TARGET_ADDRESSES,
  findOnlyDomain,
  advanceAndSettle,
  verifiedDomain,
  sellerWithDomains,
  CNAME_TARGET,
  writeRecords,
  type DomainTestEnv,
} from '#server/testing/domain-env.ts';
import { createTestApp, type TestSeller } from '#server/testing/test-app.ts';
import { openTestDatabase } from '#server/testing/test-database.ts';

const HOST = 'pay.example.com';
const RECORD_NAME = `_tillwright.${HOST}`;

const mailKindsOf = async ({ app }: DomainTestEnv, seller: TestSeller) =>
  (await app.context.db.select().from(outbox).where(eq(outbox.recipient, seller.email)))
    .filter(({ kind }) => kind.startsWith('domain_'))
    .map(({ kind }) => kind)
    .toSorted();

test('does not count failing name servers against a domain', async () => {
  const testEnv = await openDomainTestEnv();
  const seller = await sellerWithDomains(testEnv);
  await verifiedDomain(testEnv, seller, HOST);
  testEnv.nameServer.setFailure('*', 'servfail');
  for (let day = 0; day < 5; day++) await advanceAndSettle(testEnv, 24 * HOUR_MS);
  const before = testEnv.nameServer.questions.length;
  await advanceAndSettle(testEnv, HOUR_MS);
  expect(testEnv.nameServer.questions.length).toBeGreaterThan(before);
  expect(await findOnlyDomain(testEnv, seller)).toMatchObject({ state: 'live' });
  expect((await findOnlyDomain(testEnv, seller))?.diagnosis).toEqual([
    'The DNS lookup for example.com failed (ESERVFAIL), so we couldn’t check your records. The domain still works. We’ll try again automatically.',
  ]);
  expect(await mailKindsOf(testEnv, seller)).toEqual([]);
  testEnv.nameServer.setFailure('*', null);
  await advanceAndSettle(testEnv, 2 * HOUR_MS);
  expect(await findOnlyDomain(testEnv, seller)).toMatchObject({ state: 'live', diagnosis: [] });
});

test('does not verify a claim when a name server is silent, truncated or failing', async () => {
  const testEnv = await openDomainTestEnv();
  const seller = await sellerWithDomains(testEnv);
  const domain = await claimDomain(seller, HOST);
  writeRecords(testEnv.nameServer, domain);
  for (const [name, trouble] of [
    [RECORD_NAME, 'silent'],
    [RECORD_NAME, 'truncated'],
    [HOST, 'refused'],
    [HOST, 'servfail'],
  ] as const) {
    testEnv.nameServer.setFailure(name, trouble);
    const { body } = await checkDomain(testEnv, seller, domain.id);
    expect([trouble, body.domain.state]).toEqual([trouble, 'pending']);
    expect(body.domain.diagnosis[0]).toMatch(/^The DNS lookup for example.com (timed out|failed)/);
    testEnv.nameServer.setFailure(name, null);
  }
  expect((await checkDomain(testEnv, seller, domain.id)).body.domain.state).toBe('live');
});

test('does not verify a host that points here without the TXT record of its owner', async () => {
  const testEnv = await openDomainTestEnv();
  const seller = await sellerWithDomains(testEnv);
  const { id } = await claimDomain(seller, HOST);
  testEnv.nameServer.set(HOST, { CNAME: [CNAME_TARGET] });
  const { body } = await checkDomain(testEnv, seller, id);
  expect(body.domain).toMatchObject({ state: 'pending', verifiedAt: null });
});

test('evaluates a changing name server by one answer, and shows that answer', async () => {
  const testEnv = await openDomainTestEnv();
  const seller = await sellerWithDomains(testEnv);
  const domain = await claimDomain(seller, HOST);
  const token = domain.records[0]?.value ?? '';
  for (let round = 0; round < 8; round++) {
    testEnv.nameServer.set(
      RECORD_NAME,
      ...Array<Zone>(round % 3).fill({ TXT: ['another'] }),
      { TXT: [token] },
      { TXT: ['another'] },
    );
    testEnv.nameServer.set(HOST, ...Array<Zone>(round % 4).fill({ CNAME: ['elsewhere.example'] }), {
      CNAME: [CNAME_TARGET],
    });
    const { body } = await checkDomain(testEnv, seller, domain.id);
    const [txt, cname] = body.domain.records;
    expect(txt?.fits).toBe(txt?.found?.includes(token));
    if (body.domain.verifiedAt) expect(txt?.fits).toBe(true);
    if (cname?.fits) expect(cname.found).toEqual([CNAME_TARGET]);
    if (body.domain.verifiedAt) return;
  }
  throw new Error('Never verified, although everything stood there once');
});

test('verifies a domain by its CNAME while our own name server fails', async () => {
  const testEnv = await openDomainTestEnv();
  const seller = await sellerWithDomains(testEnv);
  testEnv.nameServer.setFailure(CNAME_TARGET, 'servfail');
  await verifiedDomain(testEnv, seller, HOST);
  const apex = await claimDomain(seller, 'example.com');
  expect(apex.records.map(({ type }) => type)).toEqual(['TXT']);
  const { body } = await seller.rpc('check-domain', { domainId: apex.id });
  expect(body.domain.diagnosis[0]).toContain('The DNS lookup for example.com failed');
});

test('gives a host to one of twenty sellers who verify it at once', async () => {
  const testEnv = await openDomainTestEnv();
  const sellers = await Promise.all(Array.from({ length: 20 }, () => sellerWithDomains(testEnv)));
  const claims = await Promise.all(sellers.map((seller) => claimDomain(seller, HOST)));
  testEnv.nameServer.set(RECORD_NAME, { TXT: claims.map(({ records }) => records[0]?.value ?? '') });
  testEnv.nameServer.set(HOST, { A: [TARGET_ADDRESSES[0]] });
  const answers = await Promise.all(
    sellers.map((seller, index) => seller.rpc('check-domain', { domainId: claims[index]?.id ?? '' })),
  );
  expect(answers.map(({ body }) => body.error?.code ?? body.domain.state).toSorted()).toEqual([
    ...Array<string>(19).fill('domain_taken'),
    'live',
  ]);
  await advanceAndSettle(testEnv, HOUR_MS);
  const rows = await testEnv.app.context.db.select().from(domains);
  expect(rows.filter(({ verifiedAt }) => verifiedAt !== null)).toHaveLength(1);
});

test('checks each domain once with two processes', async () => {
  const zone = await openNameServer();
  const database = await openTestDatabase();
  const env = { DOMAIN_TARGET: CNAME_TARGET, DNS_SERVERS: zone.address };
  const app = await createTestApp({ database, env });
  const otherApp = await createTestApp({ database: { ...database, close: async () => undefined }, env });
  zone.set(CNAME_TARGET, { A: [TARGET_ADDRESSES[0]] });
  const hosts = Array.from({ length: 12 }, (_, index) => `pay${index}.example.com`);
  for (let index = 0; index < hosts.length; index += 4) {
    const seller = await sellerWithDomains({ nameServer: zone, app });
    for (const host of hosts.slice(index, index + 4)) await claimDomain(seller, host);
  }
  for (const instance of [app, otherApp]) instance.advance(3 * MINUTE_MS);
  await Promise.all([app.waitUntilIdle(), otherApp.waitUntilIdle()]);
  for (const host of hosts)
    expect(zone.questions.filter((query) => query === `_tillwright.${host} TXT`)).toHaveLength(1);
});
