import type { EmailDelivery, EmailOf, PlainEmail } from '#domain/email.ts';
import type { Context } from '#server/core/context.ts';
import type { Db } from '#server/db/client.ts';
import { createEmailDeliveries } from '#server/delivery/delivery-email.ts';
import { listBuyerEntitlements } from '#server/delivery/entitlement-access.ts';
import type { QueuedMail } from '#server/email/queries/outbox.ts';

type OrderMail<M extends PlainEmail = PlainEmail> = { key: string; to: string; mail: M; now: Date; attemptId: string };

const isFirstReceipt = (queued: OrderMail): queued is OrderMail<EmailOf<'receipt'>> =>
  queued.mail.kind === 'receipt' && !queued.mail.renewal;

/** Adds what the order delivers to a receipt, which is then encrypted in the queue. */
export const withDelivery = (
  { secrets }: Pick<Context, 'secrets'>,
  receipt: OrderMail<EmailOf<'receipt'>>,
  delivery: EmailDelivery | undefined,
): QueuedMail => (delivery ? { ...receipt, mail: { ...receipt.mail, delivery }, seal: secrets.seal } : receipt);

/**
 * Adds what the orders deliver to the receipts of first payments. Emails about pending payments say that it follows. Called
 * after the entitlements are written, in the same transaction.
 */
export async function addDeliveries(
  context: Pick<Context, 'secrets' | 'config' | 'now'>,
  tx: Db,
  mails: readonly OrderMail[],
): Promise<QueuedMail[]> {
  const paidIds = mails.filter(isFirstReceipt).map(({ attemptId }) => attemptId);
  const pendingIds = mails.filter(({ mail }) => mail.kind === 'order_pending').map(({ attemptId }) => attemptId);
  const deliveries = await createEmailDeliveries(context, tx, paidIds);
  const awaited = new Set(
    (await listBuyerEntitlements(tx, pendingIds)).map(({ entitlement }) => entitlement.attemptId),
  );
  return mails.map((queued): QueuedMail => {
    const { mail, attemptId } = queued;
    if (isFirstReceipt(queued)) return withDelivery(context, queued, deliveries.get(attemptId));
    return mail.kind === 'order_pending' && awaited.has(attemptId)
      ? { ...queued, mail: { ...mail, delivers: true } }
      : queued;
  });
}
