import type { Context as Call } from 'hono';

import { isLoopback, peerOf, plainAddress } from './peer-address.ts';

/**
 * Whether a request comes from this machine under one of its own names; only the operator may see such content. Requests
 * through a local proxy are recognized by its forwarding headers, DNS rebinding by the Host header.
 */
export function isThisMachine(call: Call): boolean {
  const peer = peerOf(call);
  if (peer !== null && !(peer && isLoopback(peer))) return false;
  return isOurName(new URL(call.req.url).hostname) && passedOnBy(call).every(isOurName);
}

/** Headers in which proxies and CDNs name their client or themselves. */
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

/** All values of these headers. */
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
