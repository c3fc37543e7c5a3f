import type { CheckoutPageConfig } from '#domain/checkout-page.ts';
import { isSame } from '#domain/same.ts';

import type { ConfigKey } from './builder-state.ts';
import { FIELD_NAMES } from './field-names.ts';

const KEYS = Object.keys(FIELD_NAMES) as ConfigKey[];

/** Lists the keys in which two configs differ. */
export const differingKeys = (one: CheckoutPageConfig, other: CheckoutPageConfig): ConfigKey[] =>
  one === other ? [] : KEYS.filter((key) => !isSame(one[key], other[key]));

export const isSameConfig = (one: CheckoutPageConfig, other: CheckoutPageConfig): boolean =>
  differingKeys(one, other).length === 0;
