import type { Context } from '#server/context.ts';
import { listOrdersWithoutSubscription, listSalesWithoutRefunds } from '#server/db/old-books.ts';
import type { Subject } from '#server/ledger/subject.ts';
import { updateLedger } from '#server/ledger/update-ledger.ts';

const MOST_AT_ONCE = 100;

/** Completes rows of earlier versions: fetches missing refunds and subscriptions. */
export async function completeOldBooks(context: Context): Promise<void> {
  const { db, mode } = context;
  for (const { accountId, subscriptionId } of await listOrdersWithoutSubscription(db, mode, MOST_AT_ONCE))
    if (subscriptionId) await unlessItFails(context, { accountId, kind: 'subscription', id: subscriptionId });
  for (const { accountId, chargeId, paymentIntentId } of await listSalesWithoutRefunds(
    db,
    mode,
    MOST_AT_ONCE,
  )) {
    const id = chargeId ?? (await chargeOf(context, accountId, paymentIntentId));
    if (id) await unlessItFails(context, { accountId, kind: 'charge', id });
  }
}

async function chargeOf(
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

async function unlessItFails(context: Context, subject: Subject): Promise<void> {
  try {
    await updateLedger(context, [subject]);
  } catch (error) {
    context.log.warn({ err: error, ...subject }, 'the books were not completed yet');
  }
}
