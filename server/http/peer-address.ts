import { BlockList, isIP } from 'node:net';

import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context as Call } from 'hono';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** Remote address of the socket; empty when the socket has none, null for a call inside this process. */
export function peerOf(call: Call): string | null {
  const env: unknown = call.env;
  if (typeof env !== 'object' || env === null || !('incoming' in env || 'server' in env)) return null;
  return normalizeAddress(getConnInfo(call).remote.address ?? '') ?? '';
}

const isInList = (list: BlockList, address: string): boolean =>
  list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** Expects a plain address. */
export const isLoopback = (address: string): boolean => isInList(loopback, address);

/** The address without a zone, and without the IPv6 mapping of IPv4; null for other text. */
export function normalizeAddress(text: string): string | null {
  const address = text.replace(/%.*$/, '').replace(/^::ffff:(?=\d+\.)/i, '');
  return isIP(address) ? address : null;
}

/** Trusted proxies, passed with each request (`host-router.ts`). Default: the loopback addresses. */
type TrustEnv = { trustedProxies?: BlockList };

export const trustedProxiesOf = (call: Call): BlockList =>
  (call.env as TrustEnv | undefined)?.trustedProxies ?? loopback;

/** Whether the peer may name its clients; false without a socket. */
export const isTrustedProxy = (peer: string | null, trusted: BlockList): boolean =>
  Boolean(peer) && isInList(trusted, peer ?? '');

export const isPeerTrusted = (call: Call): boolean => isTrustedProxy(peerOf(call), trustedProxiesOf(call));

/**
 * Client address behind trusted proxies. Reads X-Forwarded-For from its end, where the nearest proxy wrote, as long as the
 * current address is trusted; earlier entries may be forged by the client.
 */
export function clientBehindProxies(peer: string, forwardedFor: string | undefined, trusted: BlockList): string {
  let address = peer;
  for (const entry of forwardedFor?.split(',').toReversed() ?? []) {
    if (!isInList(trusted, address)) break;
    const entryAddress = parseForwardedEntry(entry.trim());
    if (entryAddress === null) break;
    address = entryAddress;
  }
  return address;
}

/** Parses an entry as proxies write it, with an optional port and brackets. */
const parseForwardedEntry = (entry: string): string | null =>
  normalizeAddress(entry) ??
  normalizeAddress(/^\[(.*)\](?::\d{1,5})?$/.exec(entry)?.[1] ?? /^([\d.]+):\d{1,5}$/.exec(entry)?.[1] ?? '');
