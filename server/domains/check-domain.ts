import { webhookSentences } from '#content/messages/webhook-sentences.ts';
import type { EmailOf } from '#domain/email.ts';
import { AppError } from '#domain/errors.ts';
import { MAX_FAILED_CHECKS } from '#domain/seller-domain.ts';
import { FOREVER } from '#domain/subscription.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time-units.ts';
import { recordAudit } from '#server/audit/record-audit.ts';
import type { Config } from '#server/core/config.ts';
import type { Context } from '#server/core/context.ts';
import { type Db, isUniqueViolation } from '#server/db/client.ts';
import type { DomainFinding } from '#server/db/schema-domains.ts';
import { queueSellerMail } from '#server/sellers/seller-plans.ts';
import { emitWebhooks } from '#server/webhooks/emit-webhooks.ts';

import { recordProblems } from './diagnose-domain.ts';
import { toDomainResource } from './domain-resource.ts';
import { findDomainView } from './list-domain-views.ts';
import { queryDomain, matchesToken, evaluateDomain, listTargetAddresses } from './look-up-dns.ts';
import { isLocalName, readableHost } from './parse-domain-host.ts';
import { applyDomainCheck, type DomainChange, type DomainRow } from './queries.ts';

/** Delay of the first check: the records are not written yet, and name servers cache negative answers. */
export const FIRST_CHECK_DELAY_MS = 2 * MINUTE_MS;
const FREQUENT = { durationMs: 3 * HOUR_MS, intervalMs: 5 * MINUTE_MS };
const HOURLY = { durationMs: 14 * DAY_MS, intervalMs: HOUR_MS };
/** Random reduction of the daily interval, so that checks do not stay bunched together. */
const JITTER_MS = 2 * HOUR_MS;

const addMs = (now: Date, ms: number): Date => new Date(now.getTime() + ms);

/** Time of the next check of a claim, which is a domain that is not verified: none after two weeks, until its seller asks. */
function nextCheckOfClaim(
  { createdAt, deactivatedAt }: Pick<DomainRow, 'createdAt' | 'deactivatedAt'>,
  now: Date,
): Date {
  const age = now.getTime() - createdAt.getTime();
  if (deactivatedAt !== null || age >= HOURLY.durationMs) return FOREVER;
  return addMs(now, age < FREQUENT.durationMs ? FREQUENT.intervalMs : HOURLY.intervalMs);
}

/** Daily, with jitter. */
export const nextCheckOfVerified = (now: Date): Date => addMs(now, DAY_MS - Math.random() * JITTER_MS);

type DomainMail = EmailOf<'domain_failing'> | EmailOf<'domain_off'>;

/** Leaves out the content of foreign records: a new owner of the domain could otherwise write to its former seller. */
function safeProblems(config: Config, row: DomainRow): string[] {
  const { finding, verificationToken } = row;
  const txt = finding?.txt.map((text) => (matchesToken(text, verificationToken) ? text : 'something else')) ?? [];
  return recordProblems(config, { ...row, finding: finding && { ...finding, txt: [...new Set(txt)] } });
}

/** Email about a change: the first failed check, and the one that switches the domain off. */
function createDomainMail(config: Config, before: DomainRow, after: DomainRow): DomainMail | null {
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

/** Who started a check. Only the schedule counts failures: a seller may check as often as needed while fixing records. */
type CheckTrigger = 'seller' | 'schedule';

const onVerified = (row: DomainRow, now: Date): DomainChange => ({
  verifiedAt: row.verifiedAt ?? now,
  deactivatedAt: null,
  failures: 0,
  nextCheckAt: nextCheckOfVerified(now),
});

function onFailed(row: DomainRow, now: Date, trigger: CheckTrigger): DomainChange {
  if (row.verifiedAt === null) return { nextCheckAt: nextCheckOfClaim(row, now) };
  if (trigger === 'seller') return {};
  const failures = row.failures + 1;
  return failures < MAX_FAILED_CHECKS
    ? { failures, nextCheckAt: nextCheckOfVerified(now) }
    : { failures, verifiedAt: null, deactivatedAt: now, nextCheckAt: FOREVER };
}

const onFault = (row: DomainRow, now: Date): DomainChange => ({
  nextCheckAt: row.verifiedAt === null ? nextCheckOfClaim(row, now) : addMs(now, HOUR_MS),
});

/** Computes the changes of a row from a DNS finding, without regard to other sellers' claims. */
function evaluateFinding(
  { config }: Context,
  row: DomainRow,
  finding: DomainFinding,
  now: Date,
  trigger: CheckTrigger,
): DomainChange {
  const checked = { finding, checkedAt: now };
  if (finding.fault !== null) return { ...checked, ...onFault(row, now) };
  const { isVerifiable } = evaluateDomain(config.network, row, finding);
  return { ...checked, ...(isVerifiable ? onVerified(row, now) : onFailed(row, now, trigger)) };
}

async function emitDomainFailing(
  context: Context,
  tx: Db,
  row: DomainRow,
  targetAddresses: readonly string[],
): Promise<void> {
  const { id, sellerId, host } = row;
  const view = await findDomainView(context, tx, row, targetAddresses);
  if (!view) return;
  const at = context.realNow();
  await emitWebhooks(context, tx, [
    {
      sellerId,
      key: `domain.failing ${id} ${at.toISOString()}`,
      type: 'domain.failing',
      subject: id,
      orderNumber: null,
      at,
      data: { domain: toDomainResource(view) },
      sentence: webhookSentences.domainFailing({ domain: readableHost(host) }),
    },
  ]);
}

/** Writes the change and queues its email and event in one transaction; null if the row has changed in the meantime. */
async function writeChange(context: Context, before: DomainRow, change: DomainChange): Promise<DomainRow | null> {
  const isFirstFailure = before.failures === 0 && change.failures === 1;
  // Name servers are not asked within the transaction.
  const targetAddresses = isFirstFailure ? await listTargetAddresses(context) : [];
  const row = await context.db.transaction(async (tx) => {
    const after = await applyDomainCheck(tx, before, change);
    if (after?.verifiedAt && !before.verifiedAt)
      await recordAudit(context, tx, {
        actor: 'system',
        sellerId: before.sellerId,
        action: 'domain_proven',
        subject: before.host,
        facts: { domain: before.id },
      });
    const mail = after && createDomainMail(context.config, before, after);
    if (mail) {
      const key = `${mail.kind}:${before.id}:${mail.at}`;
      await queueSellerMail(tx, before.sellerId, { key, mail, now: context.now() });
    }
    if (after && isFirstFailure) await emitDomainFailing(context, tx, after, targetAddresses);
    return after;
  });
  context.wake('outbox');
  if (isFirstFailure) context.wake('deliveries');
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
    return writeOrReportTaken(context, before, { checkedAt: now, ...onVerified(before, now) });
  const finding = await queryDomain(context, before);
  return writeOrReportTaken(context, before, evaluateFinding(context, before, finding, now, trigger));
}

async function writeOrReportTaken(
  context: Context,
  before: DomainRow,
  change: DomainChange,
): Promise<DomainRow | null> {
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
