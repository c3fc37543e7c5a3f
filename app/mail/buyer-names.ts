import type { SellerLook } from '#domain/mail.ts';

import { plainName, shownName } from './plain-name.ts';

/** What sellers and products are called in mail to buyers, whatever was typed. */
export const sellerOf = ({ name }: SellerLook): string => plainName(name) || 'Your seller';

export const productOf = (name: string, most: number): string => shownName(name, most) || 'Your order';
