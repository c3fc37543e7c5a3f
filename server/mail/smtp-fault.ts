import { cleanLine } from '#domain/text.ts';

const LONGEST = 300;

type SmtpFault = { code?: unknown; responseCode?: unknown; command?: unknown };

/** What may be logged of a failed try: the server's own words can hold people's addresses. */
export function smtpFaultOf(error: unknown): SmtpFault {
  if (!(error instanceof Error)) return {};
  const { code, responseCode, command } = error as SmtpFault;
  return { code, responseCode, command };
}

const saidBy = (error: unknown): string =>
  error instanceof Error && 'response' in error && typeof error.response === 'string'
    ? cleanLine(error.response)
    : '';

/** The same for whoever reads the row: in words, with what the server said. */
export function smtpWordsOf(error: unknown): string {
  const said = saidBy(error);
  if (said) return Array.from(`The mail server said: ${said}`).slice(0, LONGEST).join('');
  const { code } = smtpFaultOf(error);
  if (typeof code === 'string') return `The mail server could not be asked (${code})`;
  const message = error instanceof Error ? cleanLine(error.message) : '';
  return Array.from(message).slice(0, LONGEST).join('') || 'It could not be sent';
}

/**
 * Whether the server refused this very mail for good. Refused earlier (greeting, password, sender), it is our own
 * set-up that is wrong, and the mail can go out once that was put right.
 */
export function isRefusedForGood(error: unknown): boolean {
  const { responseCode, command } = smtpFaultOf(error);
  return Number(responseCode) >= 500 && (command === 'RCPT TO' || command === 'DATA');
}

/** Of RFC 5321: no mailbox of this name; of RFC 3463: the same, or one that was closed. */
const NO_MAILBOX = [550, 551, 553];
const GONE = /^5\.1\.|^5\.2\.1$/;

/**
 * Whether it was refused because nobody reads mail at the address, now or later. Not where the server does not like us
 * (5.7) or where the mailbox is only full (5.2.2).
 */
export function isMailboxGone(error: unknown): boolean {
  const { responseCode, command } = smtpFaultOf(error);
  if (command !== 'RCPT TO' || !(Number(responseCode) >= 500)) return false;
  const [, detail] = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(saidBy(error)) ?? [];
  return detail === undefined ? NO_MAILBOX.includes(Number(responseCode)) : GONE.test(detail);
}
