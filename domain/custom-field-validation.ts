import { parseDecimal, isCalendarDay } from './custom-field-answers.ts';
import { FIELD_LIMITS, FIELD_NAME, MAX_CUSTOM_FIELDS, type CustomField, type FieldKind } from './custom-field.ts';
import { isDeepEqual } from './deep-equal.ts';
import { listChanges } from './list-changes.ts';
import { describeListChanges, quoteText, type FieldCheck } from './page-field.ts';
import { cleanLine, cleanText, validateLength } from './text.ts';

export const hasChoices = (kind: FieldKind): boolean => kind === 'select' || kind === 'radio';

export const hasBounds = (kind: FieldKind): boolean =>
  kind === 'short' || kind === 'long' || kind === 'number' || kind === 'date';

/** Normalizes custom fields for publishing: cleans texts and drops settings that a field's kind does not have. */
export const normalizeFields = (fields: CustomField[]): CustomField[] => fields.map(normalizeField);

function normalizeField(field: CustomField): CustomField {
  const { kind } = field;
  return {
    ...field,
    name: field.name.trim().toLowerCase(),
    label: cleanLine(field.label),
    help: kind === 'hidden' ? '' : cleanText(field.help),
    required: field.required && kind !== 'hidden',
    choices: hasChoices(kind) ? field.choices.map(cleanLine).filter((choice) => choice !== '') : [],
    min: hasBounds(kind) ? field.min.trim() : '',
    max: hasBounds(kind) ? field.max.trim() : '',
  };
}

/** Validates normalized fields: the list as a whole and each field by index. */
export const validateFields = (fields: readonly CustomField[]): FieldCheck[] => [
  [
    'customFields',
    fields.length > MAX_CUSTOM_FIELDS ? `A page can have at most ${MAX_CUSTOM_FIELDS} custom fields` : null,
  ],
  ...fields.map((field, index): FieldCheck => [
    `customFields.${index}`,
    validateField(field) ?? validateUnique(field, fields.slice(0, index)),
  ]),
];

const validateField = (field: CustomField): string | null =>
  validateLabel(field) ?? validateName(field) ?? validateChoices(field) ?? validateBounds(field);

function validateLabel({ label, help }: CustomField): string | null {
  if (label === '') return 'Give the field a label';
  return validateLength(label, FIELD_LIMITS.label, 'A label') ?? validateLength(help, FIELD_LIMITS.help, 'A help text');
}

const validateName = ({ name }: CustomField): string | null =>
  FIELD_NAME.test(name)
    ? null
    : `A name for the address begins with a letter or a digit and has only a-z, 0-9, _ and -, at most ${FIELD_LIMITS.name}`;

function validateUnique({ id, name, label }: CustomField, previousFields: readonly CustomField[]): string | null {
  if (previousFields.some((other) => other.name === name)) return `The name “${name}” is there twice`;
  return previousFields.some((other) => other.id === id) ? `“${label}” is there twice` : null;
}

function validateChoices({ kind, choices }: CustomField): string | null {
  if (!hasChoices(kind)) return null;
  if (choices.length === 0) return 'Give buyers something to choose from';
  if (choices.length > FIELD_LIMITS.choices)
    return `A field can have at most ${FIELD_LIMITS.choices} choices; this one has ${choices.length}`;
  const duplicate = choices.find((choice, index) => choices.indexOf(choice) < index);
  if (duplicate !== undefined) return `The choice “${duplicate}” is there twice`;
  return choices.map((choice) => validateLength(choice, FIELD_LIMITS.choice, 'A choice')).find(Boolean) ?? null;
}

/** Parses a length, a decimal or a date into a comparable number. */
function parseBound(kind: FieldKind, text: string): bigint | null {
  if (kind === 'number') return parseDecimal(text);
  if (kind === 'date') return isCalendarDay(text) ? BigInt(text.replaceAll('-', '')) : null;
  return /^\d{1,4}$/.test(text) ? BigInt(text) : null;
}

const BOUND_MESSAGES: Partial<Record<FieldKind, string>> = {
  number: 'A bound is a number, with a dot before decimals, like 12.5',
  date: 'A bound is a date like 2026-11-30',
};

function validateBounds({ kind, min, max }: CustomField): string | null {
  if (!hasBounds(kind)) return null;
  const [minBound, maxBound] = [parseBound(kind, min), parseBound(kind, max)];
  if ((min !== '' && minBound === null) || (max !== '' && maxBound === null))
    return BOUND_MESSAGES[kind] ?? 'A length is a whole number of characters';
  if (minBound !== null && maxBound !== null && minBound > maxBound) return 'The smallest is above the largest';
  if (kind !== 'short' && kind !== 'long') return null;
  if (maxBound === 0n) return 'The most characters must be at least 1';
  const limit = FIELD_LIMITS[kind];
  const isOverLimit = [minBound, maxBound].some((bound) => bound !== null && bound > BigInt(limit));
  return isOverLimit ? `Such an answer can have at most ${limit} characters` : null;
}

const formatField = ({ label }: CustomField): string => `Field ${quoteText(label)}`;

function describeFieldChange([previous, current]: [CustomField, CustomField]): string[] {
  const renamed = previous.label === current.label ? [] : [`${formatField(previous)} → ${quoteText(current.label)}`];
  const requiredChange =
    previous.required === current.required
      ? []
      : [`${formatField(current)} ${current.required ? 'now required' : 'no longer required'}`];
  const { label, required } = current;
  const otherChange = isDeepEqual({ ...previous, label, required }, current) ? [] : [`${formatField(current)} changed`];
  return [...renamed, ...requiredChange, ...otherChange];
}

/** Describes the differences between two normalized lists of custom fields. */
export function describeFieldChanges(before: readonly CustomField[], after: readonly CustomField[]): string[] {
  const changes = listChanges(before, after, isDeepEqual, ({ id }) => id);
  return [...changes.changed.flatMap(describeFieldChange), ...describeListChanges(changes, formatField, 'Fields')];
}

/** Letters that NFKD does not decompose, with their ASCII spelling. */
const ASCII_SPELLINGS: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  þ: 'th',
  ı: 'i',
};

/** Derives a field name from the Latin letters of the label; avoids the names in `usedNames`. */
export function deriveFieldName(label: string, usedNames: ReadonlySet<string> = new Set()): string {
  const slug = label
    .toLowerCase()
    .replace(/[ßæœøđðłþı]/g, (letter) => ASCII_SPELLINGS[letter] ?? '')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
  const base = slug.slice(0, FIELD_LIMITS.name - 4).replace(/-+$/, '');
  if (base !== '' && !usedNames.has(base)) return base;
  const stem = base || 'field';
  let number = base === '' ? 1 : 2;
  while (usedNames.has(`${stem}-${number}`)) number += 1;
  return `${stem}-${number}`;
}
