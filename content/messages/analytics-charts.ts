import { plural } from './plural.ts';

export const chartMessages = {
  title: 'Trends',
  comparedWith: ({ range, previousRange }: { range: string; previousRange: string }) =>
    `${range} · compared with ${previousRange}`,
  mainMetric: 'Main metric',
  secondMetric: 'Second metric',
  noMetric: 'None',
  showTable: 'Show as table',
  table: {
    label: 'Chart data',
    date: 'Date',
    caption: 'Metrics over time, newest first',
    captionWithComparison: 'Metrics over time, newest first, with the comparison period',
    /** Before a value of the comparison period; for screen readers. */
    previously: 'previously ',
  },

  twoMetrics: ({ main, second }: { main: string; second: string }) => `${main} and ${second}`,
  /** Label of the chart, by the interval of its points. */
  label: {
    hour: ({ metrics }: { metrics: string }) => `${metrics}, by hour`,
    day: ({ metrics }: { metrics: string }) => `${metrics}, by day`,
    week: ({ metrics }: { metrics: string }) => `${metrics}, by week`,
    month: ({ metrics }: { metrics: string }) => `${metrics}, by month`,
  },
  legendPrevious: ({ value }: { value: string }) => `previously ${value}`,

  week: ({ date }: { date: string }) => `Week of ${date}`,
  unfinished: ({ date }: { date: string }) => `${date}, so far`,
  comparisonDate: ({ date }: { date: string }) => `Previously: ${date}`,
  value: ({ metric, value }: { metric: string; value: string }) => `${metric} ${value}`,
  valueWithPrevious: ({ metric, value, previous }: { metric: string; value: string; previous: string }) =>
    `${metric} ${value}, previously ${previous}`,
  previousValue: ({ metric, previous }: { metric: string; previous: string }) => `${metric} previously ${previous}`,

  publications: 'Published versions',
  publication: ({ page, version }: { page: string; version: number }) => `${page}, version ${version} published`,
  versionPublished: ({ version }: { version: number }) => `Version ${version} published`,
  versionsPublished: ({ count }: { count: number }) => `${count} versions published`,
  publicationsOfDay: ({ date, publications }: { date: string; publications: string }) => `${date}: ${publications}`,
  moreChanges: ({ count }: { count: number }) =>
    plural(count, { one: 'and 1 more change', other: `and ${count} more changes` }),
};

export const breakdownMessages = {
  label: 'Breakdowns',
  tabsLabel: 'Breakdown by',
  utmLabel: 'Campaign parameter',
  loadError: 'Couldn’t load this breakdown',
  empty: 'No views or sales in this period.',
  beyondEnd: { text: 'You’ve reached the end of this list.', button: 'Go to the first page' },
  uncountedVisitors: 'More orders than counted visitors, so there’s no conversion rate.',
  caption: ({ dimension }: { dimension: string }) => `Metrics by ${dimension}, largest first`,
  columns: {
    visitors: 'Visitors',
    started: 'Started',
    paid: 'Paid',
    conversion: 'Conversion rate',
    offered: 'Offered',
    taken: 'Taken',
    attachRate: 'Attach rate',
    revenue: 'Revenue',
  },
  /** Units of the columns, which show on phones. */
  units: {
    visitors: ({ count }: { count: number }) => plural(count, { one: 'visitor', other: 'visitors' }),
    started: () => 'started',
    paid: () => 'paid',
    offered: () => 'offered',
    taken: () => 'taken',
  },
  pagination: {
    label: 'Breakdown pages',
    previous: 'Previous page',
    next: 'Next page',
    range: ({ first, last, total }: { first: string; last: string; total: string }) => `${first}–${last} of ${total}`,
  },

  tabs: {
    page: 'Page',
    source: 'Source',
    campaign: 'Campaign',
    country: 'Country',
    device: 'Device',
    coupon: 'Coupon',
    payment_method: 'Payment method',
    bump: 'Extra',
    version: 'Version',
    referrer: 'Referrer',
    embed: 'Embed',
  },
  utmParameters: {
    utm_campaign: 'Campaign',
    utm_source: 'Source',
    utm_medium: 'Medium',
    utm_term: 'Term',
    utm_content: 'Content',
  },
  /** Header of the first column, and a hint above the table. */
  dimensions: {
    page: { head: 'Page', hint: 'Someone who views two pages on the same day counts as a visitor of both.' },
    source: {
      head: 'Source',
      hint: 'The utm_source of the link, or the site that the visitor came from. “Direct” means that neither is known.',
    },
    utm_campaign: { head: 'utm_campaign' },
    utm_source: { head: 'utm_source' },
    utm_medium: { head: 'utm_medium' },
    utm_term: { head: 'utm_term' },
    utm_content: { head: 'utm_content' },
    country: {
      head: 'Country',
      hint: 'As reported by the proxy or CDN in front of this site. It’s never guessed from an IP address.',
    },
    device: { head: 'Device' },
    payment_method: {
      head: 'Payment method',
      hint: 'Buyers choose a payment method on Stripe’s page, so it has no views or visitors.',
    },
    bump: {
      head: 'Extra',
      hint: '“Offered” counts paid orders whose buyers could add the extra to their price, “Taken” those that contain it. The attach rate is taken divided by offered. Revenue is what the extra brought in, after refunds of that item. “Products” is everything else, including refunds that aren’t for a specific item, so the rows add up to your orders.',
    },
    coupon: { head: 'Coupon', hint: 'Coupons are recorded at checkout, so they have no views or visitors.' },
    version: { head: 'Version', hint: 'Orders count toward the page version on which they were placed.' },
    referrer: { head: 'Site', hint: 'The site that the visitor came from, without the exact page.' },
    embed: { head: 'Embedded on', hint: 'The site that the checkout is embedded in.' },
  },
};
