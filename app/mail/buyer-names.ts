import type { SellerLook } from '#domain/mail.ts';

import { plainName, shownName } from './plain-name.ts';

/** Display names in emails to buyers, sanitized or shortened, with a fallback. */
export const sellerOf = ({ name }: SellerLook): string => plainName(name) || 'Your seller';

export const productOf = (name: string, most: number): string => shownName(name, most) || 'Your order';
