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

/** Of a plain address. */
export const isLoopback = (address: string): boolean =>
  loopback.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** The address without a zone, an IPv4 one out of its IPv6 form; null for anything else. */
export function plainAddress(text: string): string | null {
  const address = text.replace(/%.*$/, '').replace(/^::ffff:(?=\d+\.)/i, '');
  return isIP(address) ? address : null;
}
