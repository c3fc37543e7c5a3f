/** An app that sellers' domains can point to, and a DNS server for them. Used by tests only. */
import type { SellerDomain } from '#domain/seller-domain.ts';

import { openNameServer, type NameServer } from './testing-name-server.ts';
import { authClient, callAs, openShop, type TestSeller, type TestShop } from './testing.ts';

/** CNAME target of the domains, and its addresses. */
export const TARGET = 'shops.till.example.net';
export const OURS = ['203.0.113.7', '2001:db8::7'] as const;

export type DomainWorld = { zone: NameServer; shop: TestShop };

export async function openDomainWorld(
  env: Record<string, string> = {},
  parts: Parameters<typeof openShop>[0] = {},
): Promise<DomainWorld> {
  const zone = await openNameServer();
  zone.set(TARGET, { A: [OURS[0]], AAAA: [OURS[1]] });
  const shop = await openShop({
    ...parts,
    env: { DOMAIN_TARGET: TARGET, DNS_SERVERS: zone.address, ...env },
  });
  return { zone, shop };
}

/** A seller whose plan includes domains. */
export async function sellerWithDomains({ shop }: DomainWorld): Promise<TestSeller> {
  const seller = await shop.seller();
  await seller.takePlan();
  return seller;
}

/** Signs the same seller in again: tokens expire before domain checks end. */
export async function signedInAgain({ shop }: DomainWorld, seller: TestSeller): Promise<TestSeller> {
  const { data, error } = await authClient(shop.request).signInWithPassword({
    email: seller.email,
    password: 'correct horse',
  });
  if (error) throw error;
  return { ...seller, session: data.session, call: callAs(shop.request, data.session.access_token) };
}

/** Adds a domain; throws when it is refused. */
export async function claimed(seller: TestSeller, host: string, pageId?: string): Promise<SellerDomain> {
  const { status, body } = await seller.call('add-domain', { host, ...(pageId && { pageId }) });
  if (status !== 200) throw new Error(`add-domain answered ${status}: ${JSON.stringify(body)}`);
  return body.domain;
}

/** Writes the DNS records that a seller is shown: the verification record and the first routing record. */
export function writeRecords(zone: NameServer, { records }: SellerDomain): void {
  const road = records.find(({ purpose }) => purpose === 'road');
  for (const record of records.filter((one) => one === road || one.purpose === 'proof'))
    zone.set(record.name, { [record.type]: [record.value] });
}

/** A domain that is verified by its records. */
export async function provenDomain(world: DomainWorld, seller: TestSeller, host: string, pageId?: string) {
  const domain = await claimed(seller, host, pageId);
  writeRecords(world.zone, domain);
  const { body } = await seller.call('check-domain', { domainId: domain.id });
  if (body.domain.state !== 'live') throw new Error(`The domain is ${JSON.stringify(body)}`);
  return body.domain;
}

/** Advances the clock and waits for everything that becomes due. */
export async function passes({ shop }: DomainWorld, ms: number): Promise<void> {
  shop.advance(ms);
  await shop.settled();
}

/** The seller's only domain. */
export async function ownDomain(world: DomainWorld, seller: TestSeller): Promise<SellerDomain | undefined> {
  const { call } = await signedInAgain(world, seller);
  return (await call('list-domains', {})).body.domains[0];
}

/** Checks a domain on request. */
export async function looksNow(world: DomainWorld, seller: TestSeller, domainId: string) {
  const { call } = await signedInAgain(world, seller);
  return call('check-domain', { domainId });
}
