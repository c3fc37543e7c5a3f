import type { SellerBranding } from '#domain/mail.ts';

import { sanitizeName, truncateLine } from './plain-name.ts';

/** Display names in emails to buyers, sanitized or shortened, with a fallback. */
export const getSellerDisplayName = ({ name }: SellerBranding): string => sanitizeName(name) || 'Your seller';

export const getProductDisplayName = (name: string, maxLength: number): string =>
  truncateLine(name, maxLength) || 'Your order';
