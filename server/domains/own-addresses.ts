import ipaddr from 'ipaddr.js';

import type { Context } from '#server/context.ts';
import type { Dns } from '#server/outgoing/dns.ts';

type Asking = Pick<Context, 'config' | 'dns' | 'realNow'>;

const KEPT_MS = 60_000;
const kept = new WeakMap<Dns, { until: number; asked: Promise<string[]> }>();

/** Normalizes the notation of an IP address. */
export const plainIp = (address: string): string => ipaddr.parse(address).toString();

async function askedNow({ config: { reach }, dns }: Asking): Promise<string[]> {
  const { domainTarget, domainAddresses } = reach;
  if (domainTarget === null) return domainAddresses.map(plainIp);
  const resolved = dns.addresses(domainTarget);
  // With configured addresses, a failing name server does not matter.
  const found = domainAddresses.length > 0 ? await resolved.catch(() => []) : await resolved;
  return [...new Set([...domainAddresses, ...found].map(plainIp))];
}

/** Every address of the app, configured ones first. Cached for a minute. Throws DnsError. */
export function ownAddresses(asking: Asking): Promise<string[]> {
  const now = asking.realNow().getTime();
  const known = kept.get(asking.dns);
  if (known && known.until > now) return known.asked;
  const asked = askedNow(asking);
  kept.set(asking.dns, { until: now + KEPT_MS, asked });
  return asked;
}

/** Addresses for sellers' DNS records; empty if they cannot be resolved at the moment. */
export async function addressesToTell(asking: Asking): Promise<string[]> {
  const { domainAddresses } = asking.config.reach;
  if (domainAddresses.length > 0) return domainAddresses.map(plainIp);
  return ownAddresses(asking).catch(() => []);
}
