import { BASE_OPTION } from './offer.ts';
import { cleanLine } from './text.ts';

export const UTM_KEYS = ['source', 'medium', 'campaign', 'term', 'content'] as const;
export type UtmKey = (typeof UTM_KEYS)[number];
export type Campaign = Readonly<Partial<Record<UtmKey, string>>>;

/** Maximum characters of a UTM value that our analytics store. */
export const MAX_UTM = 100;

export type ShareWish = { coupon?: string | null; plan?: string | null; campaign?: Campaign };

/** Page URL that preselects a coupon and a price and carries UTM parameters. */
export function shareLink(url: string, { coupon, plan, campaign = {} }: ShareWish): string {
  const link = new URL(url);
  if (plan && plan !== BASE_OPTION) link.searchParams.set('plan', plan);
  if (coupon) link.searchParams.set('coupon', coupon);
  for (const key of UTM_KEYS) {
    const word = utmWord(campaign[key] ?? '');
    if (word) link.searchParams.set(`utm_${key}`, word);
  }
  return link.pathname === '/' && link.search === '' ? link.origin : link.href;
}

/** Normalizes a UTM value as analytics count it. */
export const utmWord = (typed: string): string =>
  Array.from(cleanLine(typed)).slice(0, MAX_UTM).join('').trim();
