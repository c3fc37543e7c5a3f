import type { CheckoutPageConfig } from './checkout-page.ts';

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

export type CustomField = CheckoutPageConfig['customFields'][number];

/** An answer as stored on the order, with the label at that time. `value` is display text. */
export type FieldAnswer = { id: string; kind: FieldKind; label: string; value: string };

/** Raw answers by field name; a ticked checkbox is `yes`. */
export type RawAnswers = Readonly<Record<string, string>>;
