import { proofNameOf } from '#domain/domain-name.ts';
import type { DomainRecord } from '#domain/seller-domain.ts';

import type { Config } from '#server/config.ts';
import type { DomainRow } from '#server/db/domains.ts';
import type { DomainFinding } from '#server/db/schema-domains.ts';

import { isOwnMachineName, registeredDomainOf } from './host-of.ts';
import { verdictOf, type Verdict } from './verdict.ts';

const isIpv6 = (address: string): boolean => address.includes(':');

/** Returns a name relative to its registered domain, as the forms of registrars expect it. */
export function shortNameOf(name: string, registered: string): string {
  return name === registered ? '@' : name.slice(0, -(registered.length + 1));
}

type Known = { finding: DomainFinding; verdict: Verdict } | null;
type Line = Pick<DomainRecord, 'purpose' | 'type' | 'name' | 'value'>;

/** `targetAddresses`: values of the A and AAAA records. A registered domain itself cannot have a CNAME. */
function linesOf({ reach }: Config, { host, proof }: DomainRow, told: readonly string[]): Line[] {
  const proofLine: Line = { purpose: 'proof', type: 'TXT', name: proofNameOf(host), value: proof };
  const target = reach.domainTarget;
  const isSubdomain = host !== registeredDomainOf(host);
  const byName: Line[] =
    target !== null && isSubdomain ? [{ purpose: 'road', type: 'CNAME', name: host, value: target }] : [];
  const byAddress = told.map((value): Line => ({
    purpose: 'road',
    type: isIpv6(value) ? 'AAAA' : 'A',
    name: host,
    value,
  }));
  return [proofLine, ...byName, ...byAddress];
}

/** Returns the current values at the name of a record, of the same type. */
function standingFor({ type }: Line, { txt, cname, addresses }: DomainFinding): string[] {
  if (type === 'TXT') return txt;
  if (type === 'CNAME') return cname.slice(0, 1);
  // Addresses behind a CNAME belong to another name.
  return cname.length > 0 ? [] : addresses.filter((address) => isIpv6(address) === (type === 'AAAA'));
}

/** Returns null for an unused alternative while another record already points here. */
function isFitting(
  line: Line,
  standing: readonly string[],
  { finding, verdict }: NonNullable<Known>,
): boolean | null {
  if (line.purpose === 'proof') return verdict.proof;
  const isTaken = line.type === 'CNAME' ? finding.cname.includes(line.value) : standing.includes(line.value);
  return isTaken || (verdict.road ? null : false);
}

/** DNS records that the seller must create; none for a local name. */
export function recordsOf(config: Config, row: DomainRow, told: readonly string[]): DomainRecord[] {
  if (isOwnMachineName(config, row.host)) return [];
  const { finding } = row;
  const known: Known =
    finding && finding.fault === null ? { finding, verdict: verdictOf(config.reach, row, finding) } : null;
  const registered = registeredDomainOf(row.host);
  return linesOf(config, row, told).map((line) => {
    const found = known && standingFor(line, known.finding);
    const fits = known && isFitting(line, found ?? [], known);
    return { ...line, host: shortNameOf(line.name, registered), found, fits };
  });
}
