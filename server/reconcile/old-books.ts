import type { Context } from '#server/context.ts';
import { listOrdersWithoutSubscription, listSalesWithoutRefunds } from '#server/db/old-books.ts';
import type { Subject } from '#server/ledger/subject.ts';
import { updateLedger } from '#server/ledger/update-ledger.ts';

const BATCH_SIZE = 100;

/** Completes rows of earlier versions: fetches missing refunds and subscriptions. */
export async function completeOldRows(context: Context): Promise<void> {
  const { db, mode } = context;
  for (const { accountId, subscriptionId } of await listOrdersWithoutSubscription(db, mode, BATCH_SIZE))
    if (subscriptionId) await tryUpdateLedger(context, { accountId, kind: 'subscription', id: subscriptionId });
  for (const { accountId, chargeId, paymentIntentId } of await listSalesWithoutRefunds(db, mode, BATCH_SIZE)) {
    const id = chargeId ?? (await findChargeId(context, accountId, paymentIntentId));
    if (id) await tryUpdateLedger(context, { accountId, kind: 'charge', id });
  }
}

async function findChargeId(
  context: Context,
  accountId: string,
  paymentIntentId: string | null,
): Promise<string | null> {
  if (!paymentIntentId) return null;
  try {
    const { charges } = context.sellerStripe(accountId);
    const { data } = await charges.list({ payment_intent: paymentIntentId, limit: 100 });
    return data.find(({ paid }) => paid)?.id ?? null;
  } catch (error) {
    context.log.warn({ err: error, paymentIntentId }, 'the charge of a sale was not found yet');
    return null;
  }
}

async function tryUpdateLedger(context: Context, subject: Subject): Promise<void> {
  try {
    await updateLedger(context, [subject]);
  } catch (error) {
    context.log.warn({ err: error, ...subject }, 'the books were not completed yet');
  }
}
