import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';

import { findDomainOfPage, findProvenDomain, listHostsOfPages } from '#server/db/domains.ts';
import { domains } from '#server/db/schema-domains.ts';
import { outbox } from '#server/db/schema-mail.ts';
import { planSubscriptions } from '#server/db/schema-plans.ts';
import {
  claimed,
  looksNow,
  openDomainWorld,
  ownDomain,
  passes,
  provenDomain,
  sellerWithDomains,
  signedInAgain,
  TARGET,
  writeRecords,
  type DomainWorld,
} from '#server/testing-domains.ts';
import type { TestSeller } from '#server/testing.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const HOST = 'pay.example.com';
const PROOF = `_tillwright.${HOST}`;

const whose = ({ shop }: DomainWorld) => findProvenDomain(shop.context.db, shop.context.mode, HOST);

const mailsOf = async ({ shop }: DomainWorld, seller: TestSeller) =>
  (await shop.context.db.select().from(outbox).where(eq(outbox.recipient, seller.email)))
    .filter(({ kind }) => kind.startsWith('domain_'))
    .map(({ kind }) => kind)
    .toSorted();

test('checks a claim every few minutes, then hourly, and after two weeks only on request', async () => {
  const world = await openDomainWorld();
  const seller = await sellerWithDomains(world);
  const domain = await claimed(seller, HOST);
  const looks = () => world.zone.asked.filter((question) => question === `${PROOF} TXT`).length;
  await passes(world, MINUTE_MS);
  expect(looks()).toBe(0);
  for (let minute = 0; minute < 30; minute += 5) await passes(world, 5 * MINUTE_MS);
  expect(looks()).toBe(6);
  await passes(world, 3 * HOUR_MS);
  await passes(world, 30 * MINUTE_MS);
  expect(looks()).toBe(7);
  await passes(world, 30 * MINUTE_MS);
  expect(looks()).toBe(8);
  await passes(world, 14 * DAY_MS);
  expect(looks()).toBe(9);
  expect(await ownDomain(world, seller)).toMatchObject({ state: 'pending', nextCheckAt: null });
  writeRecords(world.zone, domain);
  await passes(world, 30 * DAY_MS);
  expect(looks()).toBe(9);
  expect((await looksNow(world, seller, domain.id)).body.domain.state).toBe('live');
});

test('verifies a domain by itself when its records exist', async () => {
  const world = await openDomainWorld();
  const seller = await sellerWithDomains(world);
  const { pageId, slug } = await seller.publish({}, 'taller');
  writeRecords(world.zone, await claimed(seller, HOST, pageId));
  expect(await whose(world)).toBeNull();
  await passes(world, 3 * MINUTE_MS);
  expect(await ownDomain(world, seller)).toMatchObject({ state: 'live', diagnosis: [] });
  expect(await whose(world)).toMatchObject({ host: HOST, pageId, slug, plan: 'pro' });
});

test('fails a domain without its proof, switches it off after three days, and frees it', async () => {
  const world = await openDomainWorld();
  const [first, second] = [await sellerWithDomains(world), await sellerWithDomains(world)];
  const domain = await provenDomain(world, first, HOST);
  const refused = await second.call('add-domain', { host: HOST });
  expect([refused.status, refused.body.error?.code]).toEqual([409, 'domain_taken']);

  world.zone.remove(PROOF);
  await passes(world, DAY_MS);
  expect(await ownDomain(world, first)).toMatchObject({ state: 'failing' });
  expect((await ownDomain(world, first))?.diagnosis).toEqual([
    `There is no TXT record at ${PROOF} any more.`,
    'The domain still answers. We look once a day; after 2 more failed looks the domain is switched off.',
  ]);
  expect(await whose(world)).not.toBeNull();
  expect(await mailsOf(world, first)).toEqual(['domain_failing']);
  await passes(world, DAY_MS);
  expect(await mailsOf(world, first)).toEqual(['domain_failing']);
  await passes(world, DAY_MS);
  expect(await ownDomain(world, first)).toMatchObject({ state: 'off', provenAt: null, nextCheckAt: null });
  expect(await whose(world)).toBeNull();
  expect(await mailsOf(world, first)).toEqual(['domain_failing', 'domain_off']);

  await provenDomain(world, await signedInAgain(world, second), HOST);
  // The former seller cannot take it back now, even with both proofs in the zone.
  const texts = [domain.records[0]?.value ?? '', (await ownDomain(world, second))?.records[0]?.value ?? ''];
  world.zone.set(PROOF, { TXT: texts });
  const back = await looksNow(world, first, domain.id);
  expect([back.status, back.body.error?.code]).toEqual([409, 'domain_taken']);
  expect(await ownDomain(world, first)).toMatchObject({ state: 'off' });
  expect((await ownDomain(world, first))?.diagnosis[0]).toContain(
    'another shop has proven this domain before',
  );
});

