import type { PlainEmail } from '#domain/email.ts';
import { recordAudit } from '#server/audit/record-audit.ts';
import type { Context } from '#server/core/context.ts';
import type { Db } from '#server/db/client.ts';
import { queueSellerMail } from '#server/sellers/seller-plans.ts';

import {
  lockAccount,
  markAccountDisconnected,
  applyAccountSnapshot,
  type AccountSnapshot,
  type ProviderAccountRow,
} from './queries.ts';
import { deleteCursor, SWEEPS, makeCursorDue } from './reconcile-cursors.ts';

/** Audit actor of changes that Stripe reports. */
const SYSTEM_ACTOR = { actor: 'system' } as const;

const canReceivePayments = ({
  detailsSubmitted,
  chargesEnabled,
}: Pick<AccountSnapshot, 'detailsSubmitted' | 'chargesEnabled'>) => detailsSubmitted && chargesEnabled;

/**
 * Stores the state of a connected account. When the account can no longer charge, its seller is emailed and open sessions
 * are expired.
 */
export async function recordAccountState(
  context: Context,
  accountId: string,
  accountState: AccountSnapshot,
): Promise<void> {
  const { db, mode } = context;
  const hasStopped = await db.transaction(async (tx) => {
    const previous = await lockAccount(tx, mode, accountId);
    if (!previous || previous.disconnectedAt) return false;
    await applyAccountSnapshot(tx, mode, accountId, accountState, context.realNow());
    if (canReceivePayments(accountState) && !canReceivePayments(previous))
      await recordAudit(context, tx, {
        ...SYSTEM_ACTOR,
        action: 'stripe_connected',
        sellerId: previous.sellerId,
        subject: accountId,
      });
    if (!previous.chargesEnabled || accountState.chargesEnabled) return false;
    await makeCursorDue(tx, mode, SWEEPS.closed, context.now());
    await emailSeller(context, tx, previous, { cause: 'restricted', reason: accountState.disabledReason });
    return true;
  });
  if (!hasStopped) return;
  context.wake('reconcile');
  context.wake('outbox');
}

/** Records that an account has disconnected us and emails its seller. Nothing of it can be requested any more. */
export async function recordDisconnected(context: Context, accountId: string): Promise<void> {
  const { db, mode } = context;
  await db.transaction(async (tx) => {
    const previous = await lockAccount(tx, mode, accountId);
    if (!previous || previous.disconnectedAt) return;
    await markAccountDisconnected(tx, mode, accountId, context.realNow());
    await deleteCursor(tx, mode, accountId);
    await recordAudit(context, tx, {
      ...SYSTEM_ACTOR,
      action: 'stripe_disconnected',
      sellerId: previous.sellerId,
      subject: accountId,
    });
    await emailSeller(context, tx, previous, { cause: 'disconnected', reason: null });
  });
  context.wake('outbox');
}

type PaymentsOffNotice = Pick<Extract<PlainEmail, { kind: 'payments_off' }>, 'cause' | 'reason'>;

/** Sent once per change, because the account's row is locked. */
async function emailSeller(
  context: Context,
  tx: Db,
  row: ProviderAccountRow,
  notice: PaymentsOffNotice,
): Promise<void> {
  const now = context.now();
  const key = `payments_off:${row.mode}:${row.accountId}:${notice.cause}:${now.toISOString()}`;
  await queueSellerMail(tx, row.sellerId, { key, mail: { kind: 'payments_off', ...notice }, now });
}
