import ipaddr from 'ipaddr.js';

import type { Context } from '#server/context.ts';
import type { Dns } from '#server/outgoing/dns.ts';

type AddressContext = Pick<Context, 'config' | 'dns' | 'realNow'>;

const CACHE_TTL_MS = 60_000;
const addressCache = new WeakMap<Dns, { expiresAt: number; addresses: Promise<string[]> }>();

/** Normalizes the notation of an IP address. */
export const normalizeIp = (address: string): string => ipaddr.parse(address).toString();

async function resolveAddresses({ config: { network: reach }, dns }: AddressContext): Promise<string[]> {
  const { domainTarget, domainAddresses } = reach;
  if (domainTarget === null) return domainAddresses.map(normalizeIp);
  const resolved = dns.addresses(domainTarget);
  // With configured addresses, a failing name server does not matter.
  const resolvedAddresses = domainAddresses.length > 0 ? await resolved.catch(() => []) : await resolved;
  return [...new Set([...domainAddresses, ...resolvedAddresses].map(normalizeIp))];
}

/** Every address of the app, configured ones first. Cached for a minute. Throws DnsError. */
export function findOwnAddresses(context: AddressContext): Promise<string[]> {
  const now = context.realNow().getTime();
  const cached = addressCache.get(context.dns);
  if (cached && cached.expiresAt > now) return cached.addresses;
  const addresses = resolveAddresses(context);
  addressCache.set(context.dns, { expiresAt: now + CACHE_TTL_MS, addresses });
  return addresses;
}

/** Addresses for sellers' DNS records; empty if they cannot be resolved at the moment. */
export async function listTargetAddresses(context: AddressContext): Promise<string[]> {
  const { domainAddresses } = context.config.network;
  if (domainAddresses.length > 0) return domainAddresses.map(normalizeIp);
  return findOwnAddresses(context).catch(() => []);
}
