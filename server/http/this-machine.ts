import type { Context as Call } from 'hono';

import { isLoopback, peerOf, plainAddress } from './peer-address.ts';

/**
 * Whether somebody at this very machine asks, by a name of this machine: what only whoever runs the shop may see. A
 * proxy on this machine is told by the header in which it names its client; a page elsewhere whose name was bent to
 * this machine by its Host.
 */
export function isThisMachine(call: Call): boolean {
  const peer = peerOf(call);
  if (peer !== null && !(peer && isLoopback(peer))) return false;
  return isOurName(new URL(call.req.url).hostname) && passedOnBy(call).every(isOurName);
}

/** In what proxies and edges name whom they speak for, and that they do. */
const PASSED_ON = [
  'x-forwarded-for',
  'x-real-ip',
  'x-forwarded-host',
  'x-forwarded-server',
  'forwarded',
  'via',
  'x-client-ip',
  'x-cluster-client-ip',
  'x-original-forwarded-for',
  'x-envoy-external-address',
  'true-client-ip',
  'cf-connecting-ip',
  'fastly-client-ip',
  'fly-client-ip',
];

/** Everything that proxies on the way have said about whom they speak for. */
const passedOnBy = ({ req }: Call): string[] =>
  PASSED_ON.flatMap((name) => req.header(name)?.split(',') ?? []).map((entry) => entry.trim());

function isOurName(text: string): boolean {
  const name = text
    .toLowerCase()
    .replace(/:\d+$/, '')
    .replace(/^\[|\]$/g, '');
  if (name === 'localhost' || name.endsWith('.localhost')) return true;
  const address = plainAddress(name) ?? plainAddress(text);
  return address !== null && isLoopback(address);
}
