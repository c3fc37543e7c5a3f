import { SEALED_CELLS, type SealedCell } from '#server/core/secrets.ts';
import type { Db } from '#server/db/client.ts';
import { outbox } from '#server/db/schema-outbox.ts';

import type { OutboxRow } from './outbox.ts';

/** A code sent by SMS. `goodUntil`: ISO 8601; it is not sent later. */
export type Sms = { sealedCode: string; goodUntil: string };

const DUE_NOW = new Date(0);

type QueuedCode = {
  key: string;
  to: string;
  code: string;
  goodUntil: string;
  seal: (text: string, cell: SealedCell) => string;
  now: Date;
};

/** Inserts an encrypted code into the outbox, in the transaction of its cause. Wake the `outbox` worker after the commit. */
export async function queueSms(tx: Db, { key, to, code, goodUntil, seal, now }: QueuedCode): Promise<void> {
  const id = crypto.randomUUID();
  const sms: Sms = { sealedCode: seal(code, SEALED_CELLS.smsCode(id)), goodUntil };
  await tx
    .insert(outbox)
    .values({
      id,
      dedupKey: key,
      channel: 'sms',
      kind: 'sms_code',
      recipient: to,
      props: sms,
      status: 'waiting',
      nextAt: DUE_NOW,
      createdAt: now,
    })
    .onConflictDoNothing({ target: outbox.dedupKey });
}

/** The queued SMS; rows of this channel are only written from an `Sms`. */
export const toSms = ({ props }: Pick<OutboxRow, 'props'>): Sms => props as Sms;
