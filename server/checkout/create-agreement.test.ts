import { createHash } from 'node:crypto';

import { expect, test } from 'vitest';

import { toCanonicalJson } from '#domain/canonical-json.ts';
import { formatAgreement, TERMS_TEXT } from '#domain/terms-agreement.ts';
import { checkoutAttempts } from '#server/db/schema-orders.ts';
import { pageVersions } from '#server/db/schema-pages.ts';
import { createTestApp } from '#server/testing/test-app.ts';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

const TERMS = { termsUrl: 'https://shop.example/terms', privacyUrl: 'https://shop.example/privacy' };

test('stores the accepted text with hashes of the text and of the published version', async () => {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  await seller.publishPage({ requireTerms: true, ...TERMS }, 'taller');
  await app.rpc('create-checkout-session', { slug: 'taller', termsAccepted: true });
  const [attempt] = await app.context.db.select().from(checkoutAttempts);
  const [version] = await app.context.db.select().from(pageVersions);
  expect(attempt?.agreement).toMatchObject({
    required: true,
    accepted: true,
    text: 'I accept the terms and the privacy policy.',
    textHash: sha256(
      'I accept the terms and the privacy policy.\nhttps://shop.example/terms\nhttps://shop.example/privacy',
    ),
    versionHash: sha256(toCanonicalJson(version?.config)),
  });
});

test('stores the version hash but no text for a page without terms', async () => {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  await seller.publishPage({}, 'taller');
  await app.rpc('create-checkout-session', { slug: 'taller' });
  const [attempt] = await app.context.db.select().from(checkoutAttempts);
  expect(attempt?.agreement).not.toHaveProperty('text');
  expect(attempt?.agreement.versionHash).toMatch(/^[0-9a-f]{64}$/);
});

test('gives the same text with another URL another hash', () => {
  const otherTerms = { ...TERMS, termsUrl: 'https://shop.example/terms-2' };
  expect(sha256(formatAgreement(TERMS_TEXT, otherTerms))).not.toBe(sha256(formatAgreement(TERMS_TEXT, TERMS)));
});
