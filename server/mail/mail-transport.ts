import { createTransport } from 'nodemailer';

import type { DrawnMail } from '#domain/mail.ts';

import type { Config } from '#server/config.ts';
import type { Context } from '#server/context.ts';

export type AddressedMail = { id: string; to: string; drawn: DrawnMail };

/** Resolves when the next server has taken the mail. */
export type Deliver = (mail: AddressedMail) => Promise<void>;

/** How long each step of the conversation with the server may take, and the whole of it. */
export type Patience = { stepMs: number; wholeMs: number };

const PATIENCE: Patience = { stepMs: 10_000, wholeMs: 15_000 };

/** Whether what is mailed can be read by somebody. */
export const reachesMailboxes = ({ config, mode }: Pick<Context, 'config' | 'mode'>): boolean =>
  mode === 'sandbox' || config.smtpUrl !== null;

/**
 * How mail leaves: by SMTP; without it, nowhere, as if it were sent, where nobody waits for it (it is read at the
 * sandbox's desk). Null: with live payments it must be sent, and cannot be.
 */
export function mailTransport(config: Config, patience = PATIENCE): Deliver | null {
  const { smtpUrl, mailFrom, mode } = config;
  if (smtpUrl && mailFrom) return throughSmtp(smtpUrl, mailFrom, new URL(config.appUrl).hostname, patience);
  return mode === 'live' ? null : () => Promise.resolve();
}

function throughSmtp(url: string, from: string, host: string, { stepMs, wholeMs }: Patience): Deliver {
  const transport = createTransport({
    url,
    connectionTimeout: stepMs,
    greetingTimeout: stepMs,
    socketTimeout: stepMs,
    dnsTimeout: stepMs,
    socketCloseTimeout: 0,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return async ({ id, to, drawn }) => {
    await transport.sendMail({
      from,
      to: { name: '', address: to },
      ...drawn,
      // The same for each try: a mail that went out twice is shown once.
      messageId: `<${id}@${host}>`,
      headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
      signal: AbortSignal.timeout(wholeMs),
    });
  };
}

type SmtpFault = { code?: unknown; responseCode?: unknown; command?: unknown };

/** What may be logged of a failed try: the server's own words can hold people's addresses. */
export function smtpFaultOf(error: unknown): SmtpFault {
  if (!(error instanceof Error)) return {};
  const { code, responseCode, command } = error as SmtpFault;
  return { code, responseCode, command };
}

/**
 * Whether the server refused this very mail for good. Refused earlier (greeting, password, sender), it is our own
 * set-up that is wrong, and the mail can go out once that was put right.
 */
export function isRefusedForGood(error: unknown): boolean {
  const { responseCode, command } = smtpFaultOf(error);
  return Number(responseCode) >= 500 && (command === 'RCPT TO' || command === 'DATA');
}
