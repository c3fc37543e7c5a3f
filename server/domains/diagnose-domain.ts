import ipaddr from 'ipaddr.js';

import { domainCheckMessages } from '#content/messages/domain-checks.ts';
import { getVerificationRecordName } from '#domain/domain-name.ts';
import { MAX_FAILED_CHECKS } from '#domain/seller-domain.ts';
import type { Config } from '#server/core/config.ts';
import type { DomainFinding } from '#server/db/schema-domains.ts';

import { shortNameOf } from './domain-records.ts';
import { evaluateDomain } from './look-up-dns.ts';
import { isLocalName, readableHost, registeredDomainOf } from './parse-domain-host.ts';
import type { DomainRow } from './queries.ts';

/** Published at cloudflare.com/ips: DNS returns one of these addresses for a name that Cloudflare proxies. */
const CLOUDFLARE = [
  '173.245.48.0/20',
  '103.21.244.0/22',
  '103.22.200.0/22',
  '103.31.4.0/22',
  '141.101.64.0/18',
  '108.162.192.0/18',
  '190.93.240.0/20',
  '188.114.96.0/20',
  '197.234.240.0/22',
  '198.41.128.0/17',
  '162.158.0.0/15',
  '104.16.0.0/13',
  '104.24.0.0/14',
  '172.64.0.0/13',
  '131.0.72.0/22',
  '2400:cb00::/32',
  '2606:4700::/32',
  '2803:f800::/32',
  '2405:b500::/32',
  '2405:8100::/32',
  '2a06:98c0::/29',
  '2c0f:f248::/32',
].map((range) => ipaddr.parseCIDR(range));

/** Returns whether an address belongs to Cloudflare's proxy, which hides the real one. */
const isProxied = (address: string): boolean =>
  ipaddr.subnetMatch(ipaddr.parse(address), { cloudflare: CLOUDFLARE }, 'other') === 'cloudflare';

const MAX_QUOTED_LENGTH = 120;
const quote = (text: string): string =>
  `“${text.length > MAX_QUOTED_LENGTH ? `${text.slice(0, MAX_QUOTED_LENGTH)}…` : text}”`;
const joinList = (texts: readonly string[]): string =>
  texts.length < 2 ? (texts[0] ?? '') : `${texts.slice(0, -1).join(', ')} and ${texts.at(-1)}`;

/** Whether the domain has never worked, so that records are missing “yet” instead of “anymore”. */
const isNew = ({ verifiedAt, deactivatedAt }: DomainRow): boolean => verifiedAt === null && deactivatedAt === null;

/** Describes what is wrong with the TXT record. */
function verificationProblems(row: DomainRow, { txt, misplaced }: DomainFinding): string[] {
  const { host, verificationToken } = row;
  const registered = registeredDomainOf(host);
  const name = getVerificationRecordName(host);
  const short = shortNameOf(name, registered);
  const [misplacedName] = misplaced;
  if (misplacedName === `${name}.${registered}`)
    return [domainCheckMessages.txt.suffixed({ found: misplacedName, registered, short })];
  if (misplacedName !== undefined) return [domainCheckMessages.txt.misplaced({ found: misplacedName, name, short })];
  if (txt.length > 0) {
    const found = joinList(txt.slice(0, 3).map(quote));
    return [domainCheckMessages.txt.wrong({ name, found, expected: quote(verificationToken) })];
  }
  return [isNew(row) ? domainCheckMessages.txt.missing({ name }) : domainCheckMessages.txt.removed({ name })];
}

