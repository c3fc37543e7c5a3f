import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';

import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time-units.ts';
import { domains } from '#server/db/schema-domains.ts';
import { outbox } from '#server/db/schema-outbox.ts';
import { planSubscriptions } from '#server/db/schema-plans.ts';
import { findDomainOfPage, listHostsOfPages } from '#server/pages/queries/page-domains.ts';
import {
  claimDomain,
  checkDomain,
  openDomainTestEnv,
  findOnlyDomain,
  advanceAndSettle,
  verifiedDomain,
  sellerWithDomains,
  signInAgain,
  CNAME_TARGET,
  writeRecords,
  type DomainTestEnv,
} from '#server/testing/domain-env.ts';
import type { TestSeller } from '#server/testing/test-app.ts';

import { listVerifiedDomains } from './queries.ts';

const HOST = 'pay.example.com';
const RECORD_NAME = `_tillwright.${HOST}`;

const findOwner = async ({ app }: DomainTestEnv) =>
  (await listVerifiedDomains(app.context.db, app.context.mode, [HOST]))[0] ?? null;

const mailKindsOf = async ({ app }: DomainTestEnv, seller: TestSeller) =>
  (await app.context.db.select().from(outbox).where(eq(outbox.recipient, seller.email)))
    .filter(({ kind }) => kind.startsWith('domain_'))
    .map(({ kind }) => kind)
    .toSorted();

test('checks a claim every few minutes, then hourly, and after two weeks only on request', async () => {
  const testEnv = await openDomainTestEnv();
  const seller = await sellerWithDomains(testEnv);
  const domain = await claimDomain(seller, HOST);
  const countChecks = () => testEnv.nameServer.questions.filter((query) => query === `${RECORD_NAME} TXT`).length;
  await advanceAndSettle(testEnv, MINUTE_MS);
  expect(countChecks()).toBe(0);
  for (let minute = 0; minute < 30; minute += 5) await advanceAndSettle(testEnv, 5 * MINUTE_MS);
  expect(countChecks()).toBe(6);
  await advanceAndSettle(testEnv, 3 * HOUR_MS);
  await advanceAndSettle(testEnv, 30 * MINUTE_MS);
  expect(countChecks()).toBe(7);
  await advanceAndSettle(testEnv, 30 * MINUTE_MS);
  expect(countChecks()).toBe(8);
  await advanceAndSettle(testEnv, 14 * DAY_MS);
  expect(countChecks()).toBe(9);
  expect(await findOnlyDomain(testEnv, seller)).toMatchObject({ state: 'pending', nextCheckAt: null });
  writeRecords(testEnv.nameServer, domain);
  await advanceAndSettle(testEnv, 30 * DAY_MS);
  expect(countChecks()).toBe(9);
  expect((await checkDomain(testEnv, seller, domain.id)).body.domain.state).toBe('live');
});

test('verifies a domain by itself when its records exist', async () => {
  const testEnv = await openDomainTestEnv();
  const seller = await sellerWithDomains(testEnv);
  const { pageId, slug } = await seller.publishPage({}, 'taller');
  writeRecords(testEnv.nameServer, await claimDomain(seller, HOST, pageId));
  expect(await findOwner(testEnv)).toBeNull();
  await advanceAndSettle(testEnv, 3 * MINUTE_MS);
  expect(await findOnlyDomain(testEnv, seller)).toMatchObject({ state: 'live', diagnosis: [] });
  expect(await findOwner(testEnv)).toMatchObject({ host: HOST, pageId, slug, plan: 'pro' });
});

