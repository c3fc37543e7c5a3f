import type { Context } from '#server/context.ts';
import { markMailBounced } from '#server/db/outbox.ts';
import { suppressAddress, SUPPRESSION_MESSAGES } from '#server/db/suppressed-addresses.ts';

/** Delivery report of the mail provider. */
export type Bounce = {
  type: 'bounce' | 'complaint';
  /** The address will never accept mail. */
  permanent: boolean;
  recipient: string;
  /** The `Message-ID` of the mail, which contains the id of its outbox row. */
  messageId?: string | null | undefined;
};

const MESSAGE_ID = /^<?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})@[^@\s]+$/i;
const TEMPORARY_ERROR = 'The mailbox could not take it.';

/** Marks the mail as bounced and suppresses a permanently undeliverable address. Idempotent. */
export async function recordBounce({ db, realNow }: Context, bounce: Bounce): Promise<void> {
  const { type, permanent, recipient, messageId } = bounce;
  const [, id] = MESSAGE_ID.exec(messageId?.trim() ?? '') ?? [];
  const isPermanent = permanent || type === 'complaint';
  await db.transaction(async (tx) => {
    if (id) await markMailBounced(tx, id.toLowerCase(), isPermanent ? SUPPRESSION_MESSAGES[type] : TEMPORARY_ERROR);
    if (isPermanent) await suppressAddress(tx, { address: recipient, reason: type, now: realNow() });
  });
}
