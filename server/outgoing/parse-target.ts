import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';

import ipaddr from 'ipaddr.js';

import { webhookFailureMessages } from '#content/messages/webhook-failures.ts';
import { WEBHOOK_PORTS } from '#domain/webhook-endpoint.ts';
import type { Context } from '#server/core/context.ts';

type IPv4 = ReturnType<typeof ipaddr.IPv4.parse>;
type IPv6 = ReturnType<typeof ipaddr.IPv6.parse>;

/** Internal addresses of cloud platforms that look public. */
const INTERNAL_CLOUD_ADDRESSES = new Set(['168.63.129.16']);

const PUBLIC_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');
/** IPv6 prefixes that embed an IPv4 address: mapped, compatible and translated ones. */
const IPV4_EMBEDDING = ['::ffff:0:0/96', '::/96', '64:ff9b::/96'].map((range) => ipaddr.IPv6.parseCIDR(range));

/** Returns whether an address is public: not private, local, shared, reserved, tunneled or for tests. */
export function isPublicAddress(address: string): boolean {
  if (ipaddr.IPv4.isValidFourPartDecimal(address)) return isPublicIpv4(ipaddr.IPv4.parse(address));
  if (!ipaddr.IPv6.isValid(address)) return false;
  const ipv6 = ipaddr.IPv6.parse(address);
  if (ipv6.zoneId) return false;
  if (IPV4_EMBEDDING.some((range) => ipv6.match(range))) return isPublicIpv4(embeddedIpv4(ipv6));
  return ipv6.match(PUBLIC_IPV6) && ipv6.range() === 'unicast';
}

const isPublicIpv4 = (ipv4: IPv4): boolean =>
  ipv4.range() === 'unicast' && !INTERNAL_CLOUD_ADDRESSES.has(ipv4.toString());

const embeddedIpv4 = (ipv6: IPv6): IPv4 => new ipaddr.IPv4(ipv6.toByteArray().slice(-4));

export const isLoopbackAddress = (address: string): boolean =>
  ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';

/** Returns whether this machine has the address: a firewall does not protect its services from us. */
export function isMachineAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const normalized = ipaddr.process(address).toString();
  return Object.values(networkInterfaces()).some((list) =>
    list?.some((networkAddress) => ipaddr.process(networkAddress.address).toString() === normalized),
  );
}

type ConfigContext = Pick<Context, 'config'>;

export const MAX_URL_LENGTH = 2000;

/** Destination of a request, as far as the URL itself shows. */
export type Target = {
  url: URL;
  /** A lower-case name, or an IP address without brackets. */
  host: string;
  port: number;
  isSecure: boolean;
  /** True for this machine, which only a local sandbox may request. */
  isLocal: boolean;
};

/** Names that do not resolve on the public internet. */
const INTERNAL_NAMES = /(^|\.)(localhost|localdomain|local|internal|intranet|lan|home|corp|private|onion|arpa)$/;

/** Returns why we cannot send to a URL, as a readable sentence; does not query DNS. */
export function findUrlProblem(context: ConfigContext, url: string): string | null {
  const target = parseTarget(context, url, WEBHOOK_PORTS);
  return typeof target === 'string' ? target : null;
}

/** Returns the parsed target, or why we cannot send to it. */
export function parseTarget(context: ConfigContext, input: string, ports: readonly number[]): Target | string {
  if (input.length > MAX_URL_LENGTH) return webhookFailureMessages.url.tooLong({ max: MAX_URL_LENGTH });
  const url = URL.parse(input);
  if (!url || url.hostname === '') return webhookFailureMessages.url.invalid;
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return webhookFailureMessages.url.notHttps;
  if (url.username !== '' || url.password !== '') return webhookFailureMessages.url.hasCredentials;
  const isSecure = url.protocol === 'https:';
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  const target = { url, host, port: Number(url.port) || (isSecure ? 443 : 80), isSecure };
  if (context.config.network.isLocal && isLoopbackHost(host)) return { ...target, isLocal: true };
  return findTargetProblem(context, target, ports) ?? { ...target, isLocal: false };
}

const isLoopbackHost = (host: string): boolean =>
  /^([a-z0-9-]+\.)*localhost$/.test(host) || (isIP(host) !== 0 && isLoopbackAddress(host));

function findTargetProblem(
  { config }: ConfigContext,
  { host, port, isSecure }: Omit<Target, 'isLocal'>,
  ports: readonly number[],
): string | null {
  if (isIP(host) !== 0 ? !isPublicAddress(host) : isInternalName(host)) return webhookFailureMessages.url.notPublic;
  const ownHosts = [URL.parse(config.appUrl)?.hostname, config.network.domainTarget, ...config.network.domainAddresses];
  if (ownHosts.includes(host)) return webhookFailureMessages.url.own;
  if (!isSecure) return webhookFailureMessages.url.notHttps;
  if (!ports.includes(port)) return webhookFailureMessages.url.port({ ports: ports.join(' or ') });
  return null;
}

const isInternalName = (host: string): boolean => !host.includes('.') || INTERNAL_NAMES.test(host);
