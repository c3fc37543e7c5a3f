import type { Card } from '#domain/subscription.ts';

const CARD_BRAND_NAMES: Readonly<Record<string, string>> = {
  amex: 'American Express',
  cartes_bancaires: 'Cartes Bancaires',
  diners: 'Diners Club',
  discover: 'Discover',
  jcb: 'JCB',
  mastercard: 'Mastercard',
  unionpay: 'UnionPay',
  visa: 'Visa',
};

/** `Visa ending 4242`, from Stripe's brand code. */
export const formatCard = ({ brand, last4 }: Card): string => `${CARD_BRAND_NAMES[brand] ?? 'Card'} ending ${last4}`;
