import { createHash } from 'node:crypto';

import { expect, test } from 'vitest';

import { canonicalJson } from '#domain/canonical-json.ts';
import { agreedText, TERMS_TEXT } from '#domain/terms.ts';

import { attempts } from '#server/db/schema-money.ts';
import { pageVersions } from '#server/db/schema-pages.ts';
import { openShop } from '#server/testing.ts';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

const TERMS = { termsUrl: 'https://shop.example/terms', privacyUrl: 'https://shop.example/privacy' };

test('stores the accepted text with hashes of the text and of the published version', async () => {
  const shop = await openShop();
  const seller = await shop.seller();
  await seller.publish({ requireTerms: true, ...TERMS }, 'taller');
  await shop.call('create-checkout-session', { slug: 'taller', termsAccepted: true });
  const [attempt] = await shop.context.db.select().from(attempts);
  const [version] = await shop.context.db.select().from(pageVersions);
  expect(attempt?.agreement).toMatchObject({
    required: true,
    accepted: true,
    text: 'I accept the terms and the privacy policy.',
    textHash: sha256(
      'I accept the terms and the privacy policy.\nhttps://shop.example/terms\nhttps://shop.example/privacy',
    ),
    versionHash: sha256(canonicalJson(version?.config)),
  });
});

test('stores the version hash but no text for a page without terms', async () => {
  const shop = await openShop();
  const seller = await shop.seller();
  await seller.publish({}, 'taller');
  await shop.call('create-checkout-session', { slug: 'taller' });
  const [attempt] = await shop.context.db.select().from(attempts);
  expect(attempt?.agreement).not.toHaveProperty('text');
  expect(attempt?.agreement.versionHash).toMatch(/^[0-9a-f]{64}$/);
});

test('gives the same text with another URL another hash', () => {
  const other = { ...TERMS, termsUrl: 'https://shop.example/terms-2' };
  expect(sha256(agreedText(TERMS_TEXT, other))).not.toBe(sha256(agreedText(TERMS_TEXT, TERMS)));
});