/** Describes addresses that are not ours, or not all of them. */
function addressProblems(name: string, { addresses, ours }: DomainFinding, expected: string): string[] {
  const foreign = addresses.filter((address) => !ours.includes(address));
  if (foreign.every(isProxied)) return [domainCheckMessages.address.proxied({ name })];
  if (foreign.length === addresses.length)
    return [domainCheckMessages.address.wrong({ name, found: joinList(foreign.slice(0, 4)), expected })];
  const ipv4 = foreign.filter((address) => !address.includes(':'));
  const ipv6 = foreign.filter((address) => address.includes(':'));
  return [
    ...(ipv4.length > 0 ? [domainCheckMessages.address.extraIpv4({ name, found: joinList(ipv4.slice(0, 4)) })] : []),
    ...(ipv6.length > 0 ? [domainCheckMessages.address.extraIpv6({ name, found: joinList(ipv6.slice(0, 4)) })] : []),
  ];
}

/** Describes what is wrong with the CNAME or address records. */
function targetProblems({ network }: Config, row: DomainRow, finding: DomainFinding): string[] {
  const { host } = row;
  const name = readableHost(host);
  const registered = registeredDomainOf(host);
  const { domainTarget: target } = network;
  const byName = target !== null && host !== registered;
  if (target === null && finding.ours.length === 0) return [domainCheckMessages.localOnly];
  const expected = byName ? target : joinList(finding.ours.slice(0, 4)) || domainCheckMessages.address.unknownTarget;
  const [cnameTarget] = finding.cname;
  if (cnameTarget !== undefined && cnameTarget === `${target}.${registered}`)
    return [domainCheckMessages.address.suffixedCname({ name, found: cnameTarget, registered, target: target ?? '' })];
  if (cnameTarget !== undefined)
    return [domainCheckMessages.address.wrongCname({ name, found: cnameTarget, expected })];
  if (finding.addresses.length > 0) return addressProblems(name, finding, expected);
  return [
    isNew(row)
      ? domainCheckMessages.address.missing({ name, expected })
      : domainCheckMessages.address.removed({ name, expected }),
  ];
}

const isRecordMissing = ({ txt, misplaced, cname, addresses }: DomainFinding): boolean =>
  (txt.length === 0 && misplaced.length === 0) || (cname.length === 0 && addresses.length === 0);

function stateNotes({ verifiedAt, deactivatedAt, failures }: DomainRow, finding: DomainFinding): string[] {
  if (verifiedAt !== null) return [domainCheckMessages.stillWorks({ checksLeft: MAX_FAILED_CHECKS - failures })];
  if (deactivatedAt !== null) return [domainCheckMessages.turnedOff];
  return isRecordMissing(finding) ? [domainCheckMessages.propagation] : [];
}

const faultMessage = ({ host, verifiedAt }: DomainRow, code: string): string => {
  const registered = registeredDomainOf(host);
  if (code === 'ETIMEOUT')
    return verifiedAt === null
      ? domainCheckMessages.dnsTimeout({ registered })
      : domainCheckMessages.dnsTimeoutStillWorks({ registered });
  return verifiedAt === null
    ? domainCheckMessages.dnsError({ registered, code })
    : domainCheckMessages.dnsErrorStillWorks({ registered, code });
};

/** Describes what is wrong with the records of a domain, as far as DNS answered. */
export function recordProblems(config: Config, row: DomainRow): string[] {
  const { finding } = row;
  if (finding === null || finding.fault !== null) return [];
  const { hasToken, pointsHere } = evaluateDomain(config.network, row, finding);
  return [
    ...(hasToken ? [] : verificationProblems(row, finding)),
    ...(pointsHere ? [] : targetProblems(config, row, finding)),
  ];
}

/** Describes what is wrong with a domain and what to do; empty when it works or was not checked yet. */
export function diagnoseDomain(config: Config, row: DomainRow): string[] {
  const { finding } = row;
  if (isLocalName(config, row.host) || finding === null) return [];
  if (finding.fault !== null) return [faultMessage(row, finding.fault)];
  const problems = recordProblems(config, row);
  if (problems.length > 0) return [...problems, ...stateNotes(row, finding)];
  return row.verifiedAt === null ? [domainCheckMessages.taken] : [];
}
