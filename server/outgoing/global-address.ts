import { networkInterfaces } from 'node:os';

import ipaddr from 'ipaddr.js';

type IPv4 = ReturnType<typeof ipaddr.IPv4.parse>;
type IPv6 = ReturnType<typeof ipaddr.IPv6.parse>;

/** Internal addresses of cloud platforms that look public. */
const INTERNAL_CLOUD_ADDRESSES = new Set(['168.63.129.16']);

const PUBLIC_IPV6: [IPv6, number] = [ipaddr.IPv6.parse('2000::'), 3];
/** IPv6 prefixes that embed an IPv4 address: mapped, compatible and translated ones. */
const IPV4_EMBEDDING: [IPv6, number][] = ['::ffff:0:0', '::', '64:ff9b::'].map((start) => [
  ipaddr.IPv6.parse(start),
  96,
]);

/** Returns whether an address is public: not private, local, shared, reserved, tunneled or for tests. */
export function isPublicAddress(address: string): boolean {
  if (ipaddr.IPv4.isValidFourPartDecimal(address)) return isPublicIpv4(ipaddr.IPv4.parse(address));
  if (!ipaddr.IPv6.isValid(address)) return false;
  const ipv6 = ipaddr.IPv6.parse(address);
  if (ipv6.zoneId) return false;
  if (IPV4_EMBEDDING.some(([start, bits]) => ipv6.match(start, bits))) return isPublicIpv4(embeddedIpv4(ipv6));
  return ipv6.match(...PUBLIC_IPV6) && ipv6.range() === 'unicast';
}

const isPublicIpv4 = (ipv4: IPv4): boolean =>
  ipv4.range() === 'unicast' && !INTERNAL_CLOUD_ADDRESSES.has(ipv4.toString());

const embeddedIpv4 = (ipv6: IPv6): IPv4 => new ipaddr.IPv4(ipv6.toByteArray().slice(-4));

export function isLoopbackAddress(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';
}

/** Returns whether this machine has the address: a firewall does not protect its services from us. */
export function isMachineAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const normalized = ipaddr.process(address).toString();
  return Object.values(networkInterfaces()).some((list) =>
    list?.some((networkAddress) => ipaddr.process(networkAddress.address).toString() === normalized),
  );
}
