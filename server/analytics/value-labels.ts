import {
  DEVICE_NAMES,
  NO_VALUE,
  OTHER_VALUES,
  versionValue,
  type AnalyticsDimension,
} from '#domain/analytics.ts';
import { DEVICES } from '#domain/visit.ts';

import type { PageName } from './analytics-scope.ts';

const COUNTRIES = new Intl.DisplayNames('en', { type: 'region' });
const OTHERS = 'All others';
const GONE = 'A page that is gone';

/** Labels for missing values. */
const NOTHING: Partial<Record<AnalyticsDimension, string>> = {
  referrer: 'No referrer',
  embed: 'Not embedded',
  coupon: 'No coupon',
};
const NOT_KNOWN = 'Not known';

const deviceName = (value: string): string => {
  const device = DEVICES.find((one) => one === value);
  return device ? DEVICE_NAMES[device] : value;
};

const READ: Partial<Record<AnalyticsDimension, (value: string) => string>> = {
  source: (value) => (value === 'direct' ? 'Direct' : value),
  country: (value) => (/^[A-Z]{2}$/.test(value) ? (COUNTRIES.of(value) ?? value) : value),
  device: deviceName,
};

/** Returns a function that labels the values of a dimension. */
export function labelsOf(by: AnalyticsDimension, pages: readonly PageName[]): (value: string) => string {
  const names = new Map(pages.map(({ id, name }) => [id, name]));
  return (value) => {
    if (value === OTHER_VALUES) return OTHERS;
    if (by === 'page') return names.get(value) ?? GONE;
    if (by === 'version') return versionLabel(value, names);
    if (value === NO_VALUE) return NOTHING[by] ?? NOT_KNOWN;
    return READ[by]?.(value) ?? value;
  };
}

function versionLabel(value: string, names: ReadonlyMap<string, string>): string {
  const [pageId = '', number = ''] = value.split(':');
  return value === versionValue(pageId, Number(number))
    ? `${names.get(pageId) ?? GONE}, version ${number}`
    : NOT_KNOWN;
}
