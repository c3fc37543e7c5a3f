type Address = 'termsUrl' | 'privacyUrl';

/** The sentence beside the box that buyers tick, piece by piece: words, or words that lead to an address of the seller. */
export const TERMS_SENTENCE: readonly (string | { words: string; address: Address })[] = [
  'I accept the ',
  { words: 'terms', address: 'termsUrl' },
  ' and the ',
  { words: 'privacy policy', address: 'privacyUrl' },
  '.',
];

/** The same word for word, as a buyer reads it. */
export const TERMS_TEXT = TERMS_SENTENCE.map((piece) =>
  typeof piece === 'string' ? piece : piece.words,
).join('');

/** What is hashed to show later what was agreed to: the sentence and where its words led. */
export const agreedText = (text: string, addresses: Record<Address, string>): string =>
  [text, addresses.termsUrl, addresses.privacyUrl].join('\n');
