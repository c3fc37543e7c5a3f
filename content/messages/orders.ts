import { plural } from './plural.ts';

/** A number and its formatted text. */
type Count = { count: number; text: string };

export const orderMessages = {
  /** Replaces an unknown name inside a sentence. */
  unknownBuyer: 'the buyer',
  noEmail: 'No email yet',
  /** Replaces the name of a buyer whose data was deleted. */
  deletedCustomer: 'Deleted customer',
  orderName: ({ number }: { number: number }) => `Order ${number}`,
  orderNumber: ({ number }: { number: number }) => `No. ${number}`,
  /** Follows the buyer's name in a link; for screen readers. */
  linkSuffix: ({ number }: { number: number }) => `, order ${number}`,

  states: {
    pending: 'Pending',
    failed: 'Failed',
    paid: 'Paid',
    partly_refunded: 'Partly refunded',
    refunded: 'Refunded',
  },
  disputeOutcomes: { open: 'Disputed', won: 'Dispute won', lost: 'Dispute lost' },
  planStates: { running: 'Running', overdue: 'Overdue', complete: 'Complete', ended_early: 'Ended early' },
  subscriptionStates: {
    trialing: 'Free trial',
    active: 'Active',
    ending: 'Ending',
    overdue: 'Overdue',
    ended: 'Ended',
  },
  billing: { weekly: 'Weekly', monthly: 'Monthly', yearly: 'Yearly' },
  billingSuffixes: { weekly: 'per week', monthly: 'per month', yearly: 'per year' },

  tabs: { label: 'Orders', orders: 'Orders', subscriptions: 'Subscriptions' },

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
    net: ({ amount }: { amount: string }) => `${amount} net`,
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

export const subscriptionMessages = {
  nextStep: {
    ended: 'Ended',
    endedOn: ({ date }: { date: string }) => `Ended ${date}`,
    failed: ({ date }: { date: string }) => `Failed ${date}`,
    retry: ({ date }: { date: string }) => `Next retry ${date}`,
    noRetry: 'No more retries',
    ends: ({ date }: { date: string }) => `Ends ${date}`,
    freeUntil: ({ date }: { date: string }) => `Free until ${date}`,
    renews: ({ date }: { date: string }) => `Renews ${date}`,
    priceAfterDiscount: ({ amount, date }: { amount: string; date: string }) => `${amount} from ${date}`,
    /** Of a payment plan. */
    due: ({ date }: { date: string }) => `Due ${date}`,
    noneDue: 'None',
  },
  payments: ({ count }: { count: number }) => plural(count, { one: '1 payment', other: `${count} payments` }),
  installments: ({ paid, count }: { paid: number; count: number }) => `${paid} of ${count} payments`,

  list: {
    title: 'Orders',
    caption: 'Subscriptions, newest first',
    columns: {
      buyer: 'Buyer',
      product: 'Product',
      state: 'Status',
      nextStep: 'Next payment',
      amount: 'Amount',
      net: 'Net so far',
      actions: 'Actions',
    },
    found: ({ count, text }: Count) =>
      plural(count, { one: '1 subscription found', other: `${text} subscriptions found` }),
    search: { label: 'Search subscriptions', placeholder: 'Name, email, product, or order' },
    allStates: 'All',
    loadError: 'Couldn’t load your subscriptions',
    empty: {
      title: 'No subscriptions yet',
      text: 'To sell subscriptions, set a page’s payment type to Subscription. Your subscribers, their payments, and their next renewals appear here.',
      link: 'Go to your pages',
    },
    noMatches: {
      title: 'No subscriptions match these filters',
      searchTitle: 'No subscriptions match “<search></search>”',
      clear: 'Clear filters',
    },
    beyondEnd: {
      title: 'No more subscriptions',
      text: 'You’ve reached the end of this list.',
      link: 'Show the newest subscriptions',
    },
    pagination: {
      label: 'Subscription list pages',
      previous: 'Newer subscriptions',
      next: 'Older subscriptions',
      count: ({ count, text }: Count) => plural(count, { one: '1 subscription', other: `${text} subscriptions` }),
      range: ({ first, last, total }: { first: string; last: string; total: string }) => `${first}–${last} of ${total}`,
    },
  },

  actions: {
    resume: 'Resume',
    cancel: 'Cancel',
    cancelNow: 'Cancel now',
    endPlan: 'End plan',
    resuming: 'Resuming…',
    /** Follows the label of an action; for screen readers. */
    suffix: ({ buyer }: { buyer: string }) => `, subscription of ${buyer}`,
    planSuffix: ({ buyer }: { buyer: string }) => ` of ${buyer}`,
  },

  cancelDialog: {
    title: 'Cancel “<product></product>” for <buyer></buyer>?',
    dismiss: 'Keep subscription',
    submitNow: 'Cancel now',
    submitAtPeriodEnd: ({ date }: { date: string }) => `Cancel on ${date}`,
    busy: 'Canceling…',
    when: 'When',
    atPeriodEnd: ({ date }: { date: string }) => `At the end of the paid period, on ${date}`,
    atTrialEnd: ({ date }: { date: string }) => `At the end of the free trial, on ${date}`,
    now: 'Now',
    nowDescription:
      'The subscription ends immediately and can’t be resumed. Past payments aren’t refunded automatically. We’ll email the buyer.',
    atPeriodEndDescription:
      'The buyer won’t be charged again. You can resume the subscription until then. We’ll email the buyer.',
  },

  endPlanDialog: {
    title: 'End <buyer></buyer>’s payment plan for “<product></product>”?',
    dismiss: 'Keep payment plan',
    submit: 'End payment plan',
    busy: 'Ending…',
    description:
      'No more payments will be charged, and you can’t undo this. Past payments aren’t refunded automatically. We’ll email the buyer.',
  },

  toasts: {
    planEnded: {
      title: 'Payment plan ended',
      message: ({ product }: { product: string }) => `The buyer won’t be charged for “${product}” again.`,
    },
    endPlanFailure: 'Couldn’t end the payment plan',
    ended: { title: 'Subscription canceled', message: ({ product }: { product: string }) => `“${product}” has ended.` },
    ending: {
      title: 'Cancellation scheduled',
      message: ({ product, date }: { product: string; date: string }) => `“${product}” ends on ${date}.`,
    },
    resumed: {
      title: 'Subscription resumed',
      message: ({ product, date }: { product: string; date: string }) => `“${product}” renews on ${date}.`,
    },
    cancelFailure: 'Couldn’t cancel the subscription',
    resumeFailure: 'Couldn’t resume the subscription',
  },
};
