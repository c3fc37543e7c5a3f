import type { PriceOption } from '#domain/offer.ts';

type Billing = Pick<PriceOption, 'paymentType' | 'billingFrequency'>;

/** Billing of each key. */
export const BILLINGS = {
  'one-time': { paymentType: 'one-time', billingFrequency: 'monthly' },
  weekly: { paymentType: 'subscription', billingFrequency: 'weekly' },
  monthly: { paymentType: 'subscription', billingFrequency: 'monthly' },
  yearly: { paymentType: 'subscription', billingFrequency: 'yearly' },
  'weekly-plan': { paymentType: 'payment-plan', billingFrequency: 'weekly' },
  'monthly-plan': { paymentType: 'payment-plan', billingFrequency: 'monthly' },
} as const satisfies Record<string, Billing>;

type BillingKey = keyof typeof BILLINGS;

export function getBillingKey({ paymentType, billingFrequency }: Billing): BillingKey {
  if (paymentType === 'payment-plan') return billingFrequency === 'weekly' ? 'weekly-plan' : 'monthly-plan';
  return paymentType === 'subscription' ? billingFrequency : paymentType;
}
