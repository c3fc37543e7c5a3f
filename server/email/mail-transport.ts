import { emailDeliveryMessages } from '#content/messages/email-delivery.ts';
import { SITE } from '#content/site.ts';
import type { RenderedEmail } from '#domain/email.ts';
import { cleanLine } from '#domain/text.ts';
import type { Config } from '#server/core/config.ts';
import type { Context } from '#server/core/context.ts';

const MAX_LENGTH = 300;

type SmtpError = { code?: unknown; responseCode?: unknown; command?: unknown };

/** Loggable fields of an SMTP error. The server's response is left out: it can contain email addresses. */
export function smtpErrorOf(error: unknown): SmtpError {
  if (!(error instanceof Error)) return {};
  const { code, responseCode, command } = error as SmtpError;
  return { code, responseCode, command };
}

const serverResponse = (error: unknown): string =>
  error instanceof Error && 'response' in error && typeof error.response === 'string' ? cleanLine(error.response) : '';

/** Describes a failed try for the outbox row, including the response of the mail server. */
export function smtpErrorMessage(error: unknown): string {
  const response = serverResponse(error);
  if (response) return Array.from(emailDeliveryMessages.serverResponse({ response })).slice(0, MAX_LENGTH).join('');
  const { code } = smtpErrorOf(error);
  if (typeof code === 'string') return emailDeliveryMessages.serverUnreachable({ code });
  const message = error instanceof Error ? cleanLine(error.message) : '';
  return Array.from(message).slice(0, MAX_LENGTH).join('') || emailDeliveryMessages.notSent;
}

/**
 * Returns whether the server rejected this mail permanently. A rejection before RCPT (greeting, password, sender) means
 * that our configuration is wrong, and the mail can be sent after that is fixed.
 */
export function isPermanentRejection(error: unknown): boolean {
  const { responseCode, command } = smtpErrorOf(error);
  return Number(responseCode) >= 500 && (command === 'RCPT TO' || command === 'DATA');
}

/** RFC 5321 codes for a missing mailbox, and RFC 3463 codes for a missing or closed one. */
const NO_MAILBOX_CODES = [550, 551, 553];
const MAILBOX_GONE = /^5\.1\.|^5\.2\.1$/;

/**
 * Returns whether the mailbox does not exist. Excludes policy rejections of our server (5.7) and full mailboxes (5.2.2).
 */
export function isMailboxGone(error: unknown): boolean {
  const { responseCode, command } = smtpErrorOf(error);
  if (command !== 'RCPT TO' || !(Number(responseCode) >= 500)) return false;
  const [, detail] = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(serverResponse(error)) ?? [];
  return detail === undefined ? NO_MAILBOX_CODES.includes(Number(responseCode)) : MAILBOX_GONE.test(detail);
}

/** `replyTo`: who receives an answer; null means the sender. */
type AddressedMail = { id: string; to: string; replyTo: string | null; rendered: RenderedEmail };

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
  return { name: name ?? (defaultName || SITE.name), address: address.trim() };
}

/** The library is loaded with the first mail. */
async function openSmtpTransport(url: string, stepMs: number) {
  const { createTransport } = await import('nodemailer');
  return createTransport({
    url,
    connectionTimeout: stepMs,
    greetingTimeout: stepMs,
    socketTimeout: stepMs,
    dnsTimeout: stepMs,
    socketCloseTimeout: 0,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

function createSmtpTransport(url: string, from: string, host: string, { stepMs, totalMs }: Timeouts): Deliver {
  let opened: ReturnType<typeof openSmtpTransport> | undefined;
  return async ({ id, to, replyTo, rendered }) => {
    const { subject, text, html, unsubscribeUrl, unsubscribesByPost } = rendered;
    opened ??= openSmtpTransport(url, stepMs);
    const transport = await opened;
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
      ...(unsubscribeUrl && { list: { unsubscribe: unsubscribeUrl } }),
      headers: {
        'Auto-Submitted': 'auto-generated',
        'X-Auto-Response-Suppress': 'All',
        ...(unsubscribesByPost && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
      },
      signal: AbortSignal.timeout(totalMs),
    });
  };
}
