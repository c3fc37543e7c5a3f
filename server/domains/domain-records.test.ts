import { expect, test } from 'vitest';

import { MAX_DOMAINS } from '#domain/seller-domain.ts';
import {
  claimDomain,
  TARGET_ADDRESSES,
  openDomainTestEnv,
  verifiedDomain,
  sellerWithDomains,
  CNAME_TARGET,
  writeRecords,
} from '#server/testing/domain-env.ts';
import { createTestApp } from '#server/testing/test-app.ts';

test('shows the exact records to create, and is live when they exist', async () => {
  const testEnv = await openDomainTestEnv();
  const seller = await sellerWithDomains(testEnv);
  const { pageId } = await seller.publishPage({}, 'taller');
  const domain = await claimDomain(seller, ' https://Pay.Example.com/c/taller?x=1 ', pageId);
  const token = domain.records[0]?.value;
  expect(token).toMatch(/^tillwright-verify=[0-9a-f]{40}$/);
  expect(domain).toMatchObject({
    host: 'pay.example.com',
    name: 'pay.example.com',
    url: 'https://pay.example.com',
    state: 'pending',
    allowed: true,
    page: { id: pageId, name: 'Throwing Taller' },
    diagnosis: [],
    checkedAt: null,
    verifiedAt: null,
  });
  const unchecked = { found: null, fits: null };
  expect(domain.records).toEqual([
    {
      purpose: 'verification',
      type: 'TXT',
      name: '_tillwright.pay.example.com',
      host: '_tillwright.pay',
      value: token,
      ...unchecked,
    },
    {
      purpose: 'routing',
      type: 'CNAME',
      name: 'pay.example.com',
      host: 'pay',
      value: CNAME_TARGET,
      ...unchecked,
    },
    {
      purpose: 'routing',
      type: 'A',
      name: 'pay.example.com',
      host: 'pay',
      value: TARGET_ADDRESSES[0],
      ...unchecked,
    },
    {
      purpose: 'routing',
      type: 'AAAA',
      name: 'pay.example.com',
      host: 'pay',
      value: TARGET_ADDRESSES[1],
      ...unchecked,
    },
  ]);
  writeRecords(testEnv.nameServer, domain);
  const { body } = await seller.rpc('check-domain', { domainId: domain.id });
  expect(body.domain).toMatchObject({ state: 'live', diagnosis: [] });
  expect(body.domain.records.map(({ found, fits }) => [found, fits])).toEqual([
    [[token], true],
    [[CNAME_TARGET], true],
    [[], null],
    [[], null],
  ]);
  expect((await seller.rpc('list-domains', {})).body).toEqual({ domains: [body.domain], allowed: true });
});

test('shows addresses instead of a CNAME for a registered domain, configured ones first', async () => {
  const recordLines = async (env: Record<string, string>) => {
    const testEnv = await openDomainTestEnv(env);
    const { records } = await claimDomain(await sellerWithDomains(testEnv), 'vane.co.uk');
    return records.map(({ type, host, value }) => (type === 'TXT' ? `TXT ${host}` : `${type} ${host} ${value}`));
  };
  expect(await recordLines({})).toEqual([
    'TXT _tillwright',
    `A @ ${TARGET_ADDRESSES[0]}`,
    `AAAA @ ${TARGET_ADDRESSES[1]}`,
  ]);
  expect(await recordLines({ DOMAIN_ADDRESSES: '198.51.100.1,2001:DB8:0::1' })).toEqual([
    'TXT _tillwright',
    'A @ 198.51.100.1',
    'AAAA @ 2001:db8::1',
  ]);
});

test('stores international names in ASCII and shows them in Unicode', async () => {
  const testEnv = await openDomainTestEnv();
  const domain = await claimDomain(await sellerWithDomains(testEnv), 'Töpferei.Example.com');
  expect(domain).toMatchObject({ host: 'xn--tpferei-90a.example.com', name: 'töpferei.example.com' });
});

test('returns the same domain when it is added again, and a new token after it was removed', async () => {
  const testEnv = await openDomainTestEnv();
  const seller = await sellerWithDomains(testEnv);
  const first = await claimDomain(seller, 'pay.example.com');
  expect((await claimDomain(seller, 'PAY.example.com.')).id).toBe(first.id);
  expect((await seller.rpc('remove-domain', { domainId: first.id })).body).toEqual({ removed: true });
  expect((await seller.rpc('remove-domain', { domainId: first.id })).status).toBe(404);
  const readded = await claimDomain(seller, 'pay.example.com');
  expect(readded.records[0]?.value).not.toBe(first.records[0]?.value);
  writeRecords(testEnv.nameServer, first);
  const { body } = await seller.rpc('check-domain', { domainId: readded.id });
  expect(body.domain.state).toBe('pending');
});

