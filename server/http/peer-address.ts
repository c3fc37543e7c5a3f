import { BlockList, isIP } from 'node:net';

import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context as Call } from 'hono';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** The address at the socket's other end; empty when there is none, null for a call inside this process. */
export function peerOf(call: Call): string | null {
  const env: unknown = call.env;
  if (typeof env !== 'object' || env === null || !('incoming' in env || 'server' in env)) return null;
  return plainAddress(getConnInfo(call).remote.address ?? '') ?? '';
}

const isAmong = (list: BlockList, address: string): boolean =>
  list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** Of a plain address. */
export const isLoopback = (address: string): boolean => isAmong(loopback, address);

/** The address without a zone, an IPv4 one out of its IPv6 form; null for anything else. */
export function plainAddress(text: string): string | null {
  const address = text.replace(/%.*$/, '').replace(/^::ffff:(?=\d+\.)/i, '');
  return isIP(address) ? address : null;
}

/** Whose word on their clients is taken; comes along with each request (`gate.ts`). Where nobody says: this machine's. */
export type Trust = { trustedProxies?: BlockList };

export const trustedIn = (call: Call): BlockList =>
  (call.env as Trust | undefined)?.trustedProxies ?? loopback;

/** Whether what a socket's other end says of its clients is taken; where there is no socket, nothing is. */
export const isTrusted = (peer: string | null, trusted: BlockList): boolean =>
  Boolean(peer) && isAmong(trusted, peer ?? '');

export const isPeerTrusted = (call: Call): boolean => isTrusted(peerOf(call), trustedIn(call));

/**
 * Who stands at the far end of a chain of trusted proxies. X-Forwarded-For is read from its end, where the nearest proxy
 * wrote: as long as those who spoke are trusted, what they say is believed; everything before is whatever a client claimed.
 */
export function behindProxies(peer: string, forwardedFor: string | undefined, trusted: BlockList): string {
  let address = peer;
  for (const entry of forwardedFor?.split(',').toReversed() ?? []) {
    if (!isAmong(trusted, address)) break;
    const named = addressIn(entry.trim());
    if (named === null) break;
    address = named;
  }
  return address;
}

/** As proxies write it: some add the port, and brackets. */
const addressIn = (entry: string): string | null =>
  plainAddress(entry) ??
  plainAddress(/^\[(.*)\](?::\d{1,5})?$/.exec(entry)?.[1] ?? /^([\d.]+):\d{1,5}$/.exec(entry)?.[1] ?? '');
