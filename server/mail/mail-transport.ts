import { createTransport } from 'nodemailer';

import type { RenderedEmail } from '#domain/mail.ts';

import type { Config } from '#server/config.ts';
import type { Context } from '#server/context.ts';

/** `replyTo`: who receives an answer; null means the sender. */
export type AddressedMail = { id: string; to: string; replyTo: string | null; rendered: RenderedEmail };

/** Resolves when the next mail server has accepted the mail. */
export type Deliver = (mail: AddressedMail) => Promise<void>;

/** Time limits in milliseconds for each step of the SMTP conversation and for all of it. */
export type Timeouts = { stepMs: number; totalMs: number };

const TIMEOUTS: Timeouts = { stepMs: 10_000, totalMs: 15_000 };

/** Returns whether recipients can read the mail: by SMTP, or on the mail page of the sandbox. */
export const canReadMail = ({ config, mode }: Pick<Context, 'config' | 'mode'>): boolean =>
  mode === 'sandbox' || config.smtpUrl !== null;

/** Returns whether mail leaves this installation, instead of only appearing on the mail page of the sandbox. */
export const sendsMail = ({ config }: Pick<Context, 'config'>): boolean => config.smtpUrl !== null;

/**
 * Sends mail by SMTP. Without SMTP, mail counts as sent and is read on the mail page of the sandbox. Returns null in live
 * mode without SMTP: mail must be sent there, and cannot be.
 */
export function createMailTransport(config: Config, timeouts = TIMEOUTS): Deliver | null {
  const { smtpUrl, mailFrom, mode } = config;
  if (smtpUrl && mailFrom) return createSmtpTransport(smtpUrl, mailFrom, new URL(config.appUrl).hostname, timeouts);
  return mode === 'live' ? null : () => Promise.resolve();
}

/** Sender of a mail: a name with our one address. `mailFrom` is an address, or `Name <address>`. */
export function senderOf(mailFrom: string, name?: string): { name: string; address: string } {
  const [, displayName = '', address = mailFrom] = /^(.*?)<([^<>]+)>\s*$/.exec(mailFrom) ?? [];
  const defaultName = displayName.trim().replace(/^"(.*)"$/, '$1');
  return { name: name ?? defaultName, address: address.trim() };
}

function createSmtpTransport(url: string, from: string, host: string, { stepMs, totalMs }: Timeouts): Deliver {
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
  return async ({ id, to, replyTo, rendered }) => {
    const { subject, text, html } = rendered;
    await transport.sendMail({
      from: senderOf(from, rendered.from),
      to: { name: '', address: to },
      ...(replyTo && { replyTo: { name: '', address: replyTo } }),
      subject,
      text,
      html,
      textEncoding: 'quoted-printable',
      // The same for each try, so that mail clients show a mail that was sent twice only once.
      messageId: `<${id}@${host}>`,
      headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
      signal: AbortSignal.timeout(totalMs),
    });
  };
}
