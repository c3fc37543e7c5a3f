/** Groups of an IPv6 address that name a network of a customer. */
const IPV6_GROUPS = 3;

/**
 * The network of a client address as rate limits count it: the /24 of an IPv4 address, or the /48 of an IPv6 one. It shows
 * a seller whether devices are in different places, without identifying one.
 */
export function toIpPrefix(address: string): string {
  if (/^\d+(\.\d+){3}$/.test(address)) return address.replace(/\d+$/, '0/24');
  if (!address.includes(':')) return '';
  const groups = (address.split('::')[0] ?? '').split(':').filter(Boolean).slice(0, IPV6_GROUPS);
  return `${groups.join(':')}::/48`;
}
