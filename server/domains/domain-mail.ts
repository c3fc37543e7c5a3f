import type { EmailOf } from '#domain/mail.ts';

import type { Config } from '#server/config.ts';
import type { DomainRow } from '#server/db/domains.ts';

import { recordProblems } from './diagnosis.ts';
import { readableHost } from './host-of.ts';
import { isProof } from './look-up.ts';

type DomainMail = EmailOf<'domain_failing'> | EmailOf<'domain_off'>;

/** Leaves out the content of foreign records: a new owner of the domain could otherwise write to its former seller. */
function safeProblems(config: Config, row: DomainRow): string[] {
  const { finding, verificationToken: proof } = row;
  const txt = finding?.txt.map((text) => (isProof(text, proof) ? text : 'something else')) ?? [];
  return recordProblems(config, { ...row, finding: finding && { ...finding, txt: [...new Set(txt)] } });
}

/** Email about a change: the first failed check, and the one that switches the domain off. */
export function createDomainMail(config: Config, before: DomainRow, after: DomainRow): DomainMail | null {
  const { checkedAt } = after;
  if (checkedAt === null) return null;
  const details = {
    name: readableHost(after.host),
    problems: safeProblems(config, after),
    at: checkedAt.toISOString(),
  };
  if (before.verifiedAt !== null && after.verifiedAt === null) return { kind: 'domain_off', ...details };
  return before.failures === 0 && after.failures === 1 ? { kind: 'domain_failing', ...details } : null;
}
