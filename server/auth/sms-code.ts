import { randomInt } from 'node:crypto';

import type { Context } from '#server/core/context.ts';
import type { Db } from '#server/db/client.ts';
import { queueSms } from '#server/email/queries/outbox.ts';

import { CHALLENGE_MS } from './factors/challenge-lifetime.ts';

export const generateSmsCode = (): string => String(randomInt(1_000_000)).padStart(6, '0');

/**
 * Queues a code for a phone number, in the transaction of the row that expects it. The code is encrypted until it is
 * sent. Wake `outbox` after the commit.
 */
export async function queueSmsCode(
  context: Context,
  tx: Db,
  { id, phone, code }: { id: string; phone: string; code: string },
): Promise<void> {
  await queueSms(tx, {
    key: `sms:${id}`,
    to: phone,
    code,
    goodUntil: new Date(context.realNow().getTime() + CHALLENGE_MS).toISOString(),
    seal: context.secrets.seal,
    now: context.now(),
  });
}
