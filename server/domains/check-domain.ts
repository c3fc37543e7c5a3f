import { FAILED_CHECKS_UNTIL_OFF } from '#domain/seller-domain.ts';
import { ShopError } from '#domain/errors.ts';
import { FOREVER } from '#domain/subscription.ts';

import { audit } from '#server/audit/audit.ts';
import type { Context } from '#server/context.ts';
import { isUniqueViolation } from '#server/db/client.ts';
import { updateDomainAfterLook, type DomainRow } from '#server/db/domains.ts';
import { queueMail } from '#server/db/outbox.ts';
import { findSellerEmail } from '#server/db/plan-subscriptions.ts';
import type { DomainFinding } from '#server/db/schema-domains.ts';

import { domainMailOf } from './domain-mail.ts';
import { isOwnMachineName } from './host-of.ts';
import { lookUp } from './look-up.ts';
import { nextLookAfterFault, nextLookAtClaim, nextLookAtProven } from './next-look.ts';
import { verdictOf } from './verdict.ts';

/** Only scheduled checks count as failures: a seller may check as often as needed while fixing records. */
type By = 'hand' | 'clock';

type Change = Partial<
  Pick<DomainRow, 'finding' | 'checkedAt' | 'provenAt' | 'offAt' | 'failures' | 'nextCheckAt'>
>;

const proven = (row: DomainRow, now: Date): Change => ({
  provenAt: row.provenAt ?? now,
  offAt: null,
  failures: 0,
  nextCheckAt: nextLookAtProven(now),
});

function failed(row: DomainRow, now: Date, by: By): Change {
  if (row.provenAt === null) return { nextCheckAt: nextLookAtClaim(row, now) };
  if (by === 'hand') return {};
  const failures = row.failures + 1;
  return failures < FAILED_CHECKS_UNTIL_OFF
    ? { failures, nextCheckAt: nextLookAtProven(now) }
    : { failures, provenAt: null, offAt: now, nextCheckAt: FOREVER };
}

const unanswered = (row: DomainRow, now: Date): Change => ({
  nextCheckAt: row.provenAt === null ? nextLookAtClaim(row, now) : nextLookAfterFault(now),
});

/** Computes the changes of a row from a DNS finding, without regard to other sellers' claims. */
function changeOf({ config }: Context, row: DomainRow, finding: DomainFinding, now: Date, by: By): Change {
  const looked = { finding, checkedAt: now };
  if (finding.fault !== null) return { ...looked, ...unanswered(row, now) };
  const { fits } = verdictOf(config.reach, row, finding);
  return { ...looked, ...(fits ? proven(row, now) : failed(row, now, by)) };
}

/** Writes the change and queues its email in one transaction; null if the row has changed in the meantime. */
async function write(context: Context, before: DomainRow, change: Change): Promise<DomainRow | null> {
  const row = await context.db.transaction(async (tx) => {
    const after = await updateDomainAfterLook(tx, before, change);
    if (after?.provenAt && !before.provenAt)
      await audit(context, tx, {
        actor: 'shop',
        sellerId: before.sellerId,
        act: 'domain_proven',
        subject: before.host,
        facts: { domain: before.id },
      });
    const mail = after && domainMailOf(context.config, before, after);
    const to = mail && (await findSellerEmail(tx, before.sellerId));
    if (mail && to)
      await queueMail(tx, { key: `${mail.kind}:${before.id}:${mail.at}`, to, mail, now: context.now() });
    return after;
  });
  context.ring('outbox');
  return row;
}

/**
 * Checks a domain and stores the result; null if the row has changed in the meantime. Throws `domain_taken` when another
 * seller has verified the domain before; the finding is stored nevertheless.
 */
export async function checkDomain(context: Context, before: DomainRow, by: By): Promise<DomainRow | null> {
  const now = context.realNow();
  if (isOwnMachineName(context.config, before.host))
    return writeUnlessTaken(context, before, { checkedAt: now, ...proven(before, now) });
  const finding = await lookUp(context, before);
  return writeUnlessTaken(context, before, changeOf(context, before, finding, now, by));
}

async function writeUnlessTaken(
  context: Context,
  before: DomainRow,
  change: Change,
): Promise<DomainRow | null> {
  try {
    return await write(context, before, change);
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    const { finding = null, checkedAt = null } = change;
    const nextCheckAt = nextLookAtClaim(before, context.realNow());
    await write(context, before, { finding, checkedAt, nextCheckAt });
    throw new ShopError('domain_taken', { cause: error });
  }
}
