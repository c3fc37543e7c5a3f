type Address = 'termsUrl' | 'privacyUrl';

/** The sentence beside the terms checkbox in segments: plain text, or link text with the config key of its URL. */
export const TERMS_SENTENCE: readonly (string | { words: string; address: Address })[] = [
  'I accept the ',
  { words: 'terms', address: 'termsUrl' },
  ' and the ',
  { words: 'privacy policy', address: 'privacyUrl' },
  '.',
];

/** The same sentence as plain text. */
export const TERMS_TEXT = TERMS_SENTENCE.map((piece) =>
  typeof piece === 'string' ? piece : piece.words,
).join('');

/** The hashed proof of agreement: the sentence and the URLs of its links. */
export const agreedText = (text: string, addresses: Record<Address, string>): string =>
  [text, addresses.termsUrl, addresses.privacyUrl].join('\n');