test('leaves foreign record values out of mail about a domain', async () => {
  const world = await openDomainWorld();
  const seller = await sellerWithDomains(world);
  await provenDomain(world, seller, HOST);
  world.zone.set(PROOF, { TXT: ['Your account is locked: https://evil.example/', 'v=spf1'] });
  await passes(world, DAY_MS);
  expect((await ownDomain(world, seller))?.diagnosis[0]).toContain('evil.example');
  const rows = await world.shop.context.db.select().from(outbox).where(eq(outbox.kind, 'domain_failing'));
  expect(rows.map(({ props }) => props)).toMatchObject([
    {
      name: HOST,
      problems: [expect.stringContaining('says “something else”. It should say “tillwright-verify=')],
    },
  ]);
  expect(JSON.stringify(rows)).not.toContain('evil');
});

test('restores a domain by a check of its former seller while it is free', async () => {
  const world = await openDomainWorld();
  const seller = await sellerWithDomains(world);
  const domain = await provenDomain(world, seller, HOST);
  world.zone.remove(HOST);
  for (let day = 0; day < 3; day++) await passes(world, DAY_MS);
  expect(await ownDomain(world, seller)).toMatchObject({ state: 'off' });
  writeRecords(world.zone, domain);
  await passes(world, 3 * DAY_MS);
  expect(await ownDomain(world, seller)).toMatchObject({ state: 'off' });
  const { body } = await looksNow(world, seller, domain.id);
  expect(body.domain).toMatchObject({ state: 'live', diagnosis: [] });
  world.zone.remove(HOST);
  await passes(world, DAY_MS);
  expect(await mailsOf(world, seller)).toEqual(['domain_failing', 'domain_failing', 'domain_off']);
});

test('frees a live domain when it is removed', async () => {
  const world = await openDomainWorld();
  const [first, second] = [await sellerWithDomains(world), await sellerWithDomains(world)];
  const { id } = await provenDomain(world, first, HOST);
  await first.call('remove-domain', { domainId: id });
  expect(await whose(world)).toBeNull();
  await provenDomain(world, second, HOST);
});

test('keeps a domain without the plan, but allows only removing it or its page', async () => {
  const world = await openDomainWorld();
  const { db, mode } = world.shop.context;
  const seller = await sellerWithDomains(world);
  const { pageId } = await seller.publish({}, 'taller');
  const { id: domainId } = await provenDomain(world, seller, HOST, pageId);
  await db.update(planSubscriptions).set({ plan: 'starter' });
  expect((await seller.call('list-domains', {})).body).toMatchObject({
    allowed: false,
    domains: [{ state: 'live', allowed: false, page: { id: pageId } }],
  });
  expect(await findDomainOfPage(db, mode, pageId)).toMatchObject({ host: HOST, plan: 'starter' });
  expect(await listHostsOfPages(db, (await whose(world))?.sellerId ?? '')).toEqual(new Map([[pageId, HOST]]));
  expect((await seller.call('set-domain-page', { domainId, pageId })).body.error?.code).toBe('plan_needed');
  expect((await seller.call('set-domain-page', { domainId, pageId: null })).body.domain.page).toBeNull();
  await passes(world, DAY_MS);
  expect(await ownDomain(world, seller)).toMatchObject({ state: 'live' });
  const { call } = await signedInAgain(world, seller);
  expect((await call('remove-domain', { domainId })).body).toEqual({ removed: true });
});

test('shows faults in a manual check without counting it as a daily one', async () => {
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

test('deletes the domains with the account, and lists them in its export', async () => {
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