test('fails a domain without its TXT record, switches it off after three days, and frees it', async () => {
  const testEnv = await openDomainTestEnv();
  const [first, second] = [await sellerWithDomains(testEnv), await sellerWithDomains(testEnv)];
  const domain = await verifiedDomain(testEnv, first, HOST);
  const rejected = await second.rpc('add-domain', { host: HOST });
  expect([rejected.status, rejected.body.error?.code]).toEqual([409, 'domain_taken']);

  testEnv.nameServer.remove(RECORD_NAME);
  await advanceAndSettle(testEnv, DAY_MS);
  expect(await findOnlyDomain(testEnv, first)).toMatchObject({ state: 'failing' });
  expect((await findOnlyDomain(testEnv, first))?.diagnosis).toEqual([
    `There’s no TXT record at ${RECORD_NAME} anymore.`,
    'The domain still works. We check it once a day and turn it off after 2 more failed checks.',
  ]);
  expect(await findOwner(testEnv)).not.toBeNull();
  expect(await mailKindsOf(testEnv, first)).toEqual(['domain_failing']);
  await advanceAndSettle(testEnv, DAY_MS);
  expect(await mailKindsOf(testEnv, first)).toEqual(['domain_failing']);
  await advanceAndSettle(testEnv, DAY_MS);
  expect(await findOnlyDomain(testEnv, first)).toMatchObject({
    state: 'off',
    verifiedAt: null,
    nextCheckAt: null,
  });
  expect(await findOwner(testEnv)).toBeNull();
  expect(await mailKindsOf(testEnv, first)).toEqual(['domain_failing', 'domain_off']);

  await verifiedDomain(testEnv, await signInAgain(testEnv, second), HOST);
  // The former seller cannot take it back now, even with both proofs in the zone.
  const texts = [domain.records[0]?.value ?? '', (await findOnlyDomain(testEnv, second))?.records[0]?.value ?? ''];
  testEnv.nameServer.set(RECORD_NAME, { TXT: texts });
  const recheck = await checkDomain(testEnv, first, domain.id);
  expect([recheck.status, recheck.body.error?.code]).toEqual([409, 'domain_taken']);
  expect(await findOnlyDomain(testEnv, first)).toMatchObject({ state: 'off' });
  expect((await findOnlyDomain(testEnv, first))?.diagnosis[0]).toContain(
    'another seller has already verified this domain',
  );
});

test('leaves foreign record values out of mail about a domain', async () => {
  const testEnv = await openDomainTestEnv();
  const seller = await sellerWithDomains(testEnv);
  await verifiedDomain(testEnv, seller, HOST);
  testEnv.nameServer.set(RECORD_NAME, { TXT: ['Your account is locked: https://evil.example/', 'v=spf1'] });
  await advanceAndSettle(testEnv, DAY_MS);
  expect((await findOnlyDomain(testEnv, seller))?.diagnosis[0]).toContain('evil.example');
  const rows = await testEnv.app.context.db.select().from(outbox).where(eq(outbox.kind, 'domain_failing'));
  expect(rows.map(({ props }) => props)).toMatchObject([
    {
      name: HOST,
      problems: [expect.stringContaining('contains “something else”. Change it to “tillwright-verify=')],
    },
  ]);
  expect(JSON.stringify(rows)).not.toContain('evil');
});

test('checks a switched-off domain like a new one when its seller adds it again', async () => {
  const testEnv = await openDomainTestEnv();
  const seller = await sellerWithDomains(testEnv);
  const domain = await verifiedDomain(testEnv, seller, HOST);
  testEnv.nameServer.remove(HOST);
  for (let day = 0; day < 3; day++) await advanceAndSettle(testEnv, DAY_MS);
  expect(await findOnlyDomain(testEnv, seller)).toMatchObject({ state: 'off' });
  const again = await claimDomain(await signInAgain(testEnv, seller), HOST);
  expect(again).toMatchObject({ id: domain.id, state: 'pending' });
  writeRecords(testEnv.nameServer, domain);
  await advanceAndSettle(testEnv, HOUR_MS);
  expect(await findOnlyDomain(testEnv, seller)).toMatchObject({ state: 'live' });
});

