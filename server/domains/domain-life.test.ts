import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';

import type { SellerDomain } from '#domain/seller-domain.ts';
import { findProvenDomain } from '#server/db/domains.ts';
import { domains } from '#server/db/schema-domains.ts';
import { outbox } from '#server/db/schema-mail.ts';
import {
  claimed,
  openDomainWorld,
  OURS,
  provenDomain,
  sellerWithDomains,
  signedInAgain,
  TARGET,
  writeRecords,
  type DomainWorld,
} from '#server/testing-domains.ts';
import { openTestDatabase } from '#server/testing-database.ts';
import { openNameServer } from '#server/testing-name-server.ts';
import { openShop, type TestSeller } from '#server/testing.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const HOST = 'pay.example.com';
const PROOF = `_tillwright.${HOST}`;

async function passes({ shop }: DomainWorld, ms: number): Promise<void> {
  shop.advance(ms);
  await shop.settled();
}

async function own(world: DomainWorld, seller: TestSeller): Promise<SellerDomain | undefined> {
  const { call } = await signedInAgain(world, seller);
  return (await call('list-domains', {})).body.domains[0];
}

async function looksNow(world: DomainWorld, seller: TestSeller, domainId: string) {
  const { call } = await signedInAgain(world, seller);
  return call('check-domain', { domainId });
}

const whose = ({ shop }: DomainWorld) => findProvenDomain(shop.context.db, shop.context.mode, HOST);

const mailsOf = async ({ shop }: DomainWorld, seller: TestSeller) =>
  (await shop.context.db.select().from(outbox).where(eq(outbox.recipient, seller.email)))
    .filter(({ kind }) => kind.startsWith('domain_'))
    .map(({ kind }) => kind)
    .toSorted();

test('a claim is looked at often, then hourly, and after two weeks only when its seller asks', async () => {
  const world = await openDomainWorld();
  const seller = await sellerWithDomains(world);
  const domain = await claimed(seller, HOST);
  const looks = () => world.zone.asked.filter((question) => question === `${PROOF} TXT`).length;
  await passes(world, MINUTE_MS);
  expect(looks()).toBe(0);
  for (let minute = 0; minute < 60; minute += 5) await passes(world, 5 * MINUTE_MS);
  expect(looks()).toBe(12);
  await passes(world, 3 * HOUR_MS);
  await passes(world, 30 * MINUTE_MS);
  expect(looks()).toBe(13);
  await passes(world, 30 * MINUTE_MS);
  expect(looks()).toBe(14);
  await passes(world, 14 * DAY_MS);
  expect(looks()).toBe(15);
  expect(await own(world, seller)).toMatchObject({ state: 'pending', nextCheckAt: null });
  writeRecords(world.zone, domain);
  await passes(world, 30 * DAY_MS);
  expect(looks()).toBe(15);
  expect((await looksNow(world, seller, domain.id)).body.domain.state).toBe('live');
});

test('a domain becomes live by itself when its records stand', async () => {
  const world = await openDomainWorld();
  const seller = await sellerWithDomains(world);
  const { pageId, slug } = await seller.publish({}, 'taller');
  writeRecords(world.zone, await claimed(seller, HOST, pageId));
  expect(await whose(world)).toBeNull();
  await passes(world, 3 * MINUTE_MS);
  expect(await own(world, seller)).toMatchObject({ state: 'live', diagnosis: [] });
  expect(await whose(world)).toMatchObject({ host: HOST, pageId, slug, plan: 'pro' });
});

test('a domain whose proof is gone fails, is off after three days, and is free for somebody else', async () => {
  const world = await openDomainWorld();
  const [first, second] = [await sellerWithDomains(world), await sellerWithDomains(world)];
  const domain = await provenDomain(world, first, HOST);
  const refused = await second.call('add-domain', { host: HOST });
  expect([refused.status, refused.body.error?.code]).toEqual([409, 'domain_taken']);

  world.zone.remove(PROOF);
  await passes(world, DAY_MS);
  expect(await own(world, first)).toMatchObject({ state: 'failing' });
  expect((await own(world, first))?.diagnosis).toEqual([
    `There is no TXT record at ${PROOF} yet.`,
    'The domain still answers. We look once a day; after 2 more failed looks the domain is switched off.',
  ]);
  expect(await whose(world)).not.toBeNull();
  expect(await mailsOf(world, first)).toEqual(['domain_failing']);
  await passes(world, DAY_MS);
  expect(await mailsOf(world, first)).toEqual(['domain_failing']);
  await passes(world, DAY_MS);
  expect(await own(world, first)).toMatchObject({ state: 'off', provenAt: null, nextCheckAt: null });
  expect(await whose(world)).toBeNull();
  expect(await mailsOf(world, first)).toEqual(['domain_failing', 'domain_off']);

  await provenDomain(world, await signedInAgain(world, second), HOST);
  // The one who had it before cannot have it back meanwhile, even with both proofs in the zone.
  const texts = [domain.records[0]?.value ?? '', (await own(world, second))?.records[0]?.value ?? ''];
  world.zone.set(PROOF, { TXT: texts });
  const back = await looksNow(world, first, domain.id);
  expect([back.status, back.body.error?.code]).toEqual([409, 'domain_taken']);
  expect(await own(world, first)).toMatchObject({ state: 'off' });
  expect((await own(world, first))?.diagnosis[0]).toContain('another shop has proven this domain before');
});