test('requires a Growth plan and limits the number of domains', async () => {
  const testEnv = await openDomainTestEnv();
  const starterSeller = await testEnv.app.signUpSeller();
  await starterSeller.rpc('create-subscription', { planId: 'starter' });
  const { status, body } = await starterSeller.rpc('add-domain', { host: 'pay.example.com' });
  expect([status, body.error]).toMatchObject([
    403,
    { code: 'plan_needed', message: 'This feature requires the Growth or Pro plan.' },
  ]);
  expect((await starterSeller.rpc('list-domains', {})).body).toEqual({ domains: [], allowed: false });
  const seller = await sellerWithDomains(testEnv);
  const hosts = Array.from({ length: MAX_DOMAINS + 3 }, (_, index) => `pay${index}.example.com`);
  const answers = await Promise.all(hosts.map((host) => seller.rpc('add-domain', { host })));
  expect(answers.map(({ body: answer }) => answer.error?.code ?? 'added').toSorted()).toEqual([
    ...Array<string>(MAX_DOMAINS).fill('added'),
    ...Array<string>(3).fill('domain_limit'),
  ]);
});

test('moves a page to another domain only when its seller asks, never by a claim', async () => {
  const testEnv = await openDomainTestEnv();
  const seller = await sellerWithDomains(testEnv);
  const { pageId } = await seller.publishPage({}, 'taller');
  const liveDomain = await verifiedDomain(testEnv, seller, 'a.example.com', pageId);
  const claim = await claimDomain(seller, 'b.example.com', pageId);
  expect(claim.page).toBeNull();
  const pagesOf = async () =>
    (await seller.rpc('list-domains', {})).body.domains.map(({ host, page }) => [host, page?.id ?? null]);
  expect(await pagesOf()).toEqual([
    ['a.example.com', pageId],
    ['b.example.com', null],
  ]);
  const moved = await seller.rpc('set-domain-page', { domainId: claim.id, pageId });
  expect(moved.body.domain.page?.id).toBe(pageId);
  expect(await pagesOf()).toEqual([
    ['a.example.com', null],
    ['b.example.com', pageId],
  ]);
  expect((await seller.rpc('set-domain-page', { domainId: liveDomain.id, pageId: crypto.randomUUID() })).status).toBe(
    404,
  );
  await seller.rpc('delete-page', { pageId });
  expect(await pagesOf()).toEqual([
    ['a.example.com', null],
    ['b.example.com', null],
  ]);
});

test('releases the page of an open claim when the page is claimed for another name', async () => {
  const testEnv = await openDomainTestEnv();
  const seller = await sellerWithDomains(testEnv);
  const { pageId } = await seller.publishPage({}, 'taller');
  await claimDomain(seller, 'pay.exmaple.com', pageId);
  expect((await claimDomain(seller, 'pay.example.com', pageId)).page?.id).toBe(pageId);
});

test('verifies local names immediately on a developer’s machine', async () => {
  const app = await createTestApp();
  const [seller, otherSeller] = [await app.signUpSeller(), await app.signUpSeller()];
  for (const eachSeller of [seller, otherSeller]) await eachSeller.givePlan();
  const domain = await claimDomain(seller, 'http://pay.shop.localhost:3000/');
  expect(domain).toMatchObject({
    host: 'pay.shop.localhost',
    url: 'http://pay.shop.localhost:3000',
    state: 'live',
    records: [],
    diagnosis: [],
  });
  const takenResponse = await otherSeller.rpc('add-domain', { host: 'pay.shop.localhost' });
  expect(takenResponse.body.error).toMatchObject({
    code: 'domain_taken',
    message: 'Another seller already uses this domain.',
  });
  const checked = await seller.rpc('check-domain', { domainId: domain.id });
  expect(checked.body.domain).toMatchObject({ state: 'live', diagnosis: [] });
});

test('explains that this installation has no address for domains', async () => {
  const testEnv = await openDomainTestEnv({ DOMAIN_TARGET: '' });
  const seller = await sellerWithDomains(testEnv);
  const { id, records } = await claimDomain(seller, 'pay.example.com');
  expect(records.map(({ type }) => type)).toEqual(['TXT']);
  const { body } = await seller.rpc('check-domain', { domainId: id });
  expect(body.domain.diagnosis[1]).toContain('add a name under .localhost, such as pay.shop.localhost');
});
