import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';

import { domains } from '#server/db/schema-domains.ts';
import { outbox } from '#server/db/schema-mail.ts';
import {
  claimed,
  looksNow,
  openDomainWorld,
  OURS,
  ownDomain,
  passes,
  provenDomain,
  sellerWithDomains,
  TARGET,
  writeRecords,
  type DomainWorld,
} from '#server/testing-domains.ts';
import { openTestDatabase } from '#server/testing-database.ts';
import { openNameServer, type Zone } from '#server/testing-name-server.ts';
import { openShop, type TestSeller } from '#server/testing.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const HOST = 'pay.example.com';
const PROOF = `_tillwright.${HOST}`;

const mailsOf = async ({ shop }: DomainWorld, seller: TestSeller) =>
  (await shop.context.db.select().from(outbox).where(eq(outbox.recipient, seller.email)))
    .filter(({ kind }) => kind.startsWith('domain_'))
    .map(({ kind }) => kind)
    .toSorted();

test('does not count failing name servers against a domain', async () => {
  const world = await openDomainWorld();
  const seller = await sellerWithDomains(world);
  await provenDomain(world, seller, HOST);
  world.zone.trouble('*', 'servfail');
  for (let day = 0; day < 5; day++) await passes(world, 24 * HOUR_MS);
  const before = world.zone.asked.length;
  await passes(world, HOUR_MS);
  expect(world.zone.asked.length).toBeGreaterThan(before);
  expect(await ownDomain(world, seller)).toMatchObject({ state: 'live' });
  expect((await ownDomain(world, seller))?.diagnosis).toEqual([
    'The name servers of example.com, or others on the way to them, could not answer (ESERVFAIL): we know nothing new about your records. The domain still answers. We ask again by ourselves.',
  ]);
  expect(await mailsOf(world, seller)).toEqual([]);
  world.zone.trouble('*', null);
  await passes(world, 2 * HOUR_MS);
  expect(await ownDomain(world, seller)).toMatchObject({ state: 'live', diagnosis: [] });
});

test('does not verify a claim when a name server is silent, truncated or failing', async () => {
  const world = await openDomainWorld();
  const seller = await sellerWithDomains(world);
  const domain = await claimed(seller, HOST);
  writeRecords(world.zone, domain);
  for (const [name, trouble] of [
    [PROOF, 'silent'],
    [PROOF, 'truncated'],
    [HOST, 'refused'],
    [HOST, 'servfail'],
  ] as const) {
    world.zone.trouble(name, trouble);
    const { body } = await looksNow(world, seller, domain.id);
    expect([trouble, body.domain.state]).toEqual([trouble, 'pending']);
    expect(body.domain.diagnosis[0]).toMatch(
      /^The name servers of example.com, .* (did not answer|could not answer)/,
    );
    world.zone.trouble(name, null);
  }
  expect((await looksNow(world, seller, domain.id)).body.domain.state).toBe('live');
});

test('evaluates a changing name server by one answer, and shows that answer', async () => {
  const world = await openDomainWorld();
  const seller = await sellerWithDomains(world);
  const domain = await claimed(seller, HOST);
  const proof = domain.records[0]?.value ?? '';
  for (let turn = 0; turn < 8; turn++) {
    world.zone.set(
      PROOF,
      ...Array<Zone>(turn % 3).fill({ TXT: ['another'] }),
      { TXT: [proof] },
      { TXT: ['another'] },
    );
    world.zone.set(HOST, ...Array<Zone>(turn % 4).fill({ CNAME: ['elsewhere.example'] }), {
      CNAME: [TARGET],
    });
    const { body } = await looksNow(world, seller, domain.id);
    const [txt, cname] = body.domain.records;
    expect(txt?.fits).toBe(txt?.found?.includes(proof));
    if (body.domain.provenAt) expect(txt?.fits).toBe(true);
    if (cname?.fits) expect(cname.found).toEqual([TARGET]);
    if (body.domain.provenAt) return;
  }
  throw new Error('Never proven, although everything stood there once');
});

test('verifies a domain by its CNAME while our own name server fails', async () => {
  const world = await openDomainWorld();
  const seller = await sellerWithDomains(world);
  world.zone.trouble(TARGET, 'servfail');
  await provenDomain(world, seller, HOST);
  const bare = await claimed(seller, 'example.com');
  expect(bare.records.map(({ type }) => type)).toEqual(['TXT']);
  const { body } = await seller.call('check-domain', { domainId: bare.id });
  expect(body.domain.diagnosis[0]).toContain('others on the way to them, could not answer');
});

test('gives a host to one of twenty sellers who verify it at once', async () => {
  const world = await openDomainWorld();
  const sellers = await Promise.all(Array.from({ length: 20 }, () => sellerWithDomains(world)));
  const claims = await Promise.all(sellers.map((seller) => claimed(seller, HOST)));
  world.zone.set(PROOF, { TXT: claims.map(({ records }) => records[0]?.value ?? '') });
  world.zone.set(HOST, { A: [OURS[0]] });
  const answers = await Promise.all(
    sellers.map((seller, index) => seller.call('check-domain', { domainId: claims[index]?.id ?? '' })),
  );
  expect(answers.map(({ body }) => body.error?.code ?? body.domain.state).toSorted()).toEqual([
    ...Array<string>(19).fill('domain_taken'),
    'live',
  ]);
  await passes(world, HOUR_MS);
  const rows = await world.shop.context.db.select().from(domains);
  expect(rows.filter(({ provenAt }) => provenAt !== null)).toHaveLength(1);
});

test('checks each domain once with two processes', async () => {
  const zone = await openNameServer();
  const database = await openTestDatabase();
  const env = { DOMAIN_TARGET: TARGET, DNS_SERVERS: zone.address };
  const shop = await openShop({ database, env });
  const other = await openShop({ database: { ...database, close: async () => undefined }, env });
  zone.set(TARGET, { A: [OURS[0]] });
  const hosts = Array.from({ length: 12 }, (_, index) => `pay${index}.example.com`);
  for (let index = 0; index < hosts.length; index += 4) {
    const seller = await sellerWithDomains({ zone, shop });
    for (const host of hosts.slice(index, index + 4)) await claimed(seller, host);
  }
  for (const one of [shop, other]) one.advance(3 * MINUTE_MS);
  await Promise.all([shop.settled(), other.settled()]);
  for (const host of hosts)
    expect(zone.asked.filter((question) => question === `_tillwright.${host} TXT`)).toHaveLength(1);
});
