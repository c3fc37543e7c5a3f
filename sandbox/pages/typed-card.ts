import { readCard, type Card, type CardProblems } from '../cards.ts';
import type { Buyer } from '../objects.ts';

type Fields = Record<string, string>;
/** The cardholder fields, shown again after an error; the card itself is never shown again. */
export type Holder = { name: string; country: string; postcode: string };
export type HolderProblems = CardProblems & { name?: string; whole?: string | undefined };

export const noHolder: Holder = { name: '', country: '', postcode: '' };

export const buyerOf = (fields: Fields, email: string): Buyer => ({
  email,
  name: (fields['name'] ?? '').trim(),
  country: /^[A-Z]{2}$/.test(fields['country'] ?? '') ? (fields['country'] ?? null) : null,
  postcode: (fields['postcode'] ?? '').trim() || null,
});

export const holderOf = ({ name, country, postcode }: Buyer): Holder => ({
  name,
  country: country ?? '',
  postcode: postcode ?? '',
});

/** Validates a card form; returns the card only when it and its holder are complete. */
export const readCardForm = (
  fields: Fields,
  buyer: Buyer,
  now: Date,
): { card: Card | null; problems: HolderProblems } => {
  const { number = '', expiry = '', cvc = '' } = fields;
  const read = readCard({ number, expiry, cvc }, now);
  const problems = {
    ...(buyer.name === '' && { name: 'Enter the name on the card.' }),
    ...('problems' in read && read.problems),
  };
  return { card: 'card' in read && buyer.name !== '' ? read.card : null, problems };
};

/** Returns the message above a form with errors. */
export const formMessage = ({ whole, ...marked }: HolderProblems): string | undefined =>
  whole ?? (Object.keys(marked).length > 0 ? 'Please look at the marked fields.' : undefined);
