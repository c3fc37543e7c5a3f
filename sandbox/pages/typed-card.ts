import { parseCard, type Card, type CardErrors } from '../cards.ts';
import type { Buyer } from '../objects.ts';

type Fields = Record<string, string>;
/** The cardholder fields, shown again after an error; the card itself is never shown again. */
export type Holder = { name: string; country: string; postcode: string };
export type HolderErrors = CardErrors & { name?: string; formError?: string | undefined };

export const EMPTY_HOLDER: Holder = { name: '', country: '', postcode: '' };

export const readBuyer = (fields: Fields, email: string): Buyer => ({
  email,
  name: (fields['name'] ?? '').trim(),
  country: /^[A-Z]{2}$/.test(fields['country'] ?? '') ? (fields['country'] ?? null) : null,
  postcode: (fields['postcode'] ?? '').trim() || null,
});

export const toHolder = ({ name, country, postcode }: Buyer): Holder => ({
  name,
  country: country ?? '',
  postcode: postcode ?? '',
});

/** Validates a card form; returns the card only when it and its holder are complete. */
export const readCardForm = (fields: Fields, buyer: Buyer, now: Date): { card: Card | null; errors: HolderErrors } => {
  const { number = '', expiry = '', cvc = '' } = fields;
  const result = parseCard({ number, expiry, cvc }, now);
  const errors = {
    ...(buyer.name === '' && { name: 'Enter the name on the card.' }),
    ...('errors' in result && result.errors),
  };
  return { card: 'card' in result && buyer.name !== '' ? result.card : null, errors };
};

/** Returns the message above a form with errors. */
export const formMessage = ({ formError, ...fieldErrors }: HolderErrors): string | undefined =>
  formError ?? (Object.keys(fieldErrors).length > 0 ? 'Please look at the marked fields.' : undefined);
