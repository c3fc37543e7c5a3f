import ipaddr from 'ipaddr.js';

import { getVerificationRecordName } from '#domain/domain-name.ts';
import { withTimeout } from '#server/core/concurrency.ts';
import type { NetworkConfig } from '#server/core/config.ts';
import type { Context } from '#server/core/context.ts';
import type { DomainFinding } from '#server/db/schema-domains.ts';
import { DnsError, type Dns } from '#server/outgoing/dns.ts';

import { registeredDomainOf } from './parse-domain-host.ts';
import type { DomainRow } from './queries.ts';

type AddressContext = Pick<Context, 'config' | 'dns' | 'realNow' | 'caches'>;

const CACHE_TTL_MS = 60_000;

/** Normalizes the notation of an IP address. */
const normalizeIp = (address: string): string => ipaddr.parse(address).toString();

async function resolveAddresses({ config: { network }, dns }: AddressContext): Promise<string[]> {
  const { domainTarget, domainAddresses } = network;
  if (domainTarget === null) return domainAddresses.map(normalizeIp);
  const resolved = dns.addresses(domainTarget);
  // With configured addresses, a failing name server does not matter.
  const resolvedAddresses = domainAddresses.length > 0 ? await resolved.catch(() => []) : await resolved;
  return [...new Set([...domainAddresses, ...resolvedAddresses].map(normalizeIp))];
}

/** Every address of the app, configured ones first. Cached for a minute. Throws DnsError. */
function findOwnAddresses(context: AddressContext): Promise<string[]> {
  const { ownAddresses } = context.caches;
  const now = context.realNow().getTime();
  if (ownAddresses.expiresAt <= now) {
    ownAddresses.current = resolveAddresses(context);
    ownAddresses.expiresAt = now + CACHE_TTL_MS;
  }
  return ownAddresses.current;
}

/** Addresses for sellers' DNS records; empty if they cannot be resolved at the moment. */
export async function listTargetAddresses(context: AddressContext): Promise<string[]> {
  const { domainAddresses } = context.config.network;
  if (domainAddresses.length > 0) return domainAddresses.map(normalizeIp);
  return findOwnAddresses(context).catch(() => []);
}

/** Time limit in milliseconds for all DNS queries of one host. */
const LOOKUP_TIMEOUT_MS = 12_000;
const MAX_CNAME_STEPS = 8;
/** Limits on stored values, because the owner of the zone decides how many there are. */
const MAX_VALUES = 10;
const MAX_VALUE_LENGTH = 300;

type Claim = Pick<DomainRow, 'host' | 'verificationToken'>;

/** Returns whether a TXT record is the token; some panels put quotation marks around the value. */
export const matchesToken = (text: string, verificationToken: string): boolean =>
  text
    .trim()
    .replace(/^"([^"]*)"$/, '$1')
    .trim() === verificationToken;

/** Names under which the token ends up when a registrar's form is filled in differently than it expects. */
function misplacedNames(host: string): string[] {
  const registered = registeredDomainOf(host);
  const names = [host, `${getVerificationRecordName(host)}.${registered}`, getVerificationRecordName(registered)];
  return names.filter((name) => name !== getVerificationRecordName(host));
}

/** Limits and cleans foreign record values, so that they can be stored and shown. */
const sanitizeValues = (texts: readonly string[]): string[] =>
  texts.slice(0, MAX_VALUES).map((text) =>
    text
      .toWellFormed()
      .replace(/[\p{C}\u2028\u2029]/gu, '\ufffd')
      .slice(0, MAX_VALUE_LENGTH),
  );

async function findMisplaced(dns: Dns, { host, verificationToken }: Claim): Promise<string[]> {
  const matches = await Promise.all(
    misplacedNames(host).map(async (name) => {
      const texts = await dns.txt(name).catch(() => []);
      return texts.some((text) => matchesToken(text, verificationToken)) ? [name] : [];
    }),
  );
  return matches.flat();
}

async function followCnames(dns: Dns, host: string, target: string | null): Promise<string[]> {
  const chain: string[] = [];
  for (let name = host; chain.length < MAX_CNAME_STEPS && name !== target;) {
    const [next] = await dns.cname(name);
    if (next === undefined || next === host || chain.includes(next)) break;
    chain.push(next);
    name = next;
  }
  return chain;
}

/** Finds where a host points. Addresses behind a CNAME to our target are not checked. */
async function findTarget(
  context: Context,
  host: string,
): Promise<Pick<DomainFinding, 'cname' | 'addresses' | 'ours'>> {
  const { dns, config } = context;
  const domainTarget = config.network.domainTarget;
  const chain = await followCnames(dns, host, domainTarget);
  if (domainTarget !== null && chain.includes(domainTarget))
    return { cname: sanitizeValues(chain), addresses: [], ours: [] };
  const [addresses, ours] = await Promise.all([dns.addresses(host), findOwnAddresses(context)]);
  return {
    cname: sanitizeValues(chain),
    addresses: addresses.map(normalizeIp).slice(0, 2 * MAX_VALUES),
    ours,
  };
}

async function queryRecords(context: Context, claim: Claim): Promise<DomainFinding> {
  const { dns } = context;
  const [txt, target] = await Promise.all([
    dns.txt(getVerificationRecordName(claim.host)),
    findTarget(context, claim.host),
  ]);
  const matching = txt.filter((text) => matchesToken(text, claim.verificationToken));
  const misplaced = matching.length > 0 ? [] : await findMisplaced(dns, claim);
  // The matching record is kept even beyond the limit.
  const texts = sanitizeValues([...matching, ...txt.filter((text) => !matching.includes(text))]);
  return { txt: texts, misplaced, ...target, fault: null };
}

const EMPTY_FINDING = { txt: [], misplaced: [], cname: [], addresses: [], ours: [] };

/** Queries DNS about a host, each record once; one failed query makes the whole finding a fault. */
export function queryDomain(context: Context, claim: Claim): Promise<DomainFinding> {
  const createTimeout = () => new DnsError(claim.host, 'ETIMEOUT', null);
  return withTimeout(LOOKUP_TIMEOUT_MS, queryRecords(context, claim), createTimeout).catch((error: unknown) => {
    if (!(error instanceof DnsError)) throw error;
    return { ...EMPTY_FINDING, fault: error.code };
  });
}

/** `hasToken`: the TXT record matches; `pointsHere`: the host points to this app; `isVerifiable`: both. */
export type DomainEvaluation = { hasToken: boolean; pointsHere: boolean; isVerifiable: boolean };

/** Requires every address to be ours, because visitors are sent to any of them. */
export function evaluateDomain(
  network: NetworkConfig,
  { verificationToken }: Pick<DomainRow, 'verificationToken'>,
  finding: DomainFinding,
): DomainEvaluation {
  const { txt, cname, addresses, ours } = finding;
  const hasToken = txt.some((text) => matchesToken(text, verificationToken));
  const isByName = network.domainTarget !== null && cname.includes(network.domainTarget);
  const isByAddress = addresses.length > 0 && addresses.every((address) => ours.includes(address));
  const pointsHere = isByName || isByAddress;
  return { hasToken, pointsHere, isVerifiable: hasToken && pointsHere };
}
