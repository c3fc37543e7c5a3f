import { networkInterfaces } from 'node:os';

import ipaddr from 'ipaddr.js';

type IPv4 = ReturnType<typeof ipaddr.IPv4.parse>;
type IPv6 = ReturnType<typeof ipaddr.IPv6.parse>;

/** Internal addresses of cloud platforms that look public. */
const HOUSE_ADDRESSES = new Set(['168.63.129.16']);

const PUBLIC_IPV6: [IPv6, number] = [ipaddr.IPv6.parse('2000::'), 3];
/** IPv6 prefixes that embed an IPv4 address: mapped, compatible and translated ones. */
const AROUND_IPV4: [IPv6, number][] = ['::ffff:0:0', '::', '64:ff9b::'].map((start) => [
  ipaddr.IPv6.parse(start),
  96,
]);

/** Returns whether an address is public: not private, local, shared, reserved, tunneled or for tests. */
export function isGlobalAddress(address: string): boolean {
  if (ipaddr.IPv4.isValidFourPartDecimal(address)) return isGlobalIpv4(ipaddr.IPv4.parse(address));
  if (!ipaddr.IPv6.isValid(address)) return false;
  const six = ipaddr.IPv6.parse(address);
  if (six.zoneId) return false;
  if (AROUND_IPV4.some(([start, bits]) => six.match(start, bits))) return isGlobalIpv4(innerIpv4(six));
  return six.match(...PUBLIC_IPV6) && six.range() === 'unicast';
}

const isGlobalIpv4 = (four: IPv4): boolean =>
  four.range() === 'unicast' && !HOUSE_ADDRESSES.has(four.toString());

const innerIpv4 = (six: IPv6): IPv4 => new ipaddr.IPv4(six.toByteArray().slice(-4));

export function isLoopbackAddress(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';
}

/** Returns whether this machine has the address: a firewall does not protect its services from us. */
export function isOwnAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const same = ipaddr.process(address).toString();
  return Object.values(networkInterfaces()).some((list) =>
    list?.some((own) => ipaddr.process(own.address).toString() === same),
  );
}
