import type { Context as Call } from 'hono';

import { isLoopback, peerOf, normalizeAddress } from './peer-address.ts';

/**
 * Whether the Origin header names another site. Such a request could not act for a user, because these routes accept no
 * cookie; it is refused anyway. Allowed are the site's own origin and the requested host.
 */
export function isForeignOrigin(call: Call, ownOrigin: string): boolean {
  const origin = call.req.header('origin');
  if (origin === undefined || origin === ownOrigin) return false;
  const sender = URL.parse(origin);
  return sender?.origin !== origin || sender.host !== new URL(call.req.url).host;
}

/**
 * Whether a request comes from this machine under one of its own names; only the operator may see such content. Requests
 * through a local proxy are recognized by its forwarding headers, DNS rebinding by the Host header.
 */
export function isLocalRequest(call: Call): boolean {
  const peer = peerOf(call);
  if (peer !== null && !(peer && isLoopback(peer))) return false;
  return isLoopbackName(new URL(call.req.url).hostname) && forwardedNames(call).every(isLoopbackName);
}

/** Headers in which proxies and CDNs name their client or themselves. */
const FORWARDING_HEADERS = [
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
const forwardedNames = ({ req }: Call): string[] =>
  FORWARDING_HEADERS.flatMap((name) => req.header(name)?.split(',') ?? []).map((entry) => entry.trim());

function isLoopbackName(text: string): boolean {
  const name = text
    .toLowerCase()
    .replace(/:\d+$/, '')
    .replace(/^\[|\]$/g, '');
  if (name === 'localhost' || name.endsWith('.localhost')) return true;
  const address = normalizeAddress(name) ?? normalizeAddress(text);
  return address !== null && isLoopback(address);
}