test('restores a domain by a check of its former seller while it is free', async () => {
  const testEnv = await openDomainTestEnv();
  const seller = await sellerWithDomains(testEnv);
  const domain = await verifiedDomain(testEnv, seller, HOST);
  testEnv.nameServer.remove(HOST);
  for (let day = 0; day < 3; day++) await advanceAndSettle(testEnv, DAY_MS);
  expect(await findOnlyDomain(testEnv, seller)).toMatchObject({ state: 'off' });
  writeRecords(testEnv.nameServer, domain);
  await advanceAndSettle(testEnv, 3 * DAY_MS);
  expect(await findOnlyDomain(testEnv, seller)).toMatchObject({ state: 'off' });
  const { body } = await checkDomain(testEnv, seller, domain.id);
  expect(body.domain).toMatchObject({ state: 'live', diagnosis: [] });
  testEnv.nameServer.remove(HOST);
  await advanceAndSettle(testEnv, DAY_MS);
  expect(await mailKindsOf(testEnv, seller)).toEqual(['domain_failing', 'domain_failing', 'domain_off']);
});

test('frees a live domain when it is removed', async () => {
  const testEnv = await openDomainTestEnv();
  const [first, second] = [await sellerWithDomains(testEnv), await sellerWithDomains(testEnv)];
  const { id } = await verifiedDomain(testEnv, first, HOST);
  await first.rpc('remove-domain', { domainId: id });
  expect(await findOwner(testEnv)).toBeNull();
  await verifiedDomain(testEnv, second, HOST);
});

test('keeps a domain without the plan, but allows only removing it or its page', async () => {
  const testEnv = await openDomainTestEnv();
  const { db, mode } = testEnv.app.context;
  const seller = await sellerWithDomains(testEnv);
  const { pageId } = await seller.publishPage({}, 'taller');
  const { id: domainId } = await verifiedDomain(testEnv, seller, HOST, pageId);
  await db.update(planSubscriptions).set({ plan: 'starter' });
  expect((await seller.rpc('list-domains', {})).body).toMatchObject({
    allowed: false,
    domains: [{ state: 'live', allowed: false, page: { id: pageId } }],
  });
  expect(await findDomainOfPage(db, mode, pageId)).toMatchObject({ host: HOST, plan: 'starter' });
  expect(await listHostsOfPages(db, (await findOwner(testEnv))?.sellerId ?? '')).toEqual(new Map([[pageId, HOST]]));
  expect((await seller.rpc('set-domain-page', { domainId, pageId })).body.error?.code).toBe('plan_needed');
  expect((await seller.rpc('set-domain-page', { domainId, pageId: null })).body.domain.page).toBeNull();
  await advanceAndSettle(testEnv, DAY_MS);
  expect(await findOnlyDomain(testEnv, seller)).toMatchObject({ state: 'live' });
  const { rpc: call } = await signInAgain(testEnv, seller);
  expect((await call('remove-domain', { domainId })).body).toEqual({ removed: true });
});

test('shows faults in a manual check without counting it as a daily one', async () => {
  const testEnv = await openDomainTestEnv();
  const seller = await sellerWithDomains(testEnv);
  const { id } = await verifiedDomain(testEnv, seller, HOST);
  testEnv.nameServer.set(HOST, { CNAME: ['elsewhere.example'] });
  for (let i = 0; i < 5; i++) {
    const { body } = await seller.rpc('check-domain', { domainId: id });
    expect(body.domain).toMatchObject({ state: 'failing' });
    expect(body.domain.diagnosis[1]).toContain('after 3 more failed checks');
  }
  testEnv.nameServer.set(HOST, { CNAME: [CNAME_TARGET] });
  expect((await seller.rpc('check-domain', { domainId: id })).body.domain).toMatchObject({ state: 'live' });
  expect(await mailKindsOf(testEnv, seller)).toEqual([]);
});

test('deletes the domains with the account, and lists them in its export', async () => {
  const testEnv = await openDomainTestEnv();
  const [seller, otherSeller] = [await sellerWithDomains(testEnv), await sellerWithDomains(testEnv)];
  await verifiedDomain(testEnv, seller, HOST);
  const { body: accountExport } = await seller.rpc('export-account', {});
  expect(accountExport).toMatchObject({
    domains: [{ host: HOST, proof: expect.stringMatching(/^tillwright-verify=/) }],
  });
  const { status } = await seller.rpc('delete-account', { email: seller.email });
  expect(status).toBe(200);
  expect(await testEnv.app.context.db.select().from(domains)).toEqual([]);
  await verifiedDomain(testEnv, otherSeller, HOST);
});
