import { getVerificationRecordName } from '#domain/domain-name.ts';
import type { DomainRecord } from '#domain/seller-domain.ts';
import type { Config } from '#server/core/config.ts';
import type { DomainFinding } from '#server/db/schema-domains.ts';

import { evaluateDomain, type DomainEvaluation } from './look-up-dns.ts';
import { isLocalName, registeredDomainOf } from './parse-domain-host.ts';
import type { DomainRow } from './queries.ts';

const isIpv6 = (address: string): boolean => address.includes(':');

/** Returns a name relative to its registered domain, as the forms of registrars expect it. */
export function shortNameOf(name: string, registered: string): string {
  return name === registered ? '@' : name.slice(0, -(registered.length + 1));
}

type EvaluatedFinding = { finding: DomainFinding; evaluation: DomainEvaluation } | null;
type RecordTemplate = Pick<DomainRecord, 'purpose' | 'type' | 'name' | 'value'>;

/** `targetAddresses`: values of the A and AAAA records. A registered domain itself cannot have a CNAME. */
function requiredRecords(
  { network }: Config,
  { host, verificationToken }: DomainRow,
  targetAddresses: readonly string[],
): RecordTemplate[] {
  const verificationRecord: RecordTemplate = {
    purpose: 'verification',
    type: 'TXT',
    name: getVerificationRecordName(host),
    value: verificationToken,
  };
  const target = network.domainTarget;
  const isSubdomain = host !== registeredDomainOf(host);
  const byCname: RecordTemplate[] =
    target !== null && isSubdomain ? [{ purpose: 'routing', type: 'CNAME', name: host, value: target }] : [];
  const byAddress = targetAddresses.map((value): RecordTemplate => ({
    purpose: 'routing',
    type: isIpv6(value) ? 'AAAA' : 'A',
    name: host,
    value,
  }));
  return [verificationRecord, ...byCname, ...byAddress];
}

/** Returns the current values at the name of a record, of the same type. */
function currentValues({ type }: RecordTemplate, { txt, cname, addresses }: DomainFinding): string[] {
  if (type === 'TXT') return txt;
  if (type === 'CNAME') return cname.slice(0, 1);
  // Addresses behind a CNAME belong to another name.
  return cname.length > 0 ? [] : addresses.filter((address) => isIpv6(address) === (type === 'AAAA'));
}

/** Returns null for an unused alternative while another record already points here. */
function evaluateRecord(
  record: RecordTemplate,
  currentRecords: readonly string[],
  { finding, evaluation }: NonNullable<EvaluatedFinding>,
): boolean | null {
  if (record.purpose === 'verification') return evaluation.hasToken;
  const isUsed = record.type === 'CNAME' ? finding.cname.includes(record.value) : currentRecords.includes(record.value);
  return isUsed || (evaluation.pointsHere ? null : false);
}

/** DNS records that the seller must create; none for a local name. */
export function domainRecords(config: Config, row: DomainRow, targetAddresses: readonly string[]): DomainRecord[] {
  if (isLocalName(config, row.host)) return [];
  const { finding } = row;
  const evaluated: EvaluatedFinding =
    finding && finding.fault === null ? { finding, evaluation: evaluateDomain(config.network, row, finding) } : null;
  const registered = registeredDomainOf(row.host);
  return requiredRecords(config, row, targetAddresses).map((record) => {
    const found = evaluated && currentValues(record, evaluated.finding);
    const fits = evaluated && evaluateRecord(record, found ?? [], evaluated);
    return { ...record, host: shortNameOf(record.name, registered), found, fits };
  });
}
