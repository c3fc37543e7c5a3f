import { LIMITS } from './checkout-page.ts';
import { FIELD_LIMITS, type CustomField, type FieldAnswer, type TypedAnswers } from './custom-field.ts';
import { ShopError } from './errors.ts';
import { cleanLine, cleanText, lengthOf, safeUrl } from './text.ts';

/** Result of validating an answer: its normalized value (empty: no answer) or an error message. */
type Judged = { value: string } | { problem: string };

/** Accepts addresses in every script; whether an address exists shows only when mail is sent. */
const EMAIL = /^[^\s@]{1,64}@[^\s@.]+(?:\.[^\s@.]+)+$/u;
const MAX_EMAIL = 254;
/** Phone formats of many countries, with an optional extension. */
const PHONE = /^\+?[0-9 ()./-]{4,30}(?: ?(?:x|ext\.?|#) ?[0-9]{1,6})?$/i;
const PHONE_DIGITS = { least: 4, most: 21 };
const NUMBER = /^-?\d{1,12}(?:\.\d{1,6})?$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Parses a plain decimal into millionths for exact comparison; null if it is not one. */
export function decimalOf(text: string): bigint | null {
  if (!NUMBER.test(text)) return null;
  const [whole = '', parts = ''] = text.split('.');
  return BigInt(whole + parts.padEnd(6, '0'));
}

/** True for a valid calendar date, YYYY-MM-DD. */
export function isDay(text: string): boolean {
  if (!DAY.test(text) || text < '0001') return false;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

/** Length limits of a text answer in characters: the seller's limits, capped by the system maximum. */
export function lengthBounds({ min, max }: CustomField, most: number): { least: number; most: number } {
  const [least, own] = [Number(min || 0), Number(max || most)];
  return { least: Math.min(least, most), most: Math.min(own, most) };
}

const problemOf = (found: Judged): string | null => ('problem' in found ? found.problem : null);

function judgedText(field: CustomField, value: string, limit: number): Judged {
  const { least, most } = lengthBounds(field, limit);
  const length = lengthOf(value);
  if (length > most) return { problem: `Type at most ${most} characters; these are ${length}` };
  if (length < least) return { problem: `Type at least ${least} characters` };
  return { value };
}

/** Builds “from 1 to 10”, “of at least 1” or “of at most 10”. */
function rangeWords({ min, max }: CustomField, least: string, most: string): string {
  if (min && max) return `from ${min} to ${max}`;
  return min ? `${least} ${min}` : `${most} ${max}`;
}

function judgedNumber(field: CustomField, value: string): Judged {
  const number = decimalOf(value);
  if (number === null) return { problem: 'Type a number, with a dot before decimals, like 12.5' };
  const [least, most] = [decimalOf(field.min), decimalOf(field.max)];
  if ((least !== null && number < least) || (most !== null && number > most))
    return { problem: `Type a number ${rangeWords(field, 'of at least', 'of at most')}` };
  return { value };
}

function judgedDay(field: CustomField, value: string): Judged {
  if (!isDay(value)) return { problem: 'Type a date like 2026-11-30' };
  if ((field.min && value < field.min) || (field.max && value > field.max))
    return { problem: `Choose a date ${rangeWords(field, 'not before', 'not after')}` };
  return { value };
}

function judgedPhone(value: string): Judged {
  const digits = value.replace(/\D/g, '').length;
  const isPhone = PHONE.test(value) && digits >= PHONE_DIGITS.least && digits <= PHONE_DIGITS.most;
  return isPhone ? { value } : { problem: 'Type a phone number like +49 30 1234567' };
}

function judgedUrl(value: string): Judged {
  const url = safeUrl(value);
  return url && url.length <= LIMITS.url
    ? { value: url }
    : { problem: 'Type a full address that begins with https:// or http://' };
}

/** Validates a non-empty answer by the kind of its field. */
function judgedByKind(field: CustomField, value: string): Judged {
  switch (field.kind) {
    case 'short':
      return judgedText(field, value, FIELD_LIMITS.short);
    case 'long':
      return judgedText(field, value, FIELD_LIMITS.long);
    case 'email':
      return EMAIL.test(value) && value.length <= MAX_EMAIL
        ? { value }
        : { problem: 'Type an email address like name@example.com' };
    case 'phone':
      return judgedPhone(value);
    case 'url':
      return judgedUrl(value);
    case 'number':
      return judgedNumber(field, value);
    case 'date':
      return judgedDay(field, value);
    case 'select':
    case 'radio':
      return field.choices.includes(value) ? { value } : { problem: 'Choose one of the options' };
    case 'checkbox':
    case 'hidden':
      return { value };
  }
}

const WANTED: Partial<Record<CustomField['kind'], string>> = {
  select: 'Please choose',
  radio: 'Please choose',
  checkbox: 'Please tick',
};

const missingWords = ({ kind, label }: CustomField): string => `${WANTED[kind] ?? 'Please answer'}: ${label}`;

/** Truncates a hidden value, because the buyer cannot see or shorten it. */
const cut = (text: string): string => Array.from(text).slice(0, FIELD_LIMITS.hidden).join('');

/** Normalizes the typed text for the kind of the field, before validation. */
function readAs({ kind }: CustomField, typed: string): string {
  if (kind === 'checkbox') return /^yes$/i.test(typed.trim()) ? 'Yes' : '';
  if (kind === 'hidden') return cleanLine(cut(cleanLine(typed)));
  return kind === 'long' ? cleanText(typed) : cleanLine(typed);
}

function judged(field: CustomField, typed: string): Judged {
  const value = readAs(field, typed);
  if (value !== '') return judgedByKind(field, value);
  if (field.required && field.kind !== 'hidden') return { problem: missingWords(field) };
  return { value: field.kind === 'checkbox' ? 'No' : '' };
}

/** Validates an answer; returns an error message for the buyer or null. */
export function answerProblem(field: CustomField, typed: string): string | null {
  return problemOf(judged(field, typed));
}

/** Fails as an email address, number, date or choice, and is shorter than any minimum length. */
const NOTHING_RIGHT = '?';

/** Initial field value from a URL parameter; validation happens on submit. */
export function prefilled(field: CustomField, typed: string): string {
  const text = readAs(field, typed.slice(0, 2 * FIELD_LIMITS.long));
  if (field.kind === 'checkbox') return text ? 'yes' : '';
  return text;
}

/** Initial answers of a page's fields; `getParameter` returns the URL parameter `f.<name>`, if present. */
export const startAnswers = (
  fields: readonly CustomField[],
  valueOf: (parameter: string) => string | null,
): TypedAnswers =>
  Object.fromEntries(
    fields.flatMap((field) => {
      const start = prefilled(field, valueOf(`f.${field.name}`) ?? '');
      return start === '' ? [] : [[field.name, start]];
    }),
  );

/** Messages for client-side validation: `missing` for an empty required answer, `invalid` for an invalid one. */
export const askingWords = (field: CustomField): { missing: string; wrong: string } => ({
  missing: missingWords(field),
  wrong: problemOf(judgedByKind(field, NOTHING_RIGHT)) ?? '',
});

const typedFor = (field: CustomField, typed: TypedAnswers): string =>
  Object.hasOwn(typed, field.name) ? (typed[field.name] ?? '') : '';

/**
 * Validates the answers for an order and returns them in page order without empty ones. Answers to unknown fields are
 * ignored, because the page may have been republished since. Throws `answer_invalid` with one message per field name.
 */
export function answersFrom(fields: readonly CustomField[], typed: TypedAnswers): FieldAnswer[] {
  const answers: FieldAnswer[] = [];
  const problems: [name: string, problem: string][] = [];
  for (const field of fields) {
    const found = judged(field, typedFor(field, typed));
    if ('problem' in found) problems.push([field.name, found.problem]);
    else if (found.value !== '')
      answers.push({ id: field.id, kind: field.kind, label: field.label, value: found.value });
  }
  const [first] = problems;
  if (first)
    throw new ShopError('answer_invalid', {
      message: first[1],
      facts: { fields: Object.fromEntries(problems) },
    });
  return answers;
}
