import { cleanLine } from '#domain/text.ts';

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
  if (response) return Array.from(`The mail server said: ${response}`).slice(0, MAX_LENGTH).join('');
  const { code } = smtpErrorOf(error);
  if (typeof code === 'string') return `The mail server could not be asked (${code})`;
  const message = error instanceof Error ? cleanLine(error.message) : '';
  return Array.from(message).slice(0, MAX_LENGTH).join('') || 'It could not be sent';
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
