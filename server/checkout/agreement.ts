import { createHash } from 'node:crypto';

import { toCanonicalJson } from '#domain/canonical-json.ts';
import { formatAgreement, TERMS_TEXT } from '#domain/terms.ts';

import type { Agreement } from '#server/db/schema-money.ts';
import type { PublishedPage } from './live-page.ts';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Builds the record of what a buyer accepts when they pay. It is stored with the attempt as evidence. */
export function createAgreement(
  { config, storedConfig: published }: PublishedPage,
  accepted: boolean,
  now: Date,
): Agreement {
  const { requireTerms: required, termsUrl, privacyUrl } = config;
  return {
    required,
    accepted,
    termsUrl,
    privacyUrl,
    at: now.toISOString(),
    ...(required ? { text: TERMS_TEXT, textHash: sha256(formatAgreement(TERMS_TEXT, { termsUrl, privacyUrl })) } : {}),
    versionHash: sha256(toCanonicalJson(published)),
  };
}
