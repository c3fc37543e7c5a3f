import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';

const LOOPBACK_HOSTS = new Set(['localhost', '127.0.0.1', '[::1]']);

export const isLoopbackAddress = (address: string): boolean => {
  const { protocol, hostname } = URL.parse(address) ?? {};
  return /^https?:$/.test(protocol ?? '') && LOOPBACK_HOSTS.has(hostname ?? '');
};

const isLoopbackRemote = (remoteAddress: string): boolean => /^(::ffff:)?127\.|^::1$/i.test(remoteAddress);

/** Returns the remote address, or null without a socket: calls within this process have none. */
const getRemoteAddress = (c: Context): string | null => {
  const env: unknown = c.env;
  if (typeof env !== 'object' || env === null || !('incoming' in env || 'server' in env)) return null;
  return getConnInfo(c).remote.address ?? '';
};

/**
 * Returns whether the request comes from this machine: the URL and the remote address are loopback addresses, and no
 * proxy header is present.
 */
export const isThisMachine = (c: Context): boolean => {
  const remoteAddress = getRemoteAddress(c);
  const isForwarded = [
    'x-forwarded-for',
    'forwarded',
    'x-real-ip',
    'x-forwarded-host',
    'x-forwarded-server',
    'cf-connecting-ip',
    'via',
    'x-client-ip',
    'x-cluster-client-ip',
    'x-original-forwarded-for',
    'x-envoy-external-address',
    'true-client-ip',
    'fastly-client-ip',
    'fly-client-ip',
  ].some((name) => c.req.header(name));
  return isLoopbackAddress(c.req.url) && !isForwarded && (remoteAddress === null || isLoopbackRemote(remoteAddress));
};
