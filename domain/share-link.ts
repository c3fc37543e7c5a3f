import { BASE_OPTION } from './offer.ts';
import { cleanLine } from './text.ts';

export const UTM_KEYS = ['source', 'medium', 'campaign', 'term', 'content'] as const;
type UtmKey = (typeof UTM_KEYS)[number];
export type Campaign = Readonly<Partial<Record<UtmKey, string>>>;

/** Maximum characters of a UTM value that our analytics store. */
export const MAX_UTM_LENGTH = 100;

export type ShareOptions = { coupon?: string | null; optionId?: string | null; campaign?: Campaign };

/** Page URL that preselects a coupon and a price and carries UTM parameters. */
export function createShareLink(url: string, { coupon, optionId, campaign = {} }: ShareOptions): string {
  const link = new URL(url);
  if (optionId && optionId !== BASE_OPTION) link.searchParams.set('plan', optionId);
  if (coupon) link.searchParams.set('coupon', coupon);
  for (const key of UTM_KEYS) {
    const value = normalizeUtmValue(campaign[key] ?? '');
    if (value) link.searchParams.set(`utm_${key}`, value);
  }
  return link.pathname === '/' && link.search === '' ? link.origin : link.href;
}

/** Normalizes a UTM value as analytics count it. */
export const normalizeUtmValue = (input: string): string =>
  Array.from(cleanLine(input)).slice(0, MAX_UTM_LENGTH).join('').trim();
