import { proofNameOf } from '#domain/domain-name.ts';
import { FAILED_CHECKS_UNTIL_OFF } from '#domain/seller-domain.ts';

import type { Config } from '#server/config.ts';
import type { DomainRow } from '#server/db/domains.ts';
import type { DomainFinding } from '#server/db/schema-domains.ts';

import { shortNameOf } from './domain-records.ts';
import { isOwnMachineName, readableHost, registeredDomainOf } from './host-of.ts';
import { isProxied } from './proxy-in-front.ts';
import { verdictOf } from './verdict.ts';

const MOST_LETTERS = 120;
const quoted = (text: string): string =>
  `“${text.length > MOST_LETTERS ? `${text.slice(0, MOST_LETTERS)}…` : text}”`;
const listed = (texts: readonly string[]): string =>
  texts.length < 2 ? (texts[0] ?? '') : `${texts.slice(0, -1).join(', ')} and ${texts.at(-1)}`;

const TAKES_TIME =
  'Changes in the DNS take a few minutes, at times up to a day. We go on looking by ourselves; you need not stay here.';
const OWN_MACHINE =
  'This shop runs on one machine alone and has no address that a domain could lead to. Add a name under .localhost, such as pay.shop.localhost, to see how it works.';
const TAKEN =
  'The records are right, but another shop has proven this domain before. It becomes yours when that shop lets it go: remove its TXT record, and look again in a few days.';

const yetOf = ({ provenAt, offAt }: DomainRow): string =>
  provenAt === null && offAt === null ? 'yet' : 'any more';

/** Describes what is wrong with the TXT record. */
function proofWords(row: DomainRow, { txt, misplaced }: DomainFinding): string[] {
  const { host, proof } = row;
  const registered = registeredDomainOf(host);
  const name = proofNameOf(host);
  const short = shortNameOf(name, registered);
  const [wrong] = misplaced;
  if (wrong === `${name}.${registered}`)
    return [
      `The TXT record stands at ${wrong}: your registrar puts ${registered} behind each name by itself. Type ${short} as its name.`,
    ];
  if (wrong !== undefined)
    return [`The TXT record stands at ${wrong}. It belongs at ${name}: type ${short} as its name.`];
  if (txt.length > 0)
    return [
      `The TXT record at ${name} says ${listed(txt.slice(0, 3).map(quoted))}. It should say ${quoted(proof)}.`,
    ];
  return [`There is no TXT record at ${name} ${yetOf(row)}.`];
}

/** Describes addresses that are not ours, or not all of them. */
function addressWords(name: string, { addresses, ours }: DomainFinding, wanted: string): string[] {
  const others = addresses.filter((address) => !ours.includes(address));
  if (others.every(isProxied))
    return [
      `Cloudflare stands in front of ${name}, so we cannot see where it leads. Set this record to “DNS only” there (the grey cloud).`,
    ];
  if (others.length === addresses.length)
    return [`${name} leads to ${listed(others.slice(0, 4))}. ${wanted}`];
  const old = others.filter((address) => !address.includes(':'));
  const six = others.filter((address) => address.includes(':'));
  return [
    ...(old.length > 0
      ? [
          `Beside ours, ${name} has another A record: ${listed(old.slice(0, 4))}. Some visitors end up there. Delete it.`,
        ]
      : []),
    ...(six.length > 0
      ? [
          `The AAAA record of ${name} leads elsewhere, to ${listed(six.slice(0, 4))}: whoever comes by IPv6 ends up there. Delete it.`,
        ]
      : []),
  ];
}

/** Describes what is wrong with the CNAME or address records. */
function roadWords({ reach }: Config, row: DomainRow, finding: DomainFinding): string[] {
  const { host } = row;
  const name = readableHost(host);
  const registered = registeredDomainOf(host);
  const { domainTarget: target } = reach;
  const byName = target !== null && host !== registered;
  if (target === null && finding.ours.length === 0) return [OWN_MACHINE];
  const wanted = byName
    ? `It should lead to ${target}.`
    : `It should lead to ${listed(finding.ours.slice(0, 4)) || 'our addresses, which we could not find out just now'}.`;
  const [next] = finding.cname;
  if (next !== undefined && next === `${target}.${registered}`)
    return [
      `The CNAME of ${name} leads to ${next}: your registrar puts ${registered} behind it by itself. Type ${target}. with a dot at its end.`,
    ];
  if (next !== undefined) return [`${name} leads to ${next} by a CNAME. ${wanted}`];
  if (finding.addresses.length > 0) return addressWords(name, finding, wanted);
  return [`${name} leads nowhere ${yetOf(row)}. ${wanted}`];
}

const isAnythingMissing = ({ txt, misplaced, cname, addresses }: DomainFinding): boolean =>
  (txt.length === 0 && misplaced.length === 0) || (cname.length === 0 && addresses.length === 0);

function stateWords({ provenAt, offAt, failures }: DomainRow, finding: DomainFinding): string[] {
  if (provenAt !== null) {
    const left = FAILED_CHECKS_UNTIL_OFF - failures;
    return [
      `The domain still answers. We look once a day; after ${left === 1 ? 'one more failed look' : `${left} more failed looks`} the domain is switched off.`,
    ];
  }
  if (offAt !== null) return ['The domain is switched off. Put this right, then let us look again.'];
  return isAnythingMissing(finding) ? [TAKES_TIME] : [];
}

const faultWords = ({ host, provenAt }: DomainRow, code: string): string => {
  const what = code === 'ETIMEOUT' ? 'did not answer in time' : `could not answer (${code})`;
  const still = provenAt === null ? '' : 'The domain still answers. ';
  return `The name servers of ${registeredDomainOf(host)}, or others on the way to them, ${what}: we know nothing new about your records. ${still}We ask again by ourselves.`;
};

/** Describes what is wrong with the records of a domain, as far as DNS answered. */
export function recordProblemsOf(config: Config, row: DomainRow): string[] {
  const { finding } = row;
  if (finding === null || finding.fault !== null) return [];
  const { proof, road } = verdictOf(config.reach, row, finding);
  return [...(proof ? [] : proofWords(row, finding)), ...(road ? [] : roadWords(config, row, finding))];
}

/** Describes what is wrong with a domain and what to do; empty when it works or was not checked yet. */
export function diagnosisOf(config: Config, row: DomainRow): string[] {
  const { finding } = row;
  if (isOwnMachineName(config, row.host) || finding === null) return [];
  if (finding.fault !== null) return [faultWords(row, finding.fault)];
  const problems = recordProblemsOf(config, row);
  if (problems.length > 0) return [...problems, ...stateWords(row, finding)];
  return row.provenAt === null ? [TAKEN] : [];
}
