import { expect, test } from 'vitest';

import { MAX_DOMAINS } from '#domain/seller-domain.ts';
import {
  claimed,
  OURS,
  openDomainWorld,
  provenDomain,
  sellerWithDomains,
  TARGET,
  writeRecords,
} from '#server/testing-domains.ts';
import { openShop } from '#server/testing.ts';

test('shows the exact records to create, and is live when they exist', async () => {
  const world = await openDomainWorld();
  const seller = await sellerWithDomains(world);
  const { pageId } = await seller.publish({}, 'taller');
  const domain = await claimed(seller, ' https://Pay.Example.com/c/taller?x=1 ', pageId);
  const proof = domain.records[0]?.value;
  expect(proof).toMatch(/^tillwright-verify=[0-9a-f]{40}$/);
  expect(domain).toMatchObject({
    host: 'pay.example.com',
    name: 'pay.example.com',
    url: 'https://pay.example.com',
    state: 'pending',
    allowed: true,
    page: { id: pageId, name: 'Throwing Taller' },
    diagnosis: [],
    checkedAt: null,
    provenAt: null,
  });
  const unseen = { found: null, fits: null };
  expect(domain.records).toEqual([
    {
      purpose: 'proof',
      type: 'TXT',
      name: '_tillwright.pay.example.com',
      host: '_tillwright.pay',
      value: proof,
      ...unseen,
    },
    { purpose: 'road', type: 'CNAME', name: 'pay.example.com', host: 'pay', value: TARGET, ...unseen },
    { purpose: 'road', type: 'A', name: 'pay.example.com', host: 'pay', value: OURS[0], ...unseen },
    { purpose: 'road', type: 'AAAA', name: 'pay.example.com', host: 'pay', value: OURS[1], ...unseen },
  ]);
  writeRecords(world.zone, domain);
  const { body } = await seller.call('check-domain', { domainId: domain.id });
  expect(body.domain).toMatchObject({ state: 'live', diagnosis: [] });
  expect(body.domain.records.map(({ found, fits }) => [found, fits])).toEqual([
    [[proof], true],
    [[TARGET], true],
    [[], null],
    [[], null],
  ]);
  expect((await seller.call('list-domains', {})).body).toEqual({ domains: [body.domain], allowed: true });
});

test('shows addresses instead of a CNAME for a registered domain, configured ones first', async () => {
  const lines = async (env: Record<string, string>) => {
    const world = await openDomainWorld(env);
    const { records } = await claimed(await sellerWithDomains(world), 'vane.co.uk');
    return records.map(({ type, host, value }) =>
      type === 'TXT' ? `TXT ${host}` : `${type} ${host} ${value}`,
    );
  };
  expect(await lines({})).toEqual(['TXT _tillwright', `A @ ${OURS[0]}`, `AAAA @ ${OURS[1]}`]);
  expect(await lines({ DOMAIN_ADDRESSES: '198.51.100.1,2001:DB8:0::1' })).toEqual([
    'TXT _tillwright',
    'A @ 198.51.100.1',
    'AAAA @ 2001:db8::1',
  ]);
});

test('stores international names in ASCII and shows them in Unicode', async () => {
  const world = await openDomainWorld();
  const domain = await claimed(await sellerWithDomains(world), 'Töpferei.Example.com');
  expect(domain).toMatchObject({ host: 'xn--tpferei-90a.example.com', name: 'töpferei.example.com' });
});

test('returns the same domain when it is added again, and a new proof after it was removed', async () => {
  const world = await openDomainWorld();
  const seller = await sellerWithDomains(world);
  const first = await claimed(seller, 'pay.example.com');
  expect((await claimed(seller, 'PAY.example.com.')).id).toBe(first.id);
  expect((await seller.call('remove-domain', { domainId: first.id })).body).toEqual({ removed: true });
  expect((await seller.call('remove-domain', { domainId: first.id })).status).toBe(404);
  const again = await claimed(seller, 'pay.example.com');
  expect(again.records[0]?.value).not.toBe(first.records[0]?.value);
  writeRecords(world.zone, first);
  const { body } = await seller.call('check-domain', { domainId: again.id });
  expect(body.domain.state).toBe('pending');
});

