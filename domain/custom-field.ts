/** Kinds of custom fields. A `hidden` field is invisible and filled from the URL. */
export const FIELD_KINDS = [
  'short',
  'long',
  'email',
  'phone',
  'url',
  'number',
  'date',
  'select',
  'radio',
  'checkbox',
  'hidden',
] as const;
export type FieldKind = (typeof FIELD_KINDS)[number];

export const MAX_CUSTOM_FIELDS = 20;
export const FIELD_LIMITS = {
  label: 120,
  help: 300,
  name: 40,
  choices: 50,
  choice: 120,
  short: 200,
  long: 2000,
  /** Values from the URL. */
  hidden: 500,
} as const;

/** Format of a field name, used in forms and in `?f.name=`. */
export const FIELD_NAME = /^[a-z0-9][a-z0-9_-]{0,39}$/;

/**
 * A custom field of a page. `id` survives renaming and reordering. `min` and `max` limit the length of texts (characters),
 * the value of numbers, and dates (YYYY-MM-DD); empty: no limit of the seller's.
 */
export type CustomField = {
  id: string;
  kind: FieldKind;
  name: string;
  label: string;
  help: string;
  required: boolean;
  /** For `select` and `radio`. */
  choices: string[];
  min: string;
  max: string;
};

/**
 * An answer as stored on the order, with the label at that time. `value` is display text: `Yes` or `No` for a checkbox,
 * YYYY-MM-DD for a date.
 */
export type FieldAnswer = { id: string; kind: FieldKind; label: string; value: string };

/** Raw answers by field name; a ticked checkbox is `yes`. */
export type RawAnswers = Readonly<Record<string, string>>;
