import ipaddr from 'ipaddr.js';

import { getProofRecordName } from '#domain/domain-name.ts';
import { MAX_FAILED_CHECKS } from '#domain/seller-domain.ts';
import type { Config } from '#server/core/config.ts';
import type { DomainFinding } from '#server/db/schema-domains.ts';

import { shortNameOf } from './domain-records.ts';
import { isLocalName, readableHost, registeredDomainOf } from './parse-domain-host.ts';
import type { DomainRow } from './queries.ts';
import { evaluateDomain } from './query-domain.ts';

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

const PROPAGATION_NOTE =
  'Changes in the DNS take a few minutes, at times up to a day. We go on looking by ourselves; you need not stay here.';
const LOCAL_ONLY_MESSAGE =
  'This shop runs on one machine alone and has no address that a domain could lead to. Add a name under .localhost, such as pay.shop.localhost, to see how it works.';
const TAKEN_MESSAGE =
  'The records are right, but another shop has proven this domain before. It becomes yours when that shop lets it go: remove its TXT record, and look again in a few days.';

const yetOrAnyMore = ({ verifiedAt, deactivatedAt }: DomainRow): string =>
  verifiedAt === null && deactivatedAt === null ? 'yet' : 'any more';

/** Describes what is wrong with the TXT record. */
function proofProblems(row: DomainRow, { txt, misplaced }: DomainFinding): string[] {
  const { host, verificationToken: proof } = row;
  const registered = registeredDomainOf(host);
  const name = getProofRecordName(host);
  const short = shortNameOf(name, registered);
  const [misplacedName] = misplaced;
  if (misplacedName === `${name}.${registered}`)
    return [
      `The TXT record stands at ${misplacedName}: your registrar puts ${registered} behind each name by itself. Type ${short} as its name.`,
    ];
  if (misplacedName !== undefined)
    return [`The TXT record stands at ${misplacedName}. It belongs at ${name}: type ${short} as its name.`];
  if (txt.length > 0)
    return [`The TXT record at ${name} says ${joinList(txt.slice(0, 3).map(quote))}. It should say ${quote(proof)}.`];
  return [`There is no TXT record at ${name} ${yetOrAnyMore(row)}.`];
}

/** Describes addresses that are not ours, or not all of them. */
function addressProblems(name: string, { addresses, ours }: DomainFinding, expectation: string): string[] {
  const foreign = addresses.filter((address) => !ours.includes(address));
  if (foreign.every(isProxied))
    return [
      `Cloudflare stands in front of ${name}, so we cannot see where it leads. Set this record to “DNS only” there (the grey cloud).`,
    ];
  if (foreign.length === addresses.length) return [`${name} leads to ${joinList(foreign.slice(0, 4))}. ${expectation}`];
  const ipv4 = foreign.filter((address) => !address.includes(':'));
  const ipv6 = foreign.filter((address) => address.includes(':'));
  return [
    ...(ipv4.length > 0
      ? [
          `Beside ours, ${name} has another A record: ${joinList(ipv4.slice(0, 4))}. Some visitors end up there. Delete it.`,
        ]
      : []),
    ...(ipv6.length > 0
      ? [
          `The AAAA record of ${name} leads elsewhere, to ${joinList(ipv6.slice(0, 4))}: whoever comes by IPv6 ends up there. Delete it.`,
        ]
      : []),
  ];
}

/** Describes what is wrong with the CNAME or address records. */
function targetProblems({ network }: Config, row: DomainRow, finding: DomainFinding): string[] {
  const { host } = row;
  const name = readableHost(host);
  const registered = registeredDomainOf(host);
  const { domainTarget: target } = network;
  const byName = target !== null && host !== registered;
  if (target === null && finding.ours.length === 0) return [LOCAL_ONLY_MESSAGE];
  const expectation = byName
    ? `It should lead to ${target}.`
    : `It should lead to ${joinList(finding.ours.slice(0, 4)) || 'our addresses, which we could not find out just now'}.`;
  const [cnameTarget] = finding.cname;
  if (cnameTarget !== undefined && cnameTarget === `${target}.${registered}`)
    return [
      `The CNAME of ${name} leads to ${cnameTarget}: your registrar puts ${registered} behind it by itself. Type ${target}. with a dot at its end.`,
    ];
  if (cnameTarget !== undefined) return [`${name} leads to ${cnameTarget} by a CNAME. ${expectation}`];
  if (finding.addresses.length > 0) return addressProblems(name, finding, expectation);
  return [`${name} leads nowhere ${yetOrAnyMore(row)}. ${expectation}`];
}

const isRecordMissing = ({ txt, misplaced, cname, addresses }: DomainFinding): boolean =>
  (txt.length === 0 && misplaced.length === 0) || (cname.length === 0 && addresses.length === 0);

function stateNotes({ verifiedAt, deactivatedAt, failures }: DomainRow, finding: DomainFinding): string[] {
  if (verifiedAt !== null) {
    const checksLeft = MAX_FAILED_CHECKS - failures;
    return [
      `The domain still answers. We look once a day; after ${checksLeft === 1 ? 'one more failed look' : `${checksLeft} more failed looks`} the domain is switched off.`,
    ];
  }
  if (deactivatedAt !== null) return ['The domain is switched off. Put this right, then let us look again.'];
  return isRecordMissing(finding) ? [PROPAGATION_NOTE] : [];
}

const faultMessage = ({ host, verifiedAt: provenAt }: DomainRow, code: string): string => {
  const outcome = code === 'ETIMEOUT' ? 'did not answer in time' : `could not answer (${code})`;
  const stateNote = provenAt === null ? '' : 'The domain still answers. ';
  return `The name servers of ${registeredDomainOf(host)}, or others on the way to them, ${outcome}: we know nothing new about your records. ${stateNote}We ask again by ourselves.`;
};

/** Describes what is wrong with the records of a domain, as far as DNS answered. */
export function recordProblems(config: Config, row: DomainRow): string[] {
  const { finding } = row;
  if (finding === null || finding.fault !== null) return [];
  const { isProven, pointsHere } = evaluateDomain(config.network, row, finding);
  return [
    ...(isProven ? [] : proofProblems(row, finding)),
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
  return row.verifiedAt === null ? [TAKEN_MESSAGE] : [];
}
