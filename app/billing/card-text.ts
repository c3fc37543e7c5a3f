import type { Card } from '#domain/subscription.ts';

const BRANDS: Readonly<Record<string, string>> = {
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
export const cardText = ({ brand, last4 }: Card): string => `${BRANDS[brand] ?? 'Card'} ending ${last4}`;
