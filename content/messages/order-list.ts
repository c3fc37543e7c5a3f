import { plural } from './plural.ts';

/** A number and its formatted text. */
type Count = { count: number; text: string };

/** Texts of the order list. */
export const orderListMessages = {
  filters: {
    search: { label: 'Search orders', placeholder: 'Name, email, product, or number' },
    all: 'All <count></count>',
    states: {
      paid: 'Paid',
      pending: 'Pending',
      refunded: 'Refunded',
      disputed: 'Disputed',
      failed: 'Failed',
    },
    page: { label: 'Page', any: 'Any page', unknown: 'Unknown page', loading: '…' },
    coupon: { label: 'Coupon', any: 'Any coupon' },
    extra: { label: 'Extra', any: 'Any extra', unknown: 'Unknown extra' },
    paymentMethod: { label: 'Payment method', any: 'Any payment method' },
    period: {
      label: 'Period',
      any: 'Any time',
      'this-month': 'This month',
      'last-month': 'Last month',
      'last-30-days': 'Last 30 days',
      'this-year': 'This year',
      custom: 'Custom range…',
    },
    days: { label: 'Custom range (UTC)', from: 'From', to: 'to' },
  },

  list: {
    title: 'Orders',
    caption: 'Orders, newest first',
    columns: { number: 'No.', buyer: 'Buyer', product: 'Product', date: 'Date', state: 'Status', amount: 'Amount' },
    paymentPlan: {
      running: ({ paid, count }: { paid: number; count: number }): string => `${paid} of ${count} paid`,
      overdue: ({ paid, count }: { paid: number; count: number }): string => `${paid} of ${count} paid, overdue`,
      complete: ({ count }: { count: number }): string => `All ${count} paid`,
      ended_early: ({ paid, count }: { paid: number; count: number }): string =>
        `${paid} of ${count} paid, ended early`,
    },
    extras: ({ count }: { count: number }) => plural(count, { one: '+ 1 extra', other: `+ ${count} extras` }),
    found: ({ count, text }: Count) => plural(count, { one: '1 order found', other: `${text} orders found` }),
    shortcuts: 'Single-key shortcuts: / to search, J and K to move through the list',
    loadError: 'Couldn’t load your orders',
    empty: {
      title: 'No orders yet',
      text: 'Orders from your checkout pages appear here. Share the link to a page to get your first one.',
      link: 'Go to your pages',
    },
    noMatches: {
      title: 'No orders match these filters',
      searchTitle: 'No orders match “<search></search>”',
      hint: 'Search looks for names, emails, products, and order numbers within the current filters.',
      clear: 'Clear filters',
    },
    beyondEnd: {
      title: 'No more orders',
      text: 'You’ve reached the end of this list.',
      link: 'Show the newest orders',
    },
    pagination: {
      label: 'Order list pages',
      previous: 'Newer orders',
      next: 'Older orders',
      count: ({ count, text }: Count) => plural(count, { one: '1 order', other: `${text} orders` }),
      range: ({ first, last, total }: { first: string; last: string; total: string }) => `${first}–${last} of ${total}`,
      newer: ({ count, text }: Count) => plural(count, { one: '1 new order', other: `${text} new orders` }),
    },
  },

  tooMany: ({ text }: { text: string }) =>
    `More than ${text} orders match, so only the newest are listed, without totals. Add another word to narrow the search.`,
  totals: {
    label: 'Order totals',
    count: ({ count, text, currency }: Count & { currency: string }) =>
      plural(count, { one: `1 order in ${currency}`, other: `${text} orders in ${currency}` }),
    received: 'Received',
    refunded: 'Refunded',
    lost: 'Lost to disputes',
    net: 'Net',
  },

  export: {
    button: 'Export CSV',
    lineItemsButton: 'Export line items',
    busy: 'Exporting…',
    progress: ({ done, total }: { done: string; total: string }) => `Exporting ${done} of ${total}…`,
    failure: 'Export failed',
  },
};
