import type { CheckoutPageConfig } from '#domain/checkout-page.ts';
import { listPriceOptions, type PriceOption } from '#domain/offer.ts';

import { moveItem } from './reorder.ts';

type Billing = Pick<PriceOption, 'paymentType' | 'billingFrequency'>;

const ID_LENGTH = 8;

/** Creates the permanent id of a price option; URLs and orders refer to it. */
const createOptionId = (): string => crypto.randomUUID().replaceAll('-', '').slice(0, ID_LENGTH);

/** The most common billing types, each once. */
const COMMON_BILLINGS: readonly Billing[] = [
  { paymentType: 'subscription', billingFrequency: 'monthly' },
  { paymentType: 'subscription', billingFrequency: 'yearly' },
  { paymentType: 'one-time', billingFrequency: 'monthly' },
];

export const getBillingKey = ({ paymentType, billingFrequency }: Billing): string =>
  paymentType === 'one-time' ? paymentType : billingFrequency;

/** Creates a price option with a billing type that no other option has, if there is one left. */
export function createOption(config: CheckoutPageConfig, id = createOptionId()): PriceOption {
  const usedKeys = listPriceOptions(config).map(getBillingKey);
  const [suggested = config] = COMMON_BILLINGS.filter((billing) => !usedKeys.includes(getBillingKey(billing)));
  const { paymentType, billingFrequency } = suggested;
  return { id, name: '', price: '', paymentType, billingFrequency };
}

export const moveOption = (options: readonly PriceOption[], from: number, to: number): PriceOption[] => [
  ...moveItem(options, from, to),
];
