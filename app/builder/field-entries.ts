import { nameFromLabel, hasChoices } from '#domain/custom-field-problems.ts';
import type { CustomField, FieldKind } from '#domain/custom-field.ts';

import { moved } from './reorder.ts';

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

const FIRST_CHOICES = ['First choice', 'Second choice'];

const namesOf = (fields: readonly CustomField[], besides?: string): Set<string> =>
  new Set(fields.filter(({ id }) => id !== besides).map(({ name }) => name));

/** Creates a complete custom field, so that the preview shows it immediately. */
export function newField(kind: FieldKind, fields: readonly CustomField[]): CustomField {
  const { label } = KIND_NAMES[kind];
  return {
    id: crypto.randomUUID(),
    kind,
    name: nameFromLabel(label, namesOf(fields)),
    label,
    help: '',
    required: false,
    choices: hasChoices(kind) ? FIRST_CHOICES : [],
    min: '',
    max: '',
  };
}

export type FieldChange = Partial<Omit<CustomField, 'id'>>;

/**
 * Returns the fields after a change of one. The name of a new field follows its label until it is edited; after that it
 * stays, because links may use it. A kind with choices gets default ones.
 */
export function changedFields(fields: Fields, id: string, change: FieldChange, fresh: boolean): Fields {
  return fields.map((field) => {
    if (field.id !== id) return field;
    const next = { ...field, ...change };
    const taken = namesOf(fields, id);
    const follows = fresh && field.name === nameFromLabel(field.label, taken);
    return {
      ...next,
      name: change.name ?? (follows ? nameFromLabel(next.label, taken) : field.name),
      choices:
        hasChoices(next.kind) && next.choices.length === 0 && !change.choices ? FIRST_CHOICES : next.choices,
    };
  });
}

export const movedFields = (fields: Fields, from: number, to: number): Fields => [...moved(fields, from, to)];

/** Maximum number of choice lines in a draft. */
const MOST_LINES = 100;

/** Splits text into one choice per line; blank lines are removed when the page is published. */
export const choicesFrom = (text: string): string[] => text.split('\n').slice(0, MOST_LINES);
