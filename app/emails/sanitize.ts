import type { FieldAnswer } from '#domain/custom-field.ts';
import type { SellerBranding } from '#domain/email.ts';
import { cleanLine, cleanText } from '#domain/text.ts';

const MAX_NAME_LENGTH = 60;

const truncate = (text: string, maxLength: number): string => {
  const characters = Array.from(text);
  return characters.length <= maxLength
    ? text
    : `${characters
        .slice(0, maxLength - 1)
        .join('')
        .trimEnd()}…`;
};

/**
 * Sanitizes a typed name for emails: keeps letters, digits and common punctuation, removes everything that an email
 * program could turn into a link, and limits the length.
 */
export function sanitizeName(text: string, maxLength = MAX_NAME_LENGTH): string {
  const sanitized = text
    .replaceAll(/[^\p{L}\p{M}\p{N} '’()&+_.,-]/gu, ' ')
    .replaceAll(/\.(?=\S)/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return Array.from(sanitized).slice(0, maxLength).join('');
}

/** Returns an email address unchanged, or an empty string if it is invalid. */
export const sanitizeEmail = (text: string): string => (/^[\w.+-]+@[\w.-]+$/.test(text) ? text : '');

/** Cleans a text to one line without invisible characters, and truncates it with an ellipsis. */
export const truncateLine = (text: string, maxLength: number): string => truncate(cleanLine(text), maxLength);

/** The same with line breaks kept. */
export const truncateText = (text: string, maxLength: number): string => truncate(cleanText(text), maxLength);

/** Formats the provider's `product_not_received` as `Product not received`. */
export function humanizeCode(code: string): string {
  const sanitized = sanitizeName(code.replaceAll(/[_.]/g, ' ')).toLowerCase();
  return sanitized.charAt(0).toUpperCase() + sanitized.slice(1);
}

/** Display names, sanitized or shortened, with a fallback. */
export const getSellerDisplayName = ({ name }: SellerBranding): string => sanitizeName(name) || 'Your seller';

export const getDisplayName = (name: string, fallback: string, maxLength = 120): string =>
  truncateLine(name, maxLength) || fallback;

/** Returns a link that grants access. Throws RangeError if it does not lead to its landing page, or to a folder with a slash. */
export function checkLink(link: string, landingPage: string): string {
  if (!link.startsWith(landingPage.endsWith('/') ? landingPage : `${landingPage}?`))
    throw new RangeError('The link of an email leads elsewhere');
  return link;
}

/** Answers in emails are shortened; the order shows them in full. */
const MAX_ANSWER_LENGTH = 500;
const MAX_LABEL_LENGTH = 120;

/**
 * Inserts zero-width spaces so that email programs do not link URLs, domains and email addresses in untrusted text, such
 * as a buyer's answers: anyone may type them and name any address as the buyer's.
 */
export const preventAutolinks = (text: string): string =>
  text.replaceAll(/:(?=\/\/)|\.(?=[\p{L}\p{N}])|@(?=[\p{L}\p{N}])/gu, (separator) => `${separator}\u200b`);

export const sanitizeAnswers = (answers: readonly FieldAnswer[]): [label: string, value: string][] =>
  answers.map(({ kind, label, value }) => {
    const text = truncateText(value, MAX_ANSWER_LENGTH);
    return [truncateLine(label, MAX_LABEL_LENGTH), kind === 'email' ? text : preventAutolinks(text)];
  });
