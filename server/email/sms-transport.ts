import { createSmsText } from '#content/sms-text.ts';
import type { Context } from '#server/core/context.ts';
import { SEALED_CELLS } from '#server/core/secrets.ts';
import { toSms, type OutboxRow } from '#server/email/queries/outbox.ts';

import { Undeliverable } from './send-mail.ts';

const GATEWAY_TIMEOUT_MS = 10_000;
/** Statuses that reject this message permanently; others may be a wrong configuration or temporary. */
const PERMANENT_STATUSES = [400, 404, 410, 413, 422];

/** Error status of the SMS gateway. The response body is not kept, because it can contain phone numbers. */
export class SmsRejectedError extends Error {
  override name = 'SmsRejectedError';
  readonly isPermanent: boolean;

  constructor(status: number) {
    super(`The SMS gateway responded with ${status}`);
    this.isPermanent = PERMANENT_STATUSES.includes(status);
  }
}

/** Returns whether text messages can be sent: by a gateway, or in the sandbox, which shows them on its mail page. */
export const canSendSms = ({ config, mode }: Pick<Context, 'config' | 'mode'>): boolean =>
  mode === 'sandbox' || config.accounts.sms !== null;

export const smsText = ({ config, secrets }: Context, row: OutboxRow): string =>
  createSmsText(secrets.unseal(toSms(row).sealedCode, SEALED_CELLS.smsCode(row.id)), new URL(config.appUrl).hostname);

/**
 * Tries once to send a text message: see docs/operations.md. Resolves when the gateway has accepted it. Throws
 * SmsRejectedError or a network error.
 */
export async function sendSms(context: Context, row: OutboxRow): Promise<void> {
  if (context.realNow() >= new Date(toSms(row).goodUntil)) throw new Undeliverable('The code had expired');
  const { sms } = context.config.accounts;
  if (!sms) return;
  const answer = await context.externalFetch(sms.url, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      // The same for each try, so that a gateway that supports the header sends the message once.
      'Idempotency-Key': row.id,
      ...(sms.token === null ? {} : { Authorization: `Bearer ${sms.token}` }),
    },
    body: JSON.stringify({ to: row.recipient, text: smsText(context, row) }),
    redirect: 'error',
    signal: AbortSignal.timeout(GATEWAY_TIMEOUT_MS),
  });
  await answer.body?.cancel();
  if (!answer.ok) throw new SmsRejectedError(answer.status);
}
