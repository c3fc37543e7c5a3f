import { createHash } from 'node:crypto';

import * as checkoutErrors from '#content/messages/checkout-errors.ts';
import * as checkoutPage from '#content/messages/checkout-page.ts';
import * as checkoutScript from '#content/messages/checkout-script.ts';
import * as paymentResult from '#content/messages/payment-result.ts';
import { FONT_FAMILIES } from '#domain/fonts.ts';

import type { FontSources } from './jobs.ts';

/** Increase it when files of the same texts change, or when a stylesheet shows texts in another font or weight. */
const REVISION = 1;

const MESSAGES = { ...checkoutErrors, ...checkoutPage, ...checkoutScript, ...paymentResult };

/**
 * Identifies how this build makes font files: the fixed texts that they are made for, and the full files beside them. Pages
 * with fonts in another format get new ones.
 */
export function getFontFormat(sources: Pick<FontSources, 'getSource'> | undefined): string {
  const parts = [REVISION, MESSAGES, FONT_FAMILIES.map((family) => sources?.getSource(family))];
  const text = JSON.stringify(parts, (_, value: unknown) => (typeof value === 'function' ? String(value) : value));
  return createHash('sha256').update(text).digest('base64url').slice(0, 22);
}
