/** What a buyer can be asked on a page. `hidden` is never seen: it is filled from the page's address. */
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
  /** Of what came by the address. */
  hidden: 500,
} as const;

/** What the answer's input is called in forms and in `?f.name=`. */
export const FIELD_NAME = /^[a-z0-9][a-z0-9_-]{0,39}$/;

/**
 * A question of a page. `id` stays when it is renamed, moved or asked differently. `min` and `max` bound the length of
 * texts (in characters), the value of numbers, and dates (as YYYY-MM-DD); empty: no bound of the seller's.
 */
export type CustomField = {
  id: string;
  kind: FieldKind;
  name: string;
  label: string;
  help: string;
  required: boolean;
  /** Of `select` and `radio`. */
  choices: string[];
  min: string;
  max: string;
};

/**
 * An answer as it stays on the order: with the question as it was asked. `value` is text as people read it: a
 * checkbox gives `Yes` or `No`, a date YYYY-MM-DD.
 */
export type FieldAnswer = { id: string; kind: FieldKind; label: string; value: string };

/** What buyers typed, by the fields' names; a ticked checkbox is `yes`. */
export type TypedAnswers = Readonly<Record<string, string>>;
