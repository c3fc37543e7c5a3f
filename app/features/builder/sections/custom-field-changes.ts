import { builderSectionMessages } from '#content/messages/builder-sections.ts';
import { deriveFieldName, hasChoices } from '#domain/custom-field-validation.ts';
import type { CustomField, FieldKind } from '#domain/custom-field.ts';

const messages = builderSectionMessages.customFields;

type Fields = CustomField[];

const getUsedNames = (fields: readonly CustomField[], exceptId?: string): Set<string> =>
  new Set(fields.filter(({ id }) => id !== exceptId).map(({ name }) => name));

/** Creates a complete custom field, so that the preview shows it immediately. */
export function createField(kind: FieldKind, fields: readonly CustomField[]): CustomField {
  const label = messages.defaultLabels[kind];
  return {
    id: crypto.randomUUID(),
    kind,
    name: deriveFieldName(label, getUsedNames(fields)),
    label,
    help: '',
    required: false,
    choices: hasChoices(kind) ? messages.defaultChoices : [],
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
      choices:
        hasChoices(next.kind) && next.choices.length === 0 && !change.choices ? messages.defaultChoices : next.choices,
    };
  });
}

/** Maximum number of choice lines in a draft. */
const MAX_CHOICE_LINES = 100;

/** Splits text into one choice per line; blank lines are removed when the page is published. */
export const parseChoices = (text: string): string[] => text.split('\n').slice(0, MAX_CHOICE_LINES);

/** `typedKey` names the text being typed in, for undo grouping. */
export type ChangeField = (change: FieldChange, typedKey?: string) => void;
