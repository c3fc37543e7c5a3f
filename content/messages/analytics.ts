import { plural } from './plural.ts';

/** A number and its formatted text. */
type Count = { count: number; text: string };
type Range = { range: string };

export const analyticsMessages = {
  title: 'Analytics',
  loadError: 'Couldn’t load your analytics',
  /** Announced to screen readers when the page or the period changes. */
  rangeOfPage: ({ page, range }: Range & { page: string }) => `Analytics for ${page}, ${range}`,
  rangeOfAllPages: ({ range }: Range) => `Analytics for all pages, ${range}`,

  filters: {
    period: 'Period',
    periods: {
      today: 'Today',
      yesterday: 'Yesterday',
      '7d': 'Last 7 days',
      '30d': 'Last 30 days',
      '90d': 'Last 90 days',
      month: 'This month',
      last_month: 'Last month',
      year: 'This year',
      '12m': 'Last 12 months',
      all: 'All time',
    },
    customPeriod: 'Custom range…',
    growthOnly: ({ period }: { period: string }) => `${period} · Growth`,
    days: { label: 'Custom range', from: 'From', to: 'to' },
    comparison: 'Comparison',
    comparisons: { previous: 'Previous period', year: 'Previous year', none: 'No comparison' },
    page: 'Page',
    allPages: 'All pages',
    unknownPage: 'Unknown page',
    loadingPage: '…',
  },

  empty: {
    noPages: {
      title: 'No analytics yet',
      text: 'Publish a page to see its visitors, checkouts, and sales by day. No cookies, no setup.',
      link: 'Go to your pages',
    },
    noTraffic: {
      title: 'No views or sales in this period',
      allPages: ({ range }: Range) =>
        `${range}: your pages had no visitors. Share a link to one of them. Views appear here within a minute.`,
      onePage: ({ range }: Range) =>
        `${range}: this page had no visitors. Share its link. Views appear here within a minute.`,
    },
    planNeeded: { title: 'Not included in your plan', button: 'Show the last 30 days' },
    unknownPage: {
      title: 'Page not found',
      text: 'The link may be outdated, or the page has never been published.',
      button: 'Show all pages',
    },
  },

  growthCard: {
    title: 'Included in Growth and Pro',
    features: [
      'Traffic by source, campaign, referrer, country, and device',
      'Sales by coupon, extra, page version, and embedding site',
      'Any period, compared with the previous period or year',
      'Published versions marked on the chart',
      'CSV export',
    ],
    text: 'This data is already being collected. Upgrade to Growth to see your full history.',
    link: 'View plans',
  },

  metricsCard: {
    label: 'Metrics',
    inUsd: 'in US dollars',
    /** In place of a conversion rate above 100%. */
    uncountedVisitors: 'More orders than counted visitors',
    definition: ({ metric }: { metric: string }) => `About ${metric}`,
    totalIn: ({ currency }: { currency: string }) => `Total in ${currency}`,
    currencies: ({ count }: { count: number }) => `In ${count} currencies`,
    revenueDetails: ({ total }: { total: string }) => `${total}: revenue details`,
    orders: ({ count, text }: Count) => plural(count, { one: '1 order', other: `${text} orders` }),
    received: 'Received',
    refunded: 'Refunded',
    lost: 'Lost to disputes',
    net: 'Net',
    source: 'Revenue is calculated from your orders, not from page views. <link>View these orders</link>.',
    sourceInUtc:
      'Revenue is calculated from your orders, not from page views. <link>View these orders</link> (listed by UTC day).',
  },

  orderSizes: {
    title: 'Order sizes',
    units: 'Units sold',
    averageQuantity: 'Average quantity',
    several: 'More than one unit',
    unitsHint: ({ count, text }: Count) =>
      plural(count, {
        one: 'From 1 paid order of a page where buyers choose the quantity.',
        other: `From ${text} paid orders of pages where buyers choose the quantity.`,
      }),
    withExtras: 'Average order with extras',
    withoutExtras: 'Average order without extras',
    extrasHint: ({ withText, withoutText }: { withText: string; withoutText: string }) =>
      `On pages that offer extras. Paid orders with extras: ${withText}, without: ${withoutText}. First payments in US dollars, before refunds.`,
  },

  paymentTerms: {
    title: 'Free trials and payment plans',
    countAndShare: ({ text, share }: { text: string; share: string }) => `${text} (${share})`,
    trials: 'Free trials started',
    trialsPaid: 'Converted to paid',
    trialsEnded: 'Ended without payment',
    trialsHint:
      'Free trials that started in this period, and how they’ve turned out so far. Setup fees don’t count as payment.',
    plans: 'Payment plans started',
    plansComplete: 'Complete',
    plansOverdue: 'Overdue',
    plansEndedEarly: 'Ended early',
    plansHint: 'Payment plans whose first payment arrived in this period, and how they’re going so far.',
  },

  change: {
    none: 'No change',
    increase: 'Up',
    decrease: 'Down',
    increaseBy: ({ difference }: { difference: string }) => `Up ${difference}`,
    decreaseBy: ({ difference }: { difference: string }) => `Down ${difference}`,
    tinyPercentage: 'less than 0.1%',
    hugePercentage: 'more than 100 times',
    percentage: ({ value }: { value: string }) => `${value}%`,
    points: ({ count }: { count: number }) => plural(count, { one: '1 point', other: `${count} points` }),
    /** Follows the change: Up 20% from $100.00. */
    from: ({ previous }: { previous: string }) => ` from ${previous}`,
  },

  funnel: {
    title: 'Conversion funnel',
    views: 'Views',
    visitors: 'Visitors',
    started: 'Checkouts started',
    paid: 'Orders paid',
    viewsPerVisitor: ({ views }: { views: string }) => `${views} per visitor`,
    shareOfVisitors: ({ share }: { share: string }) => `${share} of visitors`,
    shareOfStarted: ({ share }: { share: string }) => `${share} of checkouts started`,
    conversion: 'Conversion rate',
    moreThanVisitors: 'More than the counted visitors',
    moreThanStarted: 'Some checkouts started earlier',
    uncountedVisitors:
      'There’s no conversion rate because there were more orders than counted visitors. Some visitors can’t be counted, for example when their browser blocks scripts. Orders and revenue are complete.',
  },

  export: {
    busy: 'Exporting…',
    failure: 'Export failed',
    /** The hidden part is for screen readers. */
    metricsOverTime: 'Export CSV<hidden> of metrics over time</hidden>',
    metricsBy: ({ dimension }: { dimension: string }) => `Export CSV<hidden> of metrics by ${dimension}</hidden>`,
  },

  timeZone: {
    asOf: ({ timeZone }: { timeZone: string }) => `As of <time></time> · Time zone: ${timeZone}`,
    /** The hidden part is for screen readers. */
    change: 'Change<hidden> time zone</hidden>',
  },
};

