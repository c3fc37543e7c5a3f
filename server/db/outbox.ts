import type { Mail } from '#domain/mail.ts';

import type { Db } from './client.ts';
import { outbox } from './schema-money.ts';

/** Due at once, whatever clock whoever queues it goes by. */
const AT_ONCE = new Date(0);

type QueuedMail = {
  /** Names what is told, to whom and in which mode: the same mail is never told twice. */
  key: string;
  to: string;
  mail: Mail;
  /** The business clock's. */
  now: Date;
};

/**
 * Puts a mail into the outbox, in the transaction of what causes it; false when it is there already.
 * Ring `outbox` after the commit.
 */
export async function queueMail(tx: Db, { key, to, mail, now }: QueuedMail): Promise<boolean> {
  const { kind, ...props } = mail;
  const rows = await tx
    .insert(outbox)
    .values({
      id: crypto.randomUUID(),
      dedupKey: key,
      kind,
      recipient: to,
      props,
      status: 'waiting',
      nextAt: AT_ONCE,
      createdAt: now,
    })
    .onConflictDoNothing({ target: outbox.dedupKey })
    .returning({ id: outbox.id });
  return rows.length > 0;
}
