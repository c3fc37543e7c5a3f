/** Definition of a metric, shown in a popover beside it. */
export type MetricDefinition = { name: string; meaning: string; formula: string };

export const METRIC_DEFINITIONS = {
  net: {
    name: 'Revenue',
    meaning:
      'What buyers paid in these days, renewals too, less what of just this money went back since. A refund lowers the day of its payment, not its own. It is read from your order book; visits play no part in it.',
    formula:
      'Received − refunded − lost to disputes. Each currency by itself; in US dollars by the rate at which each payment was recorded.',
  },
  visitors: {
    name: 'Visitors',
    meaning:
      'Different people who saw a page, as far as that can be told without cookies: one browser on one network counts once a day. Somebody who comes on two days is counted twice.',
    formula: 'Sum of the different visitors of each day. Over all pages, each person counts once a day.',
  },
  views: {
    name: 'Views',
    meaning: 'How often a page was seen, reloads included. Bots that say so are left out.',
    formula: 'Number of times that a published page was shown.',
  },
  started: {
    name: 'Checkouts started',
    meaning: 'How often the pay button led to Stripe’s page. Who comes back later and presses again starts again.',
    formula: 'Number of payment pages opened in these days.',
  },
  paid: {
    name: 'Orders paid',
    meaning:
      'Orders whose first payment arrived in these days, and those that cost nothing. Renewals are no new orders. A later refund takes nothing away here.',
    formula: 'Number of orders, by the moment of their first payment.',
  },
  conversion: {
    name: 'Conversion',
    meaning: 'Of a hundred visitors, how many bought.',
    formula: 'Orders paid ÷ visitors.',
  },
  average: {
    name: 'Average order',
    meaning: 'What an order came to at its first payment, after coupons and before refunds.',
    formula: 'Total of the orders paid ÷ their number, in US dollars.',
  },
  refunds: {
    name: 'Refunds',
    meaning:
      'How many of the payments of these days were given back, all or in part, and what went back of them, lost disputes included.',
    formula: 'Number of payments with a refund; refunded + lost, in US dollars.',
  },
} as const satisfies Record<string, MetricDefinition>;

export type MetricId = keyof typeof METRIC_DEFINITIONS;
