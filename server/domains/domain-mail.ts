import type { MailOf } from '#domain/mail.ts';

import type { Config } from '#server/config.ts';
import type { DomainRow } from '#server/db/domains.ts';

import { recordProblemsOf } from './diagnosis.ts';
import { readableHost } from './host-of.ts';
import { isProof } from './look-up.ts';

type DomainMail = MailOf<'domain_failing'> | MailOf<'domain_off'>;

/** Leaves out the content of foreign records: a new owner of the domain could otherwise write to its former seller. */
function problemsOf(config: Config, row: DomainRow): string[] {
  const { finding, proof } = row;
  const txt = finding?.txt.map((text) => (isProof(text, proof) ? text : 'something else')) ?? [];
  return recordProblemsOf(config, { ...row, finding: finding && { ...finding, txt: [...new Set(txt)] } });
}

/** Email about a change: the first failed check, and the one that switches the domain off. */
export function domainMailOf(config: Config, before: DomainRow, after: DomainRow): DomainMail | null {
  const { checkedAt } = after;
  if (checkedAt === null) return null;
  const told = {
    name: readableHost(after.host),
    problems: problemsOf(config, after),
    at: checkedAt.toISOString(),
  };
  if (before.provenAt !== null && after.provenAt === null) return { kind: 'domain_off', ...told };
  return before.failures === 0 && after.failures === 1 ? { kind: 'domain_failing', ...told } : null;
}
