import { createTransport } from 'nodemailer';

import type { DrawnMail } from '#domain/mail.ts';

import type { Config } from '#server/config.ts';
import type { Context } from '#server/context.ts';

/** `replyTo`: whom an answer reaches; null: whoever sends. */
export type AddressedMail = { id: string; to: string; replyTo: string | null; drawn: DrawnMail };

/** Resolves when the next server has taken the mail. */
export type Deliver = (mail: AddressedMail) => Promise<void>;

/** How long each step of the conversation with the server may take, and the whole of it. */
export type Patience = { stepMs: number; wholeMs: number };

const PATIENCE: Patience = { stepMs: 10_000, wholeMs: 15_000 };

/** Whether what is mailed can be read by somebody. */
export const reachesMailboxes = ({ config, mode }: Pick<Context, 'config' | 'mode'>): boolean =>
  mode === 'sandbox' || config.smtpUrl !== null;

/** Whether mail really leaves this installation, instead of being shown on the sandbox's mail page. */
export const sendsMail = ({ config }: Pick<Context, 'config'>): boolean => config.smtpUrl !== null;

/**
 * How mail leaves: by SMTP; without it, nowhere, as if it were sent, where nobody waits for it (it is read at the
 * sandbox's desk). Null: with live payments it must be sent, and cannot be.
 */
export function mailTransport(config: Config, patience = PATIENCE): Deliver | null {
  const { smtpUrl, mailFrom, mode } = config;
  if (smtpUrl && mailFrom) return throughSmtp(smtpUrl, mailFrom, new URL(config.appUrl).hostname, patience);
  return mode === 'live' ? null : () => Promise.resolve();
}

/** Whoever writes, at our one address. `mailFrom`: an address, or `Name <address>`. */
export function senderOf(mailFrom: string, name?: string): { name: string; address: string } {
  const [, own = '', address = mailFrom] = /^(.*?)<([^<>]+)>\s*$/.exec(mailFrom) ?? [];
  const usual = own.trim().replace(/^"(.*)"$/, '$1');
  return { name: name ?? usual, address: address.trim() };
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
  return async ({ id, to, replyTo, drawn }) => {
    const { subject, text, html } = drawn;
    await transport.sendMail({
      from: senderOf(from, drawn.from),
      to: { name: '', address: to },
      ...(replyTo && { replyTo: { name: '', address: replyTo } }),
      subject,
      text,
      html,
      textEncoding: 'quoted-printable',
      // The same for each try: a mail that went out twice is shown once.
      messageId: `<${id}@${host}>`,
      headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
      signal: AbortSignal.timeout(wholeMs),
    });
  };
}
