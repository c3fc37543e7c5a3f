import { BASE_OPTION } from './offer.ts';
import { cleanLine } from './text.ts';

export const UTM_KEYS = ['source', 'medium', 'campaign', 'term', 'content'] as const;
export type UtmKey = (typeof UTM_KEYS)[number];
export type Campaign = Readonly<Partial<Record<UtmKey, string>>>;

/** Characters of one campaign word that our own figures keep. */
export const MAX_UTM = 100;

export type ShareWish = { coupon?: string | null; plan?: string | null; campaign?: Campaign };

/** A page's address with what whoever follows it finds there already: a code, a price, and where they came from. */
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

/** A campaign word as it is counted. */
export const utmWord = (typed: string): string =>
  Array.from(cleanLine(typed)).slice(0, MAX_UTM).join('').trim();
