/** An app that sellers' domains can point to, and a DNS server for them. Used by tests only. */
import type { SellerDomain } from '#domain/seller-domain.ts';

import { openNameServer, type NameServer } from './dns-server.ts';
import { authClient, rpcAs, createTestApp, type TestSeller, type TestApp } from './test-app.ts';

/** CNAME target of the domains, and its addresses. */
export const CNAME_TARGET = 'shops.till.example.net';
export const TARGET_ADDRESSES = ['203.0.113.7', '2001:db8::7'] as const;

export type DomainTestEnv = { nameServer: NameServer; app: TestApp };

export async function openDomainTestEnv(
  env: Record<string, string> = {},
  options: Parameters<typeof createTestApp>[0] = {},
): Promise<DomainTestEnv> {
  const nameServer = await openNameServer();
  nameServer.set(CNAME_TARGET, { A: [TARGET_ADDRESSES[0]], AAAA: [TARGET_ADDRESSES[1]] });
  const app = await createTestApp({
    ...options,
    env: { DOMAIN_TARGET: CNAME_TARGET, DNS_SERVERS: nameServer.address, ...env },
  });
  return { nameServer, app };
}

/** A seller whose plan includes domains. */
export async function sellerWithDomains({ app }: DomainTestEnv): Promise<TestSeller> {
  const seller = await app.signUpSeller();
  await seller.givePlan();
  return seller;
}

/** Signs the same seller in again: tokens expire before domain checks end. */
export async function signInAgain({ app }: DomainTestEnv, seller: TestSeller): Promise<TestSeller> {
  const { data, error } = await authClient(app.request).signInWithPassword({
    email: seller.email,
    password: 'correct horse',
  });
  if (error) throw error;
  return { ...seller, session: data.session, rpc: rpcAs(app.request, data.session.access_token) };
}

/** Adds a domain; throws when it is refused. */
export async function claimDomain(seller: TestSeller, host: string, pageId?: string): Promise<SellerDomain> {
  const { status, body } = await seller.rpc('add-domain', { host, ...(pageId && { pageId }) });
  if (status !== 200) throw new Error(`add-domain answered ${status}: ${JSON.stringify(body)}`);
  return body.domain;
}

/** Writes the DNS records that a seller is shown: the verification record and the first routing record. */
export function writeRecords(nameServer: NameServer, { records }: SellerDomain): void {
  const routingRecord = records.find(({ purpose }) => purpose === 'routing');
  for (const record of records.filter((entry) => entry === routingRecord || entry.purpose === 'verification'))
    nameServer.set(record.name, { [record.type]: [record.value] });
}

/** A domain that is verified by its records. */
export async function verifiedDomain(testEnv: DomainTestEnv, seller: TestSeller, host: string, pageId?: string) {
  const domain = await claimDomain(seller, host, pageId);
  writeRecords(testEnv.nameServer, domain);
  const { body } = await seller.rpc('check-domain', { domainId: domain.id });
  if (body.domain.state !== 'live') throw new Error(`The domain is ${JSON.stringify(body)}`);
  return body.domain;
}

/** Advances the clock and waits for everything that becomes due. */
export async function advanceAndSettle({ app }: DomainTestEnv, ms: number): Promise<void> {
  app.advance(ms);
  await app.waitUntilIdle();
}

/** The seller's only domain. */
export async function findOnlyDomain(testEnv: DomainTestEnv, seller: TestSeller): Promise<SellerDomain | undefined> {
  const { rpc: call } = await signInAgain(testEnv, seller);
  return (await call('list-domains', {})).body.domains[0];
}

/** Checks a domain on request. */
export async function checkDomain(testEnv: DomainTestEnv, seller: TestSeller, domainId: string) {
  const { rpc: call } = await signInAgain(testEnv, seller);
  return call('check-domain', { domainId });
}
