import type { MailOf } from '#domain/mail.ts';

import type { Config } from '#server/config.ts';
import type { DomainRow } from '#server/db/domains.ts';

import { diagnosisOf } from './diagnosis.ts';
import { readableHost } from './host-of.ts';

type DomainMail = MailOf<'domain_failing'> | MailOf<'domain_off'>;

/** What its seller is told of a change: the first failed look, and the one that switches it off. */
export function domainMailOf(config: Config, before: DomainRow, after: DomainRow): DomainMail | null {
  const { checkedAt } = after;
  if (checkedAt === null) return null;
  const told = {
    name: readableHost(after.host),
    problems: diagnosisOf(config, after),
    at: checkedAt.toISOString(),
  };
  if (before.provenAt !== null && after.provenAt === null) return { kind: 'domain_off', ...told };
  return before.failures === 0 && after.failures === 1 ? { kind: 'domain_failing', ...told } : null;
}
