import { MAX_FAILED_CHECKS } from '#domain/seller-domain.ts';
import { AppError } from '#domain/errors.ts';
import { FOREVER } from '#domain/subscription.ts';

import { recordAudit } from '#server/audit/audit.ts';
import type { Context } from '#server/context.ts';
import { isUniqueViolation } from '#server/db/client.ts';
import { applyDomainCheck, type DomainRow } from '#server/db/domains.ts';
import { queueMail } from '#server/db/outbox.ts';
import { findSellerEmail } from '#server/db/plan-subscriptions.ts';
import type { DomainFinding } from '#server/db/schema-domains.ts';

import { createDomainMail } from './domain-mail.ts';
import { isLocalName } from './host-of.ts';
import { queryDomain } from './look-up.ts';
import { nextCheckAfterFault, nextCheckOfClaim, nextCheckOfProven } from './next-look.ts';
import { evaluateDomain } from './verdict.ts';

/** Only scheduled checks count as failures: a seller may check as often as needed while fixing records. */
type CheckTrigger = 'hand' | 'clock';

type Change = Partial<
  Pick<DomainRow, 'finding' | 'checkedAt' | 'verifiedAt' | 'deactivatedAt' | 'failures' | 'nextCheckAt'>
>;

const onProven = (row: DomainRow, now: Date): Change => ({
  verifiedAt: row.verifiedAt ?? now,
  deactivatedAt: null,
  failures: 0,
  nextCheckAt: nextCheckOfProven(now),
});

function onFailed(row: DomainRow, now: Date, trigger: CheckTrigger): Change {
  if (row.verifiedAt === null) return { nextCheckAt: nextCheckOfClaim(row, now) };
  if (trigger === 'hand') return {};
  const failures = row.failures + 1;
  return failures < MAX_FAILED_CHECKS
    ? { failures, nextCheckAt: nextCheckOfProven(now) }
    : { failures, verifiedAt: null, deactivatedAt: now, nextCheckAt: FOREVER };
}

const onFault = (row: DomainRow, now: Date): Change => ({
  nextCheckAt: row.verifiedAt === null ? nextCheckOfClaim(row, now) : nextCheckAfterFault(now),
});

/** Computes the changes of a row from a DNS finding, without regard to other sellers' claims. */
function evaluateFinding(
  { config }: Context,
  row: DomainRow,
  finding: DomainFinding,
  now: Date,
  trigger: CheckTrigger,
): Change {
  const checked = { finding, checkedAt: now };
  if (finding.fault !== null) return { ...checked, ...onFault(row, now) };
  const { fits } = evaluateDomain(config.network, row, finding);
  return { ...checked, ...(fits ? onProven(row, now) : onFailed(row, now, trigger)) };
}

/** Writes the change and queues its email in one transaction; null if the row has changed in the meantime. */
async function writeChange(context: Context, before: DomainRow, change: Change): Promise<DomainRow | null> {
  const row = await context.db.transaction(async (tx) => {
    const after = await applyDomainCheck(tx, before, change);
    if (after?.verifiedAt && !before.verifiedAt)
      await recordAudit(context, tx, {
        actor: 'shop',
        sellerId: before.sellerId,
        action: 'domain_proven',
        subject: before.host,
        facts: { domain: before.id },
      });
    const mail = after && createDomainMail(context.config, before, after);
    const to = mail && (await findSellerEmail(tx, before.sellerId));
    if (mail && to) await queueMail(tx, { key: `${mail.kind}:${before.id}:${mail.at}`, to, mail, now: context.now() });
    return after;
  });
  context.wake('outbox');
  return row;
}

/**
 * Checks a domain and stores the result; null if the row has changed in the meantime. Throws `domain_taken` when another
 * seller has verified the domain before; the finding is stored nevertheless.
 */
export async function checkDomain(
  context: Context,
  before: DomainRow,
  trigger: CheckTrigger,
): Promise<DomainRow | null> {
  const now = context.realNow();
  if (isLocalName(context.config, before.host))
    return writeOrReportTaken(context, before, { checkedAt: now, ...onProven(before, now) });
  const finding = await queryDomain(context, before);
  return writeOrReportTaken(context, before, evaluateFinding(context, before, finding, now, trigger));
}

async function writeOrReportTaken(context: Context, before: DomainRow, change: Change): Promise<DomainRow | null> {
  try {
    return await writeChange(context, before, change);
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    const { finding = null, checkedAt = null } = change;
    const nextCheckAt = nextCheckOfClaim(before, context.realNow());
    await writeChange(context, before, { finding, checkedAt, nextCheckAt });
    throw new AppError('domain_taken', { cause: error });
  }
}
