import type { CheckoutPageConfig } from '#domain/checkout-page.ts';

import type { ConfigKey } from './builder-state.ts';
import { FIELD_NAMES } from './field-names.ts';

const KEYS = Object.keys(FIELD_NAMES) as ConfigKey[];

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** Whether two plain values say the same; the order of keys says nothing, and a missing one is undefined. */
function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (!isRecord(one) || !isRecord(other) || Array.isArray(one) !== Array.isArray(other)) return false;
  const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...keys].every((key) => isSame(one[key], other[key]));
}

/** The fields in which two configs differ. */
export const differingKeys = (one: CheckoutPageConfig, other: CheckoutPageConfig): ConfigKey[] =>
  one === other ? [] : KEYS.filter((key) => !isSame(one[key], other[key]));

export const isSameConfig = (one: CheckoutPageConfig, other: CheckoutPageConfig): boolean =>
  differingKeys(one, other).length === 0;
