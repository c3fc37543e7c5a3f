import { customFieldAnswerMessages as messages } from '#content/messages/custom-field-answers.ts';

import { LIMITS } from './checkout-page.ts';
import { FIELD_LIMITS, type CustomField, type FieldAnswer, type FieldKind, type RawAnswers } from './custom-field.ts';
import { AppError } from './errors.ts';
import { cleanLine, cleanText, countCharacters, parseSafeUrl } from './text.ts';

/** Accepts addresses in every script; whether an address exists shows only when mail is sent. */
const EMAIL = /^[^\s@]{1,64}@[^\s@.]+(?:\.[^\s@.]+)+$/u;
const MAX_EMAIL = 254;
/** Phone formats of many countries, with an optional extension. */
const PHONE = /^\+?[0-9 ()./-]{4,30}(?: ?(?:x|ext\.?|#) ?[0-9]{1,6})?$/i;
const PHONE_DIGIT_LIMITS = { minimum: 4, maximum: 21 };
const NUMBER = /^-?\d{1,12}(?:\.\d{1,6})?$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Parses a plain decimal into millionths for exact comparison; null if it is not one. */
export function parseDecimal(text: string): bigint | null {
  if (!NUMBER.test(text)) return null;
  const [integerPart = '', decimals = ''] = text.split('.');
  return BigInt(integerPart + decimals.padEnd(6, '0'));
}

/** True for a valid calendar date, YYYY-MM-DD. */
export function isCalendarDay(text: string): boolean {
  if (!DAY.test(text) || text < '0001') return false;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

/** Length limits of a text answer in characters: the seller's limits, capped by the system maximum. */
export function getLengthLimits({ min, max }: CustomField, maximum: number): { minimum: number; maximum: number } {
  const [minimum, ownMaximum] = [Number(min || 0), Number(max || maximum)];
  return { minimum: Math.min(minimum, maximum), maximum: Math.min(ownMaximum, maximum) };
}

function validateText(field: CustomField, value: string, limit: number): string | null {
  const { minimum, maximum } = getLengthLimits(field, limit);
  const length = countCharacters(value);
  if (length > maximum) return messages.tooLong({ maximum, length });
  return length < minimum ? messages.tooShort({ minimum }) : null;
}

/** Describes the accepted range of a field that has a minimum, a maximum or both. */
function describeRange({ min, max }: CustomField, texts: typeof messages.number | typeof messages.date): string {
  if (min && max) return texts.between({ min, max });
  return min ? texts.atLeast({ min }) : texts.atMost({ max });
}

function validateNumber(field: CustomField, value: string): string | null {
  const number = parseDecimal(value);
  if (number === null) return messages.number.invalid;
  const [minimum, maximum] = [parseDecimal(field.min), parseDecimal(field.max)];
  const isOutside = (minimum !== null && number < minimum) || (maximum !== null && number > maximum);
  return isOutside ? describeRange(field, messages.number) : null;
}

function validateDay(field: CustomField, value: string): string | null {
  if (!isCalendarDay(value)) return messages.date.invalid;
  const isOutside = (field.min && value < field.min) || (field.max && value > field.max);
  return isOutside ? describeRange(field, messages.date) : null;
}

const validateEmail = (_: CustomField, value: string): string | null =>
  EMAIL.test(value) && value.length <= MAX_EMAIL ? null : messages.email;

function validatePhone(_: CustomField, value: string): string | null {
  const digits = value.replace(/\D/g, '').length;
  const isPhone = PHONE.test(value) && digits >= PHONE_DIGIT_LIMITS.minimum && digits <= PHONE_DIGIT_LIMITS.maximum;
  return isPhone ? null : messages.phone;
}

const validateUrl = (_: CustomField, value: string): string | null =>
  (parseSafeUrl(value)?.length ?? Infinity) <= LIMITS.url ? null : messages.url;

const validateChoice = ({ choices }: CustomField, value: string): string | null =>
  choices.includes(value) ? null : messages.choice;

const acceptAny = (): null => null;

/** Validates a non-empty answer by the kind of its field; returns an error message for the buyer or null. */
const VALIDATORS: Record<FieldKind, (field: CustomField, value: string) => string | null> = {
  short: (field, value) => validateText(field, value, FIELD_LIMITS.short),
  long: (field, value) => validateText(field, value, FIELD_LIMITS.long),
  email: validateEmail,
  phone: validatePhone,
  url: validateUrl,
  number: validateNumber,
  date: validateDay,
  select: validateChoice,
  radio: validateChoice,
  checkbox: acceptAny,
  hidden: acceptAny,
};

function getMissingMessage({ kind, label }: CustomField): string {
  if (kind === 'checkbox') return messages.missing.checkbox({ label });
  return kind === 'select' || kind === 'radio' ? messages.missing.choice({ label }) : messages.missing.text({ label });
}

/** Truncates a hidden value, because the buyer cannot see or shorten it. */
const truncate = (text: string): string => Array.from(text).slice(0, FIELD_LIMITS.hidden).join('');

/** Normalizes the typed text for the kind of the field, before validation. */
function normalizeAnswer({ kind }: CustomField, rawValue: string): string {
  if (kind === 'checkbox') return /^yes$/i.test(rawValue.trim()) ? 'Yes' : '';
  if (kind === 'hidden') return cleanLine(truncate(cleanLine(rawValue)));
  return kind === 'long' ? cleanText(rawValue) : cleanLine(rawValue);
}

/** Validates an answer; returns its normalized value (empty: no answer) or an error message. */
function parseAnswer(field: CustomField, rawValue: string): { value: string } | { error: string } {
  const value = normalizeAnswer(field, rawValue);
  if (value === '') {
    if (field.required && field.kind !== 'hidden') return { error: getMissingMessage(field) };
    return { value: field.kind === 'checkbox' ? 'No' : '' };
  }
  const error = VALIDATORS[field.kind](field, value);
  if (error !== null) return { error };
  return { value: field.kind === 'url' ? (parseSafeUrl(value) ?? value) : value };
}

/** Fails as an email address, number, date or choice, and is shorter than any minimum length. */
const INVALID_SAMPLE = '?';

/** Initial field value from a URL parameter; validation happens on submit. */
export function getInitialAnswer(field: CustomField, rawValue: string): string {
  const text = normalizeAnswer(field, rawValue.slice(0, 2 * FIELD_LIMITS.long));
  return field.kind === 'checkbox' ? text.toLowerCase() : text;
}

/** Initial answers of a page's fields; `getParameter` returns the URL parameter `f.<name>`, if present. */
export const getInitialAnswers = (
  fields: readonly CustomField[],
  getParameter: (parameter: string) => string | null,
): RawAnswers =>
  Object.fromEntries(
    fields.flatMap((field) => {
      const initialAnswer = getInitialAnswer(field, getParameter(`f.${field.name}`) ?? '');
      return initialAnswer === '' ? [] : [[field.name, initialAnswer]];
    }),
  );

/** Messages for client-side validation: `missing` for an empty required answer, `invalid` for an invalid one. */
export const getValidationMessages = (field: CustomField): { missing: string; invalid: string } => ({
  missing: getMissingMessage(field),
  invalid: VALIDATORS[field.kind](field, INVALID_SAMPLE) ?? '',
});

const getRawValue = (field: CustomField, rawAnswers: RawAnswers): string =>
  Object.hasOwn(rawAnswers, field.name) ? (rawAnswers[field.name] ?? '') : '';

/**
 * Validates the answers for an order and returns them in page order without empty ones. Answers to unknown fields are
 * ignored, because the page may have been republished since. Throws `answer_invalid` with one message per field name.
 */
export function parseAnswers(fields: readonly CustomField[], rawAnswers: RawAnswers): FieldAnswer[] {
  const answers: FieldAnswer[] = [];
  const errors: [name: string, problem: string][] = [];
  for (const field of fields) {
    const result = parseAnswer(field, getRawValue(field, rawAnswers));
    if ('error' in result) errors.push([field.name, result.error]);
    else if (result.value !== '')
      answers.push({ id: field.id, kind: field.kind, label: field.label, value: result.value });
  }
  const [first] = errors;
  if (first)
    throw new AppError('answer_invalid', {
      message: first[1],
      facts: { fields: Object.fromEntries(errors) },
    });
  return answers;
}
