import { codeMessage } from '#content/sms-text.ts';

import type { Context } from '#server/context.ts';
import { smsOf } from '#server/db/outbox-sms.ts';
import type { OutboxRow } from '#server/db/outbox.ts';
import { SEALED_CELLS } from '#server/sealed-cell.ts';

const PATIENCE_MS = 10_000;
/** Answers that say that this very message will never be taken; any other refusal may be our set-up, or pass. */
const REFUSED_FOR_GOOD = [400, 404, 410, 413, 422];

/** What a gateway answered. Its words are not kept: they can hold numbers. */
export class SmsRefused extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`The gateway answered ${status}`);
    this.name = 'SmsRefused';
    this.status = status;
  }

  get isForGood(): boolean {
    return REFUSED_FOR_GOOD.includes(this.status);
  }
}

/** Whether messages can go out: by a gateway, or as if, in the sandbox, where they are read at its desk. */
export const canSendSms = ({ config, mode }: Pick<Context, 'config' | 'mode'>): boolean =>
  mode === 'sandbox' || config.accounts.sms !== null;

export const smsText = ({ config, secrets }: Context, row: OutboxRow): string =>
  codeMessage(
    secrets.unseal(smsOf(row).sealedCode, SEALED_CELLS.smsCode(row.id)),
    new URL(config.appUrl).hostname,
  );

/** Resolves when the gateway has taken the message: see docs/operations.md. Throws SmsRefused, or the network's error. */
export async function postSms(context: Context, row: OutboxRow): Promise<void> {
  const { sms } = context.config.accounts;
  if (!sms) return;
  const answer = await context.outside(sms.url, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      // The same for each try: a message that was taken twice is sent once, where the gateway knows the header.
      'Idempotency-Key': row.id,
      ...(sms.token === null ? {} : { Authorization: `Bearer ${sms.token}` }),
    },
    body: JSON.stringify({ to: row.recipient, text: smsText(context, row) }),
    redirect: 'error',
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  await answer.body?.cancel();
  if (!answer.ok) throw new SmsRefused(answer.status);
}