test('a mail about a domain carries nothing that somebody has written into its zone', async () => {
  const world = await openDomainWorld();
  const seller = await sellerWithDomains(world);
  await provenDomain(world, seller, HOST);
  world.zone.set(PROOF, { TXT: ['Your account is locked: https://evil.example/', 'v=spf1'] });
  await passes(world, DAY_MS);
  expect((await own(world, seller))?.diagnosis[0]).toContain('evil.example');
  const rows = await world.shop.context.db.select().from(outbox).where(eq(outbox.kind, 'domain_failing'));
  expect(rows.map(({ props }) => props)).toMatchObject([
    {
      name: HOST,
      problems: [
        expect.stringContaining('says “something else”. It should say “tillwright-verify='),
        expect.anything(),
      ],
    },
  ]);
  expect(JSON.stringify(rows)).not.toContain('evil');
});

test('who had a domain brings it back by looking again, while nobody else has it', async () => {
  const world = await openDomainWorld();
  const seller = await sellerWithDomains(world);
  const domain = await provenDomain(world, seller, HOST);
  world.zone.remove(HOST);
  for (let day = 0; day < 3; day++) await passes(world, DAY_MS);
  expect(await own(world, seller)).toMatchObject({ state: 'off' });
  writeRecords(world.zone, domain);
  await passes(world, 3 * DAY_MS);
  expect(await own(world, seller)).toMatchObject({ state: 'off' });
  const { body } = await looksNow(world, seller, domain.id);
  expect(body.domain).toMatchObject({ state: 'live', diagnosis: [] });
  world.zone.remove(HOST);
  await passes(world, DAY_MS);
  expect(await mailsOf(world, seller)).toEqual(['domain_failing', 'domain_failing', 'domain_off']);
});

test('a look by hand shows what is wrong, and is not one of the daily ones', async () => {
  const world = await openDomainWorld();
  const seller = await sellerWithDomains(world);
  const { id } = await provenDomain(world, seller, HOST);
  world.zone.set(HOST, { CNAME: ['elsewhere.example'] });
  for (let press = 0; press < 5; press++) {
    const { body } = await seller.call('check-domain', { domainId: id });
    expect(body.domain).toMatchObject({ state: 'failing' });
    expect(body.domain.diagnosis[1]).toContain('after 3 more failed looks');
  }
  world.zone.set(HOST, { CNAME: [TARGET] });
  expect((await seller.call('check-domain', { domainId: id })).body.domain).toMatchObject({ state: 'live' });
  expect(await mailsOf(world, seller)).toEqual([]);
});

test('name servers in trouble never count against a domain, for however long', async () => {
  const world = await openDomainWorld();
  const seller = await sellerWithDomains(world);
  await provenDomain(world, seller, HOST);
  world.zone.trouble('*', 'servfail');
  for (let hour = 0; hour < 5 * 24; hour += 2) await passes(world, 2 * HOUR_MS);
  expect(await own(world, seller)).toMatchObject({ state: 'live' });
  expect((await own(world, seller))?.diagnosis).toEqual([
    'The name servers of example.com could not answer (ESERVFAIL), so we know nothing new about your records. The domain still answers. We ask again by ourselves.',
  ]);
  expect(await mailsOf(world, seller)).toEqual([]);
  world.zone.trouble('*', null);
  await passes(world, 2 * HOUR_MS);
  expect(await own(world, seller)).toMatchObject({ state: 'live', diagnosis: [] });
});

test('a claim is not proven by a name server that is silent, truncated, or half in trouble', async () => {
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
      /^The name servers of example.com (did not answer|could not answer)/,
    );
    world.zone.trouble(name, null);
  }
  expect((await looksNow(world, seller, domain.id)).body.domain.state).toBe('live');
});

test('a name server that says something else each time is judged by what it said once, which is what is shown', async () => {
  const world = await openDomainWorld();
  const seller = await sellerWithDomains(world);
  const domain = await claimed(seller, HOST);
  const proof = domain.records[0]?.value ?? '';
  for (let turn = 0; turn < 8; turn++) {
    world.zone.set(
      PROOF,
      ...[...Array(turn % 3).fill({ TXT: ['another'] }), { TXT: [proof] }, { TXT: ['another'] }],
    );
    world.zone.set(HOST, ...[...Array(turn % 4).fill({ CNAME: ['elsewhere.example'] }), { CNAME: [TARGET] }]);
    const { body } = await looksNow(world, seller, domain.id);
    const [txt, cname] = body.domain.records;
    expect(txt?.fits).toBe(txt?.found?.includes(proof));
    if (body.domain.provenAt) expect(txt?.fits).toBe(true);
    if (cname?.fits) expect(cname.found).toEqual([TARGET]);
    if (body.domain.provenAt) return;
  }
  throw new Error('Never proven, although everything stood there once');
});

test('of twenty sellers who prove the same host at once one gets it, and the others are told', async () => {
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

test('two processes look at each domain once between them', async () => {
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

test('who leaves takes their domains along, and their copy lists them', async () => {
  const world = await openDomainWorld();
  const [seller, other] = [await sellerWithDomains(world), await sellerWithDomains(world)];
  await provenDomain(world, seller, HOST);
  const { body: copy } = await seller.call('export-account', {});
  expect(copy).toMatchObject({
    domains: [{ host: HOST, proof: expect.stringMatching(/^tillwright-verify=/) }],
  });
  const { status } = await seller.call('delete-account', { email: seller.email });
  expect(status).toBe(200);
  expect(await world.shop.context.db.select().from(domains)).toEqual([]);
  await provenDomain(world, other, HOST);
});
