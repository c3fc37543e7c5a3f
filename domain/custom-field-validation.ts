import { pageChangeMessages } from '#content/messages/page-changes.ts';
import { pageRuleMessages } from '#content/messages/page-rules.ts';

import { parseDecimal, isCalendarDay } from './custom-field-answers.ts';
import { FIELD_LIMITS, FIELD_NAME, MAX_CUSTOM_FIELDS, type CustomField, type FieldKind } from './custom-field.ts';
import { isDeepEqual } from './deep-equal.ts';
import { listChanges } from './list-changes.ts';
import { describeListChanges, describeToggle, quoteText, type FieldCheck } from './page-field-type.ts';
import { cleanLine, cleanText, validateLength } from './text.ts';

const messages = pageRuleMessages.customFields;
const { tooLong } = pageRuleMessages;

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
  ['customFields', fields.length > MAX_CUSTOM_FIELDS ? messages.tooMany({ max: MAX_CUSTOM_FIELDS }) : null],
  ...fields.map((field, index): FieldCheck => [
    `customFields.${index}`,
    validateField(field) ?? validateUnique(field, fields.slice(0, index)),
  ]),
];

const validateField = (field: CustomField): string | null =>
  validateLabel(field) ?? validateName(field) ?? validateChoices(field) ?? validateBounds(field);

function validateLabel({ label, help }: CustomField): string | null {
  if (label === '') return messages.labelMissing;
  return (
    validateLength(label, FIELD_LIMITS.label, tooLong.fieldLabel) ??
    validateLength(help, FIELD_LIMITS.help, tooLong.fieldHelp)
  );
}

const validateName = ({ name }: CustomField): string | null =>
  FIELD_NAME.test(name) ? null : messages.name({ limit: FIELD_LIMITS.name });

function validateUnique({ id, name, label }: CustomField, previousFields: readonly CustomField[]): string | null {
  if (previousFields.some((other) => other.name === name)) return messages.duplicateName({ name });
  return previousFields.some((other) => other.id === id) ? messages.duplicateField({ label }) : null;
}

function validateChoices({ kind, choices }: CustomField): string | null {
  if (!hasChoices(kind)) return null;
  if (choices.length === 0) return messages.choicesMissing;
  if (choices.length > FIELD_LIMITS.choices)
    return messages.tooManyChoices({ max: FIELD_LIMITS.choices, count: choices.length });
  const duplicate = choices.find((choice, index) => choices.indexOf(choice) < index);
  if (duplicate !== undefined) return messages.duplicateChoice({ choice: duplicate });
  return (
    choices.map((choice) => validateLength(choice, FIELD_LIMITS.choice, tooLong.fieldChoice)).find(Boolean) ?? null
  );
}

/** Parses a length, a decimal or a date into a comparable number. */
function parseBound(kind: FieldKind, text: string): bigint | null {
  if (kind === 'number') return parseDecimal(text);
  if (kind === 'date') return isCalendarDay(text) ? BigInt(text.replaceAll('-', '')) : null;
  return /^\d{1,4}$/.test(text) ? BigInt(text) : null;
}

const BOUND_MESSAGES: Partial<Record<FieldKind, string>> = {
  number: messages.boundIsNoNumber,
  date: messages.boundIsNoDate,
};

function validateBounds({ kind, min, max }: CustomField): string | null {
  if (!hasBounds(kind)) return null;
  const [minBound, maxBound] = [parseBound(kind, min), parseBound(kind, max)];
  if ((min !== '' && minBound === null) || (max !== '' && maxBound === null))
    return BOUND_MESSAGES[kind] ?? messages.boundIsNoLength;
  if (minBound !== null && maxBound !== null && minBound > maxBound) return messages.minimumAboveMaximum;
  if (kind !== 'short' && kind !== 'long') return null;
  if (maxBound === 0n) return messages.maximumIsZero;
  const limit = FIELD_LIMITS[kind];
  const isOverLimit = [minBound, maxBound].some((bound) => bound !== null && bound > BigInt(limit));
  return isOverLimit ? messages.boundTooLarge({ limit }) : null;
}

const formatField = ({ label }: CustomField): string => pageChangeMessages.labels.field({ label: quoteText(label) });

function describeFieldChange([previous, current]: [CustomField, CustomField]): string[] {
  const { label, required } = current;
  const field = formatField(current);
  const renamed =
    previous.label === label
      ? []
      : [pageChangeMessages.renamed({ item: formatField(previous), name: quoteText(label) })];
  const requiredChange = describeToggle(
    { before: previous.required, after: required },
    {
      on: pageChangeMessages.fieldRequired({ field }),
      off: pageChangeMessages.fieldOptional({ field }),
    },
  );
  const otherChange = isDeepEqual({ ...previous, label, required }, current)
    ? []
    : [pageChangeMessages.edited({ item: field })];
  return [...renamed, ...requiredChange, ...otherChange];
}

/** Describes the differences between two normalized lists of custom fields. */
export function describeFieldChanges(before: readonly CustomField[], after: readonly CustomField[]): string[] {
  const changes = listChanges(before, after, isDeepEqual, ({ id }) => id);
  return [
    ...changes.changed.flatMap(describeFieldChange),
    ...describeListChanges(changes, formatField, pageChangeMessages.labels.fields),
  ];
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
