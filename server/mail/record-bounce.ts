import type { Context } from '#server/context.ts';
import { updateMailBounced } from '#server/db/outbox.ts';
import { suppressAddress, SUPPRESSION_WORDS } from '#server/db/suppressed-addresses.ts';

/** What whoever carries our mail tells of it afterwards. */
export type Bounce = {
  type: 'bounce' | 'complaint';
  /** Nothing will ever be taken there. */
  permanent: boolean;
  recipient: string;
  /** The `Message-ID` that we gave it; it names our row. */
  messageId?: string | null | undefined;
};

const OURS = /^<?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})@[^@\s]+$/i;
const PASSING = 'The mailbox could not take it.';

/** Marks the mail, and sends nothing more to an address that is lost. May be told any number of times. */
export async function recordBounce({ db, realNow }: Context, bounce: Bounce): Promise<void> {
  const { type, permanent, recipient, messageId } = bounce;
  const [, id] = OURS.exec(messageId?.trim() ?? '') ?? [];
  const lost = permanent || type === 'complaint';
  await db.transaction(async (tx) => {
    if (id) await updateMailBounced(tx, id.toLowerCase(), lost ? SUPPRESSION_WORDS[type] : PASSING);
    if (lost) await suppressAddress(tx, { address: recipient, reason: type, now: realNow() });
  });
}
