import { createHash } from 'node:crypto';

import { canonicalJson } from '#domain/canonical-json.ts';
import { agreedText, TERMS_TEXT } from '#domain/terms.ts';

import type { Agreement } from '#server/db/schema-money.ts';
import type { LivePage } from './live-page.ts';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Builds the record of what a buyer accepts when they pay. It is stored with the attempt as evidence. */
export function agreementTo({ config, published }: LivePage, accepted: boolean, now: Date): Agreement {
  const { requireTerms: required, termsUrl, privacyUrl } = config;
  return {
    required,
    accepted,
    termsUrl,
    privacyUrl,
    at: now.toISOString(),
    ...(required
      ? { text: TERMS_TEXT, textHash: sha256(agreedText(TERMS_TEXT, { termsUrl, privacyUrl })) }
      : {}),
    versionHash: sha256(canonicalJson(published)),
  };
}
