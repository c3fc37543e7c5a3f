import {
  DEVICE_NAMES,
  NO_VALUE,
  OTHER_VALUES,
  formatVersionValue,
  type AnalyticsDimension,
} from '#domain/analytics.ts';
import { DEVICES } from '#domain/visit.ts';

import type { PageName } from './analytics-scope.ts';

const COUNTRIES = new Intl.DisplayNames('en', { type: 'region' });
const OTHERS_LABEL = 'All others';
const DELETED_PAGE_LABEL = 'A page that is gone';

/** Labels for missing values. */
const NO_VALUE_LABELS: Partial<Record<AnalyticsDimension, string>> = {
  referrer: 'No referrer',
  embed: 'Not embedded',
  coupon: 'No coupon',
};
const UNKNOWN_LABEL = 'Not known';

const deviceName = (value: string): string => {
  const device = DEVICES.find((candidate) => candidate === value);
  return device ? DEVICE_NAMES[device] : value;
};

const VALUE_LABELS: Partial<Record<AnalyticsDimension, (value: string) => string>> = {
  source: (value) => (value === 'direct' ? 'Direct' : value),
  country: (value) => (/^[A-Z]{2}$/.test(value) ? (COUNTRIES.of(value) ?? value) : value),
  device: deviceName,
};

/** Returns a function that labels the values of a dimension. */
export function createLabeler(by: AnalyticsDimension, pages: readonly PageName[]): (value: string) => string {
  const names = new Map(pages.map(({ id, name }) => [id, name]));
  return (value) => {
    if (value === OTHER_VALUES) return OTHERS_LABEL;
    if (by === 'page') return names.get(value) ?? DELETED_PAGE_LABEL;
    if (by === 'version') return versionLabel(value, names);
    if (value === NO_VALUE) return NO_VALUE_LABELS[by] ?? UNKNOWN_LABEL;
    return VALUE_LABELS[by]?.(value) ?? value;
  };
}

function versionLabel(value: string, names: ReadonlyMap<string, string>): string {
  const [pageId = '', number = ''] = value.split(':');
  return value === formatVersionValue(pageId, Number(number))
    ? `${names.get(pageId) ?? DELETED_PAGE_LABEL}, version ${number}`
    : UNKNOWN_LABEL;
}