test('requires a Growth plan and limits the number of domains', async () => {
  const world = await openDomainWorld();
  const poor = await world.shop.seller();
  await poor.call('create-subscription', { planId: 'starter' });
  const { status, body } = await poor.call('add-domain', { host: 'pay.example.com' });
  expect([status, body.error]).toMatchObject([
    403,
    { code: 'plan_needed', message: 'This belongs to the Growth plan.' },
  ]);
  expect((await poor.call('list-domains', {})).body).toEqual({ domains: [], allowed: false });
  const seller = await sellerWithDomains(world);
  const hosts = Array.from({ length: MAX_DOMAINS + 3 }, (_, index) => `pay${index}.example.com`);
  const answers = await Promise.all(hosts.map((host) => seller.call('add-domain', { host })));
  expect(answers.map(({ body: answer }) => answer.error?.code ?? 'added').toSorted()).toEqual([
    ...Array<string>(MAX_DOMAINS).fill('added'),
    ...Array<string>(3).fill('domain_limit'),
  ]);
});

test('moves a page to another domain only when its seller asks, never by a claim', async () => {
  const world = await openDomainWorld();
  const seller = await sellerWithDomains(world);
  const { pageId } = await seller.publish({}, 'taller');
  const live = await provenDomain(world, seller, 'a.example.com', pageId);
  const claim = await claimed(seller, 'b.example.com', pageId);
  expect(claim.page).toBeNull();
  const pagesOf = async () =>
    (await seller.call('list-domains', {})).body.domains.map(({ host, page }) => [host, page?.id ?? null]);
  expect(await pagesOf()).toEqual([
    ['a.example.com', pageId],
    ['b.example.com', null],
  ]);
  const moved = await seller.call('set-domain-page', { domainId: claim.id, pageId });
  expect(moved.body.domain.page?.id).toBe(pageId);
  expect(await pagesOf()).toEqual([
    ['a.example.com', null],
    ['b.example.com', pageId],
  ]);
  expect(
    (await seller.call('set-domain-page', { domainId: live.id, pageId: crypto.randomUUID() })).status,
  ).toBe(404);
  await seller.call('delete-page', { pageId });
  expect(await pagesOf()).toEqual([
    ['a.example.com', null],
    ['b.example.com', null],
  ]);
});

test('releases the page of an open claim when the page is claimed for another name', async () => {
  const world = await openDomainWorld();
  const seller = await sellerWithDomains(world);
  const { pageId } = await seller.publish({}, 'taller');
  await claimed(seller, 'pay.exmaple.com', pageId);
  expect((await claimed(seller, 'pay.example.com', pageId)).page?.id).toBe(pageId);
});

test('verifies local names immediately on a developer’s machine', async () => {
  const shop = await openShop();
  const [seller, other] = [await shop.seller(), await shop.seller()];
  for (const one of [seller, other]) await one.takePlan();
  const domain = await claimed(seller, 'http://pay.shop.localhost:3000/');
  expect(domain).toMatchObject({
    host: 'pay.shop.localhost',
    url: 'http://pay.shop.localhost:3000',
    state: 'live',
    records: [],
    diagnosis: [],
  });
  const taken = await other.call('add-domain', { host: 'pay.shop.localhost' });
  expect(taken.body.error).toMatchObject({
    code: 'domain_taken',
    message: 'This domain is in use by another shop.',
  });
  const checked = await seller.call('check-domain', { domainId: domain.id });
  expect(checked.body.domain).toMatchObject({ state: 'live', diagnosis: [] });
});

test('explains that this installation has no address for domains', async () => {
  const world = await openDomainWorld({ DOMAIN_TARGET: '' });
  const seller = await sellerWithDomains(world);
  const { id, records } = await claimed(seller, 'pay.example.com');
  expect(records.map(({ type }) => type)).toEqual(['TXT']);
  const { body } = await seller.call('check-domain', { domainId: id });
  expect(body.domain.diagnosis[1]).toContain('Add a name under .localhost, such as pay.shop.localhost');
});
