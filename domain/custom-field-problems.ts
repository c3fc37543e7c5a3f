import { decimalOf, isDay } from './custom-field-answers.ts';
import {
  FIELD_LIMITS,
  FIELD_NAME,
  MAX_CUSTOM_FIELDS,
  type CustomField,
  type FieldKind,
} from './custom-field.ts';
import { cleanLine, cleanText, lengthOf } from './text.ts';

export const hasChoices = (kind: FieldKind): boolean => kind === 'select' || kind === 'radio';

export const hasBounds = (kind: FieldKind): boolean =>
  kind === 'short' || kind === 'long' || kind === 'number' || kind === 'date';

/** Normalizes custom fields for publishing: cleans texts and drops settings that a field's kind does not have. */
export const tidyFields = (fields: CustomField[]): CustomField[] => fields.map(tidyField);

function tidyField(field: CustomField): CustomField {
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
export const fieldChecks = (fields: readonly CustomField[]): [string, string | null][] => [
  [
    'customFields',
    fields.length > MAX_CUSTOM_FIELDS ? `A page can have at most ${MAX_CUSTOM_FIELDS} custom fields` : null,
  ],
  ...fields.map((field, place): [string, string | null] => [
    `customFields.${place}`,
    fieldProblem(field) ?? twiceProblem(field, fields.slice(0, place)),
  ]),
];

const fieldProblem = (field: CustomField): string | null =>
  labelProblem(field) ?? nameProblem(field) ?? choicesProblem(field) ?? boundsProblem(field);

function labelProblem({ label, help }: CustomField): string | null {
  if (label === '') return 'Give the field a label';
  return tooLong(label, FIELD_LIMITS.label, 'A label') ?? tooLong(help, FIELD_LIMITS.help, 'A help text');
}

const tooLong = (text: string, limit: number, what: string): string | null => {
  const length = lengthOf(text);
  return length > limit ? `${what} can have at most ${limit} characters; this one has ${length}` : null;
};

const nameProblem = ({ name }: CustomField): string | null =>
  FIELD_NAME.test(name)
    ? null
    : `A name for the address begins with a letter or a digit and has only a-z, 0-9, _ and -, at most ${FIELD_LIMITS.name}`;

function twiceProblem({ id, name, label }: CustomField, before: readonly CustomField[]): string | null {
  if (before.some((other) => other.name === name)) return `The name “${name}” is there twice`;
  return before.some((other) => other.id === id) ? `“${label}” is there twice` : null;
}

function choicesProblem({ kind, choices }: CustomField): string | null {
  if (!hasChoices(kind)) return null;
  if (choices.length === 0) return 'Give buyers something to choose from';
  if (choices.length > FIELD_LIMITS.choices)
    return `A field can have at most ${FIELD_LIMITS.choices} choices; this one has ${choices.length}`;
  const twice = choices.find((choice, place) => choices.indexOf(choice) < place);
  if (twice !== undefined) return `The choice “${twice}” is there twice`;
  return choices.map((choice) => tooLong(choice, FIELD_LIMITS.choice, 'A choice')).find(Boolean) ?? null;
}

/** Parses a length, a decimal or a date into a comparable number. */
function boundOf(kind: FieldKind, text: string): bigint | null {
  if (kind === 'number') return decimalOf(text);
  if (kind === 'date') return isDay(text) ? BigInt(text.replaceAll('-', '')) : null;
  return /^\d{1,4}$/.test(text) ? BigInt(text) : null;
}

const BOUND_WORDS: Partial<Record<FieldKind, string>> = {
  number: 'A bound is a number, with a dot before decimals, like 12.5',
  date: 'A bound is a date like 2026-11-30',
};

function boundsProblem({ kind, min, max }: CustomField): string | null {
  if (!hasBounds(kind)) return null;
  const [least, most] = [boundOf(kind, min), boundOf(kind, max)];
  if ((min !== '' && least === null) || (max !== '' && most === null))
    return BOUND_WORDS[kind] ?? 'A length is a whole number of characters';
  if (least !== null && most !== null && least > most) return 'The smallest is above the largest';
  if (kind !== 'short' && kind !== 'long') return null;
  if (most === 0n) return 'The most characters must be at least 1';
  const limit = FIELD_LIMITS[kind];
  const over = [least, most].some((bound) => bound !== null && bound > BigInt(limit));
  return over ? `Such an answer can have at most ${limit} characters` : null;
}

/** Letters that NFKD does not decompose, with their ASCII spelling. */
const SPELT: Record<string, string> = {
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
export function nameFromLabel(label: string, taken: ReadonlySet<string> = new Set()): string {
  const plain = label
    .toLowerCase()
    .replace(/[ßæœøđðłþı]/g, (letter) => SPELT[letter] ?? '')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
  const base = plain.slice(0, FIELD_LIMITS.name - 4).replace(/-+$/, '');
  if (base !== '' && !taken.has(base)) return base;
  const stem = base || 'field';
  let number = base === '' ? 1 : 2;
  while (taken.has(`${stem}-${number}`)) number += 1;
  return `${stem}-${number}`;
}
