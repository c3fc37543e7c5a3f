import type { EmailDelivery, EmailOf, PlainEmail } from '#domain/email.ts';
import type { Context } from '#server/core/context.ts';
import type { Db } from '#server/db/client.ts';
import { createEmailDeliveries } from '#server/delivery/delivery-email.ts';
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
 * Adds what the orders deliver to the receipts of first payments. Emails about pending payments say that it follows.
 * `delivering`: the attempts that have entitlements, which are written before in the same transaction.
 */
export async function addDeliveries(
  context: Pick<Context, 'secrets' | 'config' | 'now'>,
  tx: Db,
  mails: readonly OrderMail[],
  delivering: ReadonlySet<string>,
): Promise<QueuedMail[]> {
  const isDelivering = ({ attemptId }: OrderMail) => delivering.has(attemptId);
  const receipts = mails.filter((queued) => isFirstReceipt(queued) && isDelivering(queued));
  const deliveries = await createEmailDeliveries(
    context,
    tx,
    receipts.map(({ attemptId }) => attemptId),
  );
  return mails.map((queued): QueuedMail => {
    const { mail, attemptId } = queued;
    if (isFirstReceipt(queued)) return withDelivery(context, queued, deliveries.get(attemptId));
    return mail.kind === 'order_pending' && isDelivering(queued)
      ? { ...queued, mail: { ...mail, delivers: true } }
      : queued;
  });
}
