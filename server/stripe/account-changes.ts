import type { OpenMail } from '#domain/mail.ts';
import { audit } from '#server/audit/audit.ts';
import type { Context } from '#server/context.ts';
import type { Db } from '#server/db/client.ts';
import { deleteCursor, SWEEPS, updateCursorDue } from '#server/db/event-cursors.ts';
import { queueMail } from '#server/db/outbox.ts';
import { findSellerEmail } from '#server/db/plan-subscriptions.ts';
import {
  lockAccount,
  updateAccountDisconnected,
  updateAccountTruth,
  type AccountTruth,
  type ProviderAccountRow,
} from '#server/db/provider-accounts.ts';

/** Audit actor of changes that Stripe reports. */
const SHOP = { actor: 'shop' } as const;

const takesMoney = ({
  detailsSubmitted,
  chargesEnabled,
}: Pick<AccountTruth, 'detailsSubmitted' | 'chargesEnabled'>) => detailsSubmitted && chargesEnabled;

/**
 * Stores the state of a connected account. When the account can no longer charge, its seller is emailed and open sessions
 * are expired.
 */
export async function recordAccountTruth(
  context: Context,
  accountId: string,
  truth: AccountTruth,
): Promise<void> {
  const { db, mode } = context;
  const stopped = await db.transaction(async (tx) => {
    const before = await lockAccount(tx, mode, accountId);
    if (!before || before.disconnectedAt) return false;
    await updateAccountTruth(tx, mode, accountId, truth, context.realNow());
    if (takesMoney(truth) && !takesMoney(before))
      await audit(context, tx, {
        ...SHOP,
        act: 'stripe_connected',
        sellerId: before.sellerId,
        subject: accountId,
      });
    if (!before.chargesEnabled || truth.chargesEnabled) return false;
    await updateCursorDue(tx, mode, SWEEPS.closed, context.now());
    await tell(context, tx, before, { cause: 'restricted', reason: truth.disabledReason });
    return true;
  });
  if (!stopped) return;
  context.ring('reconcile');
  context.ring('outbox');
}

/** Records that an account has disconnected us and emails its seller. Nothing of it can be requested any more. */
export async function recordDisconnected(context: Context, accountId: string): Promise<void> {
  const { db, mode } = context;
  await db.transaction(async (tx) => {
    const before = await lockAccount(tx, mode, accountId);
    if (!before || before.disconnectedAt) return;
    await updateAccountDisconnected(tx, mode, accountId, context.realNow());
    await deleteCursor(tx, mode, accountId);
    await audit(context, tx, {
      ...SHOP,
      act: 'stripe_disconnected',
      sellerId: before.sellerId,
      subject: accountId,
    });
    await tell(context, tx, before, { cause: 'disconnected', reason: null });
  });
  context.ring('outbox');
}

type Why = Pick<Extract<OpenMail, { kind: 'payments_off' }>, 'cause' | 'reason'>;

/** Sent once per change, because the account's row is locked. */
async function tell(context: Context, tx: Db, row: ProviderAccountRow, why: Why): Promise<void> {
  const to = await findSellerEmail(tx, row.sellerId);
  if (!to) return;
  const now = context.now();
  const key = `payments_off:${row.mode}:${row.accountId}:${why.cause}:${now.toISOString()}`;
  await queueMail(tx, { key, to, mail: { kind: 'payments_off', ...why }, now });
}
