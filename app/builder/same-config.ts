import type { CheckoutPageConfig } from '#domain/checkout-page.ts';
import { isDeepEqual } from '#domain/same.ts';

import type { ConfigKey } from './builder-state.ts';
import { FIELD_NAMES } from './field-names.ts';

const KEYS = Object.keys(FIELD_NAMES) as ConfigKey[];

/** Lists the keys in which two configs differ. */
export const listDifferingKeys = (a: CheckoutPageConfig, b: CheckoutPageConfig): ConfigKey[] =>
  a === b ? [] : KEYS.filter((key) => !isDeepEqual(a[key], b[key]));

export const isSameConfig = (a: CheckoutPageConfig, b: CheckoutPageConfig): boolean =>
  listDifferingKeys(a, b).length === 0;
