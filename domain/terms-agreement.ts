type UrlKey = 'termsUrl' | 'privacyUrl';

/** The sentence beside the terms checkbox in segments: plain text, or link text with the config key of its URL. */
export const TERMS_SENTENCE: readonly (string | { text: string; urlKey: UrlKey })[] = [
  'I accept the ',
  { text: 'terms', urlKey: 'termsUrl' },
  ' and the ',
  { text: 'privacy policy', urlKey: 'privacyUrl' },
  '.',
];

/** The same sentence as plain text. */
export const TERMS_TEXT = TERMS_SENTENCE.map((segment) => (typeof segment === 'string' ? segment : segment.text)).join(
  '',
);

/** The hashed proof of agreement: the sentence and the URLs of its links. */
export const formatAgreement = (text: string, urls: Record<UrlKey, string>): string =>
  [text, urls.termsUrl, urls.privacyUrl].join('\n');
