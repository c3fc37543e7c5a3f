import type { CheckoutPageConfig } from '#domain/checkout-page.ts';
import { optionsOf, type PriceOption } from '#domain/offer.ts';

import { moved } from './reorder.ts';

type Billing = Pick<PriceOption, 'paymentType' | 'billingFrequency'>;

const ID_LETTERS = 8;

/** Creates the permanent id of a price option; URLs and orders refer to it. */
const freshId = (): string => crypto.randomUUID().replaceAll('-', '').slice(0, ID_LETTERS);

/** The most common billing types, each once. */
const USUAL: readonly Billing[] = [
  { paymentType: 'subscription', billingFrequency: 'monthly' },
  { paymentType: 'subscription', billingFrequency: 'yearly' },
  { paymentType: 'one-time', billingFrequency: 'monthly' },
];

export const billingKey = ({ paymentType, billingFrequency }: Billing): string =>
  paymentType === 'one-time' ? paymentType : billingFrequency;

/** Creates a price option with a billing type that no other option has, if there is one left. */
export function newOption(config: CheckoutPageConfig, id = freshId()): PriceOption {
  const taken = optionsOf(config).map(billingKey);
  const [first = config] = USUAL.filter((billing) => !taken.includes(billingKey(billing)));
  const { paymentType, billingFrequency } = first;
  return { id, name: '', price: '', paymentType, billingFrequency };
}

export const movedOptions = (others: readonly PriceOption[], from: number, to: number): PriceOption[] => [
  ...moved(others, from, to),
];
