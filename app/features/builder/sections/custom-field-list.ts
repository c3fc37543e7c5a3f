import { deriveFieldName, hasChoices } from '#domain/custom-field-validation.ts';
import type { CustomField, FieldKind } from '#domain/custom-field.ts';

type Fields = CustomField[];

/** Name of each field kind in menus, and the default label of a new field. */
export const KIND_NAMES: Record<FieldKind, { name: string; label: string }> = {
  short: { name: 'Short text', label: 'Your answer' },
  long: { name: 'Long text', label: 'Your message' },
  email: { name: 'Email', label: 'Another email' },
  phone: { name: 'Phone', label: 'Phone number' },
  url: { name: 'Web address', label: 'Your website' },
  number: { name: 'Number', label: 'How many' },
  date: { name: 'Date', label: 'Date' },
  select: { name: 'Menu', label: 'Your choice' },
  radio: { name: 'One of several', label: 'Your choice' },
  checkbox: { name: 'Tick box', label: 'Yes, I agree' },
  hidden: { name: 'Hidden', label: 'Came from' },
};

const DEFAULT_CHOICES = ['First choice', 'Second choice'];

const getUsedNames = (fields: readonly CustomField[], exceptId?: string): Set<string> =>
  new Set(fields.filter(({ id }) => id !== exceptId).map(({ name }) => name));

/** Creates a complete custom field, so that the preview shows it immediately. */
export function createField(kind: FieldKind, fields: readonly CustomField[]): CustomField {
  const { label } = KIND_NAMES[kind];
  return {
    id: crypto.randomUUID(),
    kind,
    name: deriveFieldName(label, getUsedNames(fields)),
    label,
    help: '',
    required: false,
    choices: hasChoices(kind) ? DEFAULT_CHOICES : [],
    min: '',
    max: '',
  };
}

export type FieldChange = Partial<Omit<CustomField, 'id'>>;

/**
 * Returns the fields after a change of one. The name of a new field follows its label until it is edited; after that it
 * stays, because links may use it. A kind with choices gets default ones.
 */
export function updateField(fields: Fields, id: string, change: FieldChange, isNew: boolean): Fields {
  return fields.map((field) => {
    if (field.id !== id) return field;
    const next = { ...field, ...change };
    const otherNames = getUsedNames(fields, id);
    const followsLabel = isNew && field.name === deriveFieldName(field.label, otherNames);
    return {
      ...next,
      name: change.name ?? (followsLabel ? deriveFieldName(next.label, otherNames) : field.name),
      choices: hasChoices(next.kind) && next.choices.length === 0 && !change.choices ? DEFAULT_CHOICES : next.choices,
    };
  });
}

/** Maximum number of choice lines in a draft. */
const MAX_CHOICE_LINES = 100;

/** Splits text into one choice per line; blank lines are removed when the page is published. */
export const parseChoices = (text: string): string[] => text.split('\n').slice(0, MAX_CHOICE_LINES);
