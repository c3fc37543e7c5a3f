import type { AnalyticsDimension } from '#domain/analytics.ts';

export type BreakdownTab = { value: string; label: string; by: readonly AnalyticsDimension[] };

/** Tabs of the breakdowns; a tab with several dimensions has a selector. */
export const BREAKDOWN_TABS: readonly BreakdownTab[] = [
  { value: 'page', label: 'Page', by: ['page'] },
  { value: 'source', label: 'Source', by: ['source'] },
  {
    value: 'campaign',
    label: 'Campaign',
    by: ['utm_campaign', 'utm_source', 'utm_medium', 'utm_term', 'utm_content'],
  },
  { value: 'country', label: 'Country', by: ['country'] },
  { value: 'device', label: 'Device', by: ['device'] },
  { value: 'coupon', label: 'Coupon', by: ['coupon'] },
  { value: 'version', label: 'Version', by: ['version'] },
  { value: 'referrer', label: 'Referrer', by: ['referrer'] },
  { value: 'embed', label: 'Embed', by: ['embed'] },
];

export const BASIC_TABS = BREAKDOWN_TABS.slice(0, 1);

export function getTab(by: AnalyticsDimension): BreakdownTab {
  const tab = BREAKDOWN_TABS.find((candidate) => candidate.by.includes(by));
  if (!tab) throw new RangeError(`No tab for ${by}`);
  return tab;
}

export const CAMPAIGN_NAMES: Partial<Record<AnalyticsDimension, string>> = {
  utm_campaign: 'Campaign',
  utm_source: 'Source',
  utm_medium: 'Medium',
  utm_term: 'Term',
  utm_content: 'Content',
};

/** Header and hint of the first column. */
export const COLUMN_NAMES: Record<AnalyticsDimension, { head: string; hint?: string }> = {
  page: { head: 'Page', hint: 'Who sees two pages on a day is a visitor of both.' },
  source: {
    head: 'Source',
    hint: 'The utm_source of the link, else the site that the visitor came from. Direct: neither was told.',
  },
  utm_campaign: { head: 'utm_campaign' },
  utm_source: { head: 'utm_source' },
  utm_medium: { head: 'utm_medium' },
  utm_term: { head: 'utm_term' },
  utm_content: { head: 'utm_content' },
  country: {
    head: 'Country',
    hint: 'As the network in front of this shop tells it. It is never guessed from an address.',
  },
  device: { head: 'Device' },
  coupon: { head: 'Coupon', hint: 'Coupons come with the press of pay: views and visitors have none.' },
  version: { head: 'Version', hint: 'Orders belong to the version on which they were made.' },
  referrer: { head: 'Site', hint: 'The site that the visitor came from, never the page of it.' },
  embed: { head: 'Embedded on', hint: 'The site whose page the checkout stands in.' },
};