/** Name, definition and formula of each metric. */
export const metricMessages = {
  net: {
    name: 'Revenue',
    meaning:
      'Payments received in this period, including renewals, minus their refunds and lost disputes. A refund is subtracted on the day of the original payment. Revenue is calculated from your orders, not from page views.',
    formula:
      'Received − refunded − lost to disputes. Each currency is counted separately. US dollar amounts use the exchange rate recorded with each payment.',
  },
  visitors: {
    name: 'Visitors',
    meaning:
      'People who viewed a page, estimated without cookies: one browser on one network counts once per day. Someone who visits on two days is counted twice.',
    formula: 'Sum of the unique visitors of each day. Across all pages, each person counts once per day.',
  },
  views: {
    name: 'Views',
    meaning: 'Page views, including reloads. Known bots are excluded.',
    formula: 'Number of times a published page was shown.',
  },
  started: {
    name: 'Checkouts started',
    meaning: 'How often buyers continued to Stripe’s payment page. A buyer who tries again later is counted again.',
    formula: 'Number of payment pages opened in this period.',
  },
  paid: {
    name: 'Orders paid',
    meaning:
      'Orders whose first payment arrived in this period, including free orders. Renewals aren’t new orders. Refunds don’t reduce this number.',
    formula: 'Number of orders, by the time of their first payment.',
  },
  conversion: {
    name: 'Conversion rate',
    meaning:
      'The percentage of visitors who bought. It’s not shown when there were more orders than counted visitors, because some visitors can’t be counted.',
    formula: 'Orders paid ÷ visitors.',
  },
  average: {
    name: 'Average order value',
    meaning: 'The average first payment of an order, after coupons and before refunds.',
    formula: 'Total of the orders paid ÷ their number, in US dollars.',
  },
  refunds: {
    name: 'Refunds',
    meaning:
      'Payments from this period that were fully or partly refunded, and the amount refunded. Lost disputes are included.',
    formula: 'Number of refunded payments. Refunded + lost to disputes, in US dollars.',
  },
};
